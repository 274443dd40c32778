// A program as a stranger writes it. `tsc --noEmit` holds it to the sources, test/published-types.test.ts to what is
// published. Every @ts-expect-error is a claim: without the error below it the file does not compile.
import { addContext, allow, createEngine, defineEvent, deny, rewriteInput } from '../../src/index.ts'
import type { Engine, Event, EventInput, EventName, FunctionHook, HookOutput } from '../../src/index.ts'

export async function sources(argument: string): Promise<void> {
  await createEngine({
    sources: ['claude-code', 'hookwright', 'copilot', 'codex-runtime'],
    profile: 'vscode',
  })
  await createEngine({
    sources: ['./hooks.yaml', '../x.json', '/etc/x', 'C:\\x.yaml', '.claude/settings.json'],
  })
  await createEngine({ sources: [`${argument}/hooks.yaml`, { path: argument }] })
  // @ts-expect-error -- a misspelt source
  await createEngine({ sources: ['claude-cod'] })
  // @ts-expect-error -- a misspelt source beside a right one
  await createEngine({ sources: ['hookwright', 'copiloot'] })
  // @ts-expect-error -- any text could be misspelt; `{ path }` takes it
  await createEngine({ sources: [argument] })
  // @ts-expect-error -- a misspelt surface
  await createEngine({ profile: 'vscod' })
}

export async function events(engine: Engine): Promise<void> {
  await engine.dispatch({ name: 'PreToolUse', tool: { name: 'Bash', input: { command: 'ls' } } })
  await engine.run({
    name: 'SubagentStop',
    agent: { id: 'a', type: 'Explore' },
    fields: { stop_hook_active: true },
  })
  await engine.explain({ name: 'ErrorOccurred', fields: { anything: 1 } })
  engine.on('ErrorOccurred', {}, ({ fields }) => void fields['error'])
  await engine.dispatch({ name: 'run:PreRun' })
  // @ts-expect-error -- a misspelt event
  await engine.dispatch({ name: 'PreToolUze', tool: { name: 'Bash' } })
  // @ts-expect-error -- a misspelt event
  engine.stream({ name: 'Stopp' })
  // @ts-expect-error -- a tool event needs its tool
  await engine.dispatch({ name: 'PreToolUse' })
  // @ts-expect-error -- a misspelt part
  await engine.dispatch({ name: 'Stop', sesionId: 's' })
  // @ts-expect-error -- a field of another event
  await engine.dispatch({ name: 'Stop', fields: { trigger: 'auto' } })
  // @ts-expect-error -- any text could be misspelt; `defineEvent` takes it
  await engine.dispatch({ name: String(engine.hooks.length) })
  // @ts-expect-error -- a misspelt event
  engine.has('Stopp')
  engine.has('Stop')
}

/** A wrapper passes events on without naming them. */
export function forward(engine: Engine, event: EventInput): Promise<unknown> {
  return engine.dispatch(event)
}

export function named<Name extends EventName>(engine: Engine, event: EventInput<Name>): Promise<unknown> {
  return engine.dispatch(event)
}

const deploy = defineEvent<{ target: string; force?: boolean }>('Deploy')
const rollback = defineEvent('Rollback')

export async function ownEvents(engine: Engine): Promise<void> {
  engine.on(deploy, { matcher: 'prod' }, ({ fields }) =>
    fields.target === 'prod' ? deny('not today') : undefined,
  )
  await engine.dispatch({ name: deploy, fields: { target: 'prod' } })
  await engine.dispatch({ name: rollback, fields: { anything: 1 } })
  await engine.dispatch({ name: rollback })
  await engine.dispatch({ name: defineEvent(String(Math.random())) })
  engine.has(deploy)
  // @ts-expect-error -- its fields have types
  await engine.dispatch({ name: deploy, fields: { target: 3 } })
  // @ts-expect-error -- it always has a target
  await engine.dispatch({ name: deploy })
  // @ts-expect-error -- misspelt
  await engine.dispatch({ name: deploy, fields: { target: 'x', forse: true } })
  // @ts-expect-error -- misspelt
  engine.on(deploy, {}, ({ fields }) => addContext(fields.tarjet))
}

export async function audiences(engine: Engine): Promise<void> {
  engine.on('Stop', { sessionId: 's', agent: 'main' }, () => undefined)
  engine.on('PreToolUse', { agent: 'subagents' }, () => undefined)
  engine.on('PreToolUse', { sessionId: 's', agentId: 'a' }, () => undefined)
  engine.onCheck('SubagentStop', { sessionId: 's', agent: { id: 'a' }, message: 'x' }, () => true)
  await engine.addHooks({ hooks: {} }, { sessionId: 's', agent: 'all' })
  await engine.addFrontmatter('./agents/x.md', { kind: 'agent', agentId: 'a' })
  // @ts-expect-error -- misspelt
  engine.on('Stop', { agent: 'mian' }, () => undefined)
  // @ts-expect-error -- said twice
  engine.on('Stop', { agent: 'main', agentId: 'a' }, () => undefined)
  // @ts-expect-error -- a check is for one session
  engine.onCheck('Stop', { message: 'x' }, () => true)
  // @ts-expect-error -- a check has no other events
  engine.onCheck('PreToolUse', { sessionId: 's', message: 'x' }, () => true)
}

export function functionHooks(engine: Engine): void {
  engine.on('PreToolUse', { matcher: 'Bash' }, ({ tool }) =>
    tool.input['command'] === 'x' ? deny('no') : undefined,
  )
  engine.on('PreToolUse', {}, async (_event, { signal }) => (signal.aborted ? allow() : rewriteInput({})))
  engine.on('PreToolUse', {}, () => ({ decision: 'deny', reason: 'no' }))
  engine.on('PreToolUse', {}, () => {})
  engine.on('PreToolUse', {}, async () => {})
  engine.on('PreToolUse', {}, () => ({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'no',
    },
  }))
  engine.on('Stop', {}, async () => ({ decision: 'block', reason: 'go on' }))
  engine.on('SessionStart', {}, ({ fields }) => ({
    systemMessage: fields.source ?? '',
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'x', watchPaths: ['/x'] },
  }))
  const handler: FunctionHook<'PreToolUse'> = ({ tool }) => deny(tool.name)
  engine.on('PreToolUse', {}, handler)
  const general = (event: Event) => (event.prompt === undefined ? undefined : deny('no'))
  engine.on('Stop', {}, general)
  engine.on('UserPromptSubmit', {}, general)
  const output: HookOutput<'Stop'> = { decision: 'block', reason: 'x' }
  engine.on('Stop', {}, () => output)
  if (Math.random() > 2) engine.on('Stop', {}, () => new Promise<never>(() => {}))
  if (Math.random() > 2)
    engine.on('Stop', {}, () => {
      throw new Error('x')
    })
  twoShapes(engine)
  // @ts-expect-error -- a misspelt event
  engine.on('Stopp', {}, () => deny('no'))
  // @ts-expect-error -- a misspelt key
  engine.on('PreToolUse', {}, () => ({ decison: 'deny' }))
  // @ts-expect-error -- a misspelt key beside a right one
  engine.on('PreToolUse', {}, () => ({ decison: 'deny', reason: 'no' }))
  // @ts-expect-error -- the same later
  engine.on('PreToolUse', {}, async () => ({ decison: 'deny', reason: 'no' }))
  // @ts-expect-error -- a misspelt word
  engine.on('PreToolUse', {}, () => ({ decision: 'denny' }))
  // @ts-expect-error -- a misspelt field
  engine.on('PreToolUse', {}, () => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecison: 'deny' },
  }))
  const misspelt = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecison: 'deny' } } as const
  // @ts-expect-error -- a misspelt field in one of two answers
  engine.on('PreToolUse', {}, async ({ tool }) => (tool.name === 'x' ? misspelt : undefined))
  const other = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } } as const
  // @ts-expect-error -- of another event
  engine.on('Stop', {}, () => other)
  // @ts-expect-error -- Claude Code's part beside an answer of ours is read by nobody
  engine.on('Stop', {}, () => ({ decision: 'deny', hookSpecificOutput: { hookEventName: 'Stop' } }))
  // @ts-expect-error -- no answer at all
  engine.on('Stop', {}, () => 'no')
  // @ts-expect-error -- a field that the event has not
  engine.on('SessionStart', {}, ({ fields }) => addContext(fields.sorce))
  // @ts-expect-error -- a misspelt option
  engine.on('Stop', { matchr: 'x' }, () => undefined)
}

/** Hooks that do not always answer in the same shape. */
function twoShapes(engine: Engine): void {
  engine.on('PreToolUse', {}, ({ tool }) => (tool.name === 'a' ? { decision: 'block', reason: 'x' } : {}))
  engine.on('PreToolUse', {}, ({ tool }) =>
    tool.name === 'a' ? { decision: 'block', reason: 'x' } : { systemMessage: 'y' },
  )
  engine.on('PreToolUse', {}, ({ tool }) => (tool.name === 'a' ? deny('x') : { systemMessage: 'y' }))
  engine.on('PreToolUse', {}, async ({ tool }) => (tool.name === 'a' ? deny('x') : { systemMessage: 'y' }))
  engine.on('PreToolUse', {}, ({ tool }) => {
    if (tool.name === 'a')
      return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }
    return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } }
  })
  engine.on('PreToolUse', {}, ({ tool }) => {
    if (tool.name === 'a')
      return {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'x',
        },
      }
    return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } }
  })
  engine.on('PreToolUse', {}, ({ tool }) => {
    if (tool.name === 'a') return deny('x')
    if (tool.name === 'b') return Promise.resolve({ systemMessage: 'y' })
    return undefined
  })
  engine.on('PreToolUse', {}, ({ tool }) => {
    if (tool.name === 'a') return { decision: 'block', reason: 'x' }
  })
  engine.on('PreToolUse', {}, ({ tool }) =>
    tool.name === 'a'
      ? { decision: 'deny', reason: 'x' }
      : { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'y' } },
  )
  engine.session('s').on('Stop', {}, ({ prompt }) => (prompt === 'x' ? deny('x') : { continue: false }))
  engine.on(deploy, {}, ({ fields }) => (fields.force ? { decision: 'block', reason: 'x' } : {}))
  for (const name of ['PreToolUse', 'PostToolUse'] as const)
    engine.on(name, {}, ({ tool }) => (tool.name === 'x' ? deny('x') : {}))
  // @ts-expect-error -- a misspelt key in the first of two shapes
  engine.on('PreToolUse', {}, ({ tool }) => (tool.name === 'a' ? { decison: 'block' } : {}))
  // @ts-expect-error -- a misspelt key in the second of two shapes
  engine.on('PreToolUse', {}, ({ tool }) => (tool.name === 'a' ? deny('x') : { sytemMessage: 'y' }))
  // @ts-expect-error -- a misspelt key beside a right one, in one of two shapes
  engine.on('Stop', {}, ({ prompt }) => (prompt ? { decision: 'block', reson: 'x' } : { reason: 'y' }))
  // @ts-expect-error -- a misspelt key, at once or later
  engine.on('Stop', {}, ({ prompt }) =>
    prompt ? deny('x') : Promise.resolve({ reson: 'x', continue: true }),
  )
  // @ts-expect-error -- a misspelt word in one of two shapes
  engine.on('PreToolUse', {}, ({ tool }) => (tool.name === 'a' ? { decision: 'denny' } : {}))
  // @ts-expect-error -- one of the two is no answer at all
  engine.on('PreToolUse', {}, ({ tool }) => (tool.name === 'a' ? deny('x') : false))
  // @ts-expect-error -- a misspelt field in one of two shapes
  engine.on('PreToolUse', {}, ({ tool }) => {
    if (tool.name === 'a') return deny('x')
    return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecison: 'deny' } }
  })
}

export function callbacks(engine: Engine): void {
  engine.onCallbacks({
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: [
          async (input, toolUseId, { signal }) =>
            signal.aborted || toolUseId === undefined
              ? {}
              : {
                  hookSpecificOutput: {
                    hookEventName: 'PreToolUse',
                    permissionDecision: 'deny',
                    permissionDecisionReason: String(input['tool_name']),
                  },
                },
        ],
      },
    ],
    Stop: [{ hooks: [() => ({ decision: 'block', reason: 'x' })], timeout: 5, onFailure: 'block' }],
    PreCompact: [{ hooks: [() => undefined, async () => {}] }],
  })
  engine.onCallbacks({ [deploy]: [{ hooks: [() => ({})] }] })
  engine.onCallbacks(sdkHooks)
  // @ts-expect-error -- a misspelt event
  engine.onCallbacks({ Stopp: [{ hooks: [() => ({})] }] })
  // @ts-expect-error -- a misspelt event beside a right one
  engine.onCallbacks({ Stop: [], Stopp: [{ hooks: [() => ({})] }] })
  // @ts-expect-error -- a misspelt key
  engine.onCallbacks({ Stop: [{ hooks: [() => ({ decison: 'block' })] }] })
  // @ts-expect-error -- a misspelt key beside a right one
  engine.onCallbacks({ Stop: [{ hooks: [async () => ({ decison: 'block', reason: 'x' })] }] })
  // @ts-expect-error -- a misspelt key of a group
  engine.onCallbacks({ Stop: [{ hooks: [() => ({})], matchr: 'x' }] })
  engine.onCallbacks({
    PreToolUse: [{ matcher: 'Bash', hooks: [async (input) => ({ reason: String(input['tool_name']) })] }],
    // @ts-expect-error -- a misspelt key in one of several
    Stop: [{ hooks: [async (input, _id) => ({ reason: String(input['cwd']), decison: 'block' })] }],
  })
  // @ts-expect-error -- a misspelt word
  engine.onCallbacks({ Stop: [{ hooks: [() => ({ decision: 'deny' })] }] })
}

/** Callbacks as the agent SDK types them: its own inputs and outputs, of all events together. */
type SdkInput =
  | { hook_event_name: 'PreToolUse'; tool_name: string }
  | { hook_event_name: 'Stop'; session_id: string }
type SdkOutput =
  | { async: true; asyncTimeout?: number }
  | {
      continue?: boolean
      decision?: 'approve' | 'block'
      systemMessage?: string
      hookSpecificOutput?:
        | {
            hookEventName: 'PreToolUse'
            permissionDecision?: 'allow' | 'deny' | 'ask'
            updatedInput?: Record<string, unknown>
          }
        | { hookEventName: 'PostToolUse'; additionalContext?: string }
    }
type SdkTypedCallback = (
  input: SdkInput,
  toolUseID: string | undefined,
  options: { signal: AbortSignal },
) => Promise<SdkOutput>
const sdkHooks: Partial<Record<'PreToolUse' | 'Stop', { matcher?: string; hooks: SdkTypedCallback[] }[]>> = {}

export async function packs(engine: Engine): Promise<void> {
  await engine.use('hookwright/format')
  await engine.use('hookwright/dangerous-commands', {
    with: { level: 'deny', categories: { history: 'observe' }, folders: ['/tmp/x'] },
    events: ['PreToolUse'],
  })
  await engine.session('s').use('hookwright/secrets', { events: ['UserPromptSubmit', 'PreToolUse'] })
  // @ts-expect-error -- a misspelt pack
  await engine.use('hookwright/formt')
  // @ts-expect-error -- a misspelt option
  await engine.use('hookwright/format', { with: { tel: 'none' } })
  // @ts-expect-error -- a value that the option does not take
  await engine.use('hookwright/dangerous-commands', { with: { level: 'block' } })
  // @ts-expect-error -- a misspelt category
  await engine.use('hookwright/dangerous-commands', { with: { categories: { histry: 'deny' } } })
  // @ts-expect-error -- an event that the pack does nothing on
  await engine.use('hookwright/format', { events: ['Stop'] })
}
