import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exited } from '../../../../test/conformance/helpers/claude.ts'
import { hook, places, toolEvent } from '../../../../test/helpers/builders.ts'
import { deny, emptyVerdict, type Effect } from '../../../core/decision.ts'
import { subjectOf, type Event } from '../../../core/event.ts'
import { isIssue, issue, type Issue } from '../../../core/issue.ts'
import { seal } from '../../../core/sealed.ts'
import { claudeEvents } from '../../claude-code/events.ts'
import type { ConfigReading, HookSide } from '../../dialect.ts'
import { claudeFamily } from './family.ts'
import { claudeBehind } from './behind.ts'
import { pickEvents } from './event-table.ts'
import type { ClaudeProfile } from './profile.ts'

/** A host that follows the contract under names of its own. */
const PROFILE: ClaudeProfile = {
  name: 'acme',
  title: 'Acme',
  wire: 'acme',
  events: pickEvents(claudeEvents, {
    before_tool: { event: 'PreToolUse', timeoutMs: 5_000, handlers: ['command'] },
    before_shell: 'PreToolUse',
    turn_end: { event: 'Stop', effects: [] },
  }),
  voiding: ['before_tool'],
  variables: { projectDir: 'ACME_ROOT', sessionId: 'ACME_SESSION', pluginRoot: 'ACME_PLUGIN' },
  placeholders: { projectDir: 'ACME_ROOT' },
  tools: { run_shell: 'Bash', shell: 'Bash', put_file: 'Write' },
  folder: '.acme',
  timeoutUnit: 'milliseconds',
  behind: claudeBehind,
  host: {
    combination: { order: () => 'serial', stopAt: ['deny'], rewrites: 'chain' },
    failures: () => 'deny',
    files: ({ startDir }) => [{ find: 'file', scope: 'project', path: `${startDir}/.acme/hooks.json` }],
  },
}

const acme = claudeFamily(PROFILE)
const FILE = '/home/dev/app/.acme/hooks.json'

test('a profile gives the dialect its names, files and rules', () => {
  expect(acme).toMatchObject({ name: 'acme', title: 'Acme', wire: 'acme', ...PROFILE.host })
  expect(Object.entries(acme.events).map(([native, { event }]) => [native, event])).toEqual([
    ['before_tool', 'PreToolUse'],
    ['before_shell', 'PreToolUse'],
    ['turn_end', 'Stop'],
  ])
  expect(acme.files(places())).toEqual([{ find: 'file', scope: 'project', path: FILE }])
})

test('no module of the family has names of one host, or its table of events', () => {
  const modules = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const knowing = modules.filter((name) =>
    /CLAUDE_|from '\.\.\/\.\.\/[\w-]+\/|'claude-code'/.test(
      readFileSync(join(import.meta.dirname, name), 'utf8'),
    ),
  )
  expect(knowing).toEqual([])
  expect(modules).toContain('family.ts')
})

test('a row for an event that the other table does not have is a mistake of the profile', () =>
  expect(() => pickEvents(claudeEvents, { x: 'BeforeModel' })).toThrow(
    'There is no event "BeforeModel" to make "x" of.',
  ))

describe('a payload', () => {
  test.for(['before_tool', 'before_shell'])('of %s is a PreToolUse with a canonical tool', (native) =>
    expect(
      decoded({ hook_event_name: native, tool_name: 'shell', tool_input: { command: 'ls' } }),
    ).toMatchObject({
      name: 'PreToolUse',
      native,
      host: 'acme',
      tool: { name: 'Bash', nativeName: 'shell', input: { command: 'ls' } },
      payload: { wire: 'acme' },
    }),
  )

  test('of an event that the profile does not have keeps its name', () =>
    expect(decoded({ hook_event_name: 'PreToolUse' })).toMatchObject({
      name: 'PreToolUse',
      native: 'PreToolUse',
    }))

  test('that cannot be judged names its event by the canonical name', () => {
    const broken = decode({ hook_event_name: 'before_shell', tool_name: 7 })
    expect(broken).toMatchObject({ code: 'payload.field', event: 'PreToolUse' })
    expect(decode({ hook_event_name: 3 }, 'before_shell')).toMatchObject({ event: 'PreToolUse' })
    const deep = `{"hook_event_name":"turn_end","a":${'['.repeat(1_100)}${']'.repeat(1_100)}}`
    expect(decode(deep)).toMatchObject({ code: 'payload.depth', event: 'Stop' })
  })
})

describe('a file', () => {
  test('has native events, native tools and timeouts in milliseconds', async () => {
    const { hooks, issues } = await readFile({
      before_shell: [{ matcher: 'shell', hooks: [{ type: 'command', command: 'a', timeout: 250 }] }],
      before_tool: [{ hooks: [{ type: 'command', command: 'b' }] }],
    })
    expect(issues).toEqual([])
    expect(hooks).toMatchObject([
      {
        id: 'acme:project:before_shell:0.0',
        event: 'PreToolUse',
        timeoutMs: 250,
        dialect: 'acme',
        wire: 'acme',
      },
      { id: 'acme:project:before_tool:0.0', event: 'PreToolUse', timeoutMs: 5_000 },
    ])
    expect(subjectOf(toolEvent('Bash', {}), hooks[0]?.subject)).toBe('run_shell')
    expect(
      subjectOf(decoded({ hook_event_name: 'before_tool', tool_name: 'shell' }), hooks[0]?.subject),
    ).toBe('shell')
  })

  test('is told in the names of its host what does not work', async () => {
    const { issues } = await readFile({
      PreToolUse: [],
      before_tool: [
        { matcher: 'Run_Shell', hooks: [{ type: 'http', url: 'http://localhost', timeout: 'x' }] },
        { matcher: 'Run_Shell', hooks: [{ type: 'prompt', prompt: 'ok?', colour: 'red' }] },
      ],
    })
    expect(issues.map(({ message }) => message)).toEqual([
      'Acme has no event "PreToolUse"; its hooks are skipped.',
      'Matcher "Run_Shell" matches nothing.',
      '"timeout" must be a number of milliseconds, not a string.',
      'Matcher "Run_Shell" matches nothing.',
      '"colour" is not a key Acme knows here; it is ignored.',
      'Acme runs no prompt handlers on before_tool.',
      'Nothing in this file is applied, because a hook under before_tool is broken and may be a guard.',
    ])
  })

  test('fills in its own placeholders and no others', async () => {
    const args = ['${ACME_ROOT}/x', '${CLAUDE_PROJECT_DIR}', '${user_config.key}']
    const { hooks } = await readFile({ turn_end: [{ hooks: [{ type: 'command', command: 'run', args }] }] })
    expect(hooks[0]?.handler).toMatchObject({
      start: { words: ['run', '/home/dev/app/x', args[1], args[2]] },
    })
  })

  test('of a plugin has its hooks after those of settings, and equal ids are told apart', async () => {
    const config = await acme.config()
    const value = { hooks: { turn_end: [{ hooks: [{ type: 'command', command: 'a' }] }] } }
    const owner = { kind: 'plugin', name: 'p', root: '/plugin' } as const
    const readings = [
      config.read({ file: '/plugin/hooks.json', scope: 'plugin', value, owner }, places()),
      config.read({ file: FILE, scope: 'project', value }, places()),
      config.read({ file: `${FILE}2`, scope: 'project', value }, places()),
    ]
    expect(config.combine(readings, places()).hooks.map(({ id }) => id)).toEqual([
      'acme:project:turn_end:0.0',
      'acme:project:turn_end:0.0@2',
      'acme:plugin/p:turn_end:0.0',
    ])
  })

  test('that is not an object is refused', async () => {
    const config = await acme.config()
    const { issues } = config.read({ file: FILE, scope: 'project', value: [] }, places())
    expect(issues.map(({ code }) => code)).toEqual(['config.shape'])
  })
})

describe('a hook', () => {
  const own = hook({
    event: 'PreToolUse',
    dialect: 'acme',
    wire: 'acme',
    source: { file: FILE, pointer: [], scope: 'project' },
    onFailure: 'native',
  })
  const foreign = toolEvent('Write', { path: 'a' }, { host: 'claude-code', sessionId: 's' })

  test('reads the bytes of its own host unchanged', async () => {
    const text = '{"hook_event_name": "before_shell",  "tool_name": "shell"}\n'
    const event = decoded(text)
    expect(event.native).toBe('before_shell')
    expect(asText((await side()).encodeInput(event, own))).toBe(text)
  })

  test('reads an event of another host under the names of its own', async () => {
    const [written] = (await readFile({ before_shell: [{ hooks: [{ type: 'command', command: 'a' }] }] }))
      .hooks
    const input = (one: Event, of = own): unknown => JSON.parse(asText(hooks.encodeInput(one, of)))
    const hooks = await side()
    expect(input(foreign)).toMatchObject({ hook_event_name: 'before_tool', tool_name: 'put_file' })
    expect(input(foreign, written)).toMatchObject({ hook_event_name: 'before_shell' })
    const { payload: _, ...rewritten } = decoded({ hook_event_name: 'before_shell', tool_name: 'shell' })
    expect(input(rewritten)).toMatchObject({ hook_event_name: 'before_shell', tool_name: 'shell' })
  })

  test('finds the variables of its own host and of no other', async () => {
    const options = seal({ key: 'v' })
    const owner = { kind: 'plugin', name: 'p', root: '/plugin', dataDir: '/data', options } as const
    const source = { ...own.source, owner }
    const environment = (await side()).environment(foreign, { ...own, source }, { OTEL_X: '1' })
    expect(environment).toEqual({
      ACME_ROOT: '/home/dev/app',
      ACME_SESSION: 's',
      ACME_PLUGIN: '/plugin',
    })
    expect((await side()).takesEnvFile?.({ ...foreign, name: 'SessionStart' }, own, {})).toBe(false)
  })

  test('answers with the native name of its event', async () => {
    const { decodeOutput } = await side()
    const event = decoded({ hook_event_name: 'before_shell', tool_name: 'shell' })
    const answer = (hookEventName: string): unknown =>
      decodeOutput(
        own,
        event,
        exited(0, { hookSpecificOutput: { hookEventName, permissionDecision: 'ask' } }),
      )
    expect(answer('before_shell')).toMatchObject({ decision: 'ask', issues: [] })
    expect(answer('PreToolUse')).toMatchObject({
      failure: 'protocol-error',
      issues: [{ message: expect.stringContaining('must be "before_shell", not "PreToolUse"') as string }],
    })
    expect(decodeOutput(own, event, exited(2, '', 'no'))).toMatchObject({ decision: 'deny' })
  })
})

describe('a reply', () => {
  test.for(['before_tool', 'before_shell'])('to %s has that name', (native) => {
    const event = decoded({ hook_event_name: native, tool_name: 'shell' })
    const { stdout, exitCode } = acme.encodeReply(event, { ...emptyVerdict, ...deny('no') })
    expect([JSON.parse(stdout), exitCode]).toEqual([
      {
        hookSpecificOutput: {
          hookEventName: native,
          permissionDecision: 'deny',
          permissionDecisionReason: 'no',
        },
      },
      0,
    ])
  })

  test('says only what the row of its event allows', () => {
    const effects: readonly Effect[] = [{ kind: 'keep-going', text: 'go on' }]
    const { stdout } = acme.encodeReply(decoded({ hook_event_name: 'turn_end' }), {
      ...emptyVerdict,
      effects,
    })
    expect(stdout).toBe('')
  })

  test('about a failure of ours is in the host’s names', () => {
    const event = decoded({ hook_event_name: 'before_shell' })
    const problem = issue('x', {}, 'Broken.')
    const { stdout } = acme.encodeFailure(event, problem, 'deny')
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: { hookEventName: 'before_shell', permissionDecision: 'deny' },
    })
    expect(acme.encodeFailure({ name: 'Stop' }, problem, 'ignore')).toMatchObject({ exitCode: 0 })
    expect(acme.encodeWithoutStdout(event, 'no')).toEqual({ stdout: '', stderr: 'no\n', exitCode: 2 })
  })

  test('of a hook that went on after its event is in the host’s names', () =>
    expect(JSON.parse(acme.behind?.encodeLate('Stop', [{ kind: 'add-context', text: 'c' }]) ?? '')).toEqual({
      hookSpecificOutput: { hookEventName: 'turn_end', additionalContext: 'c' },
    }))
})

function decode(payload: unknown, event?: string): Event | Issue {
  const bytes = new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload))
  const where = { startDir: '/home/dev/app', projectDir: '/home/dev/app', at: 0 }
  return acme.decodeEvent({ bytes, ...where, ...(event !== undefined && { event }) })
}

function decoded(payload: unknown): Event {
  const event = decode(payload)
  if (isIssue(event)) throw new Error(event.message)
  return event
}

async function readFile(hooks: unknown): Promise<ConfigReading> {
  const config = await acme.config()
  return config.read({ file: FILE, scope: 'project', value: { hooks } }, places())
}

function side(): Promise<HookSide> {
  return acme.hooks()
}

function asText(input: string | Uint8Array): string {
  return typeof input === 'string' ? input : new TextDecoder().decode(input)
}
