import type { PlainSubject } from '../../../core/event.ts'
import type { HandlerSpec, Hook } from '../../../core/hook.ts'
import type { MatcherRules } from '../../../core/matcher.ts'
import type { EventSpec } from '../../dialect.ts'
import type { ConfigWriter, Loss, SourceHook, WrittenHook } from '../../writer.ts'
import { unwritten } from '../../writer.ts'
import { shellLine, shellLineWith, shellText } from '../convert/command-line.ts'
import { nativesOf } from '../convert/names.ts'
import { patternFor } from '../convert/pattern.ts'
import { lostTraits, type Trait } from '../convert/traits.ts'
import {
  nativeOf,
  standard,
  type ClaudeEvents,
  type ClaudeEventSpec,
  type HandlerType,
} from './event-spec.ts'
import { matcherRules } from './matcher.ts'
import type { HookContract } from './profile.ts'
import { failureCanBlock, notTaken } from './remarks.ts'
import { hookSubject } from './tool-names.ts'

/** What handlers in the files of one host may say, beside `type`, `command` and `timeout`. */
export type ClaudeWriting = {
  readonly contract: HookContract
  /** What messages call the target. */
  readonly host: string
  readonly traits: ReadonlySet<Trait>
  /** `args`: a program without a shell. `shell`: PowerShell. `onFailure`: `block`. `env`: variables. */
  readonly keys: ReadonlySet<'args' | 'shell' | 'onFailure' | 'env'>
  /** Timeouts are whole numbers of the unit. */
  readonly wholeTimeouts?: true
  /** Types of handlers that the host runs. Absent: what the rows of its events say. */
  readonly handlers?: readonly HandlerType[]
  /** Shell text for the project's folder. Default: the variable of the contract. */
  readonly project?: string
  /** The host's names of a canonical tool, where they are not those of the contract's table. */
  readonly nativeNames?: (name: string) => readonly string[]
  /** Which matchers are lists of names. Default: those of the event's row. */
  readonly rules?: MatcherRules
  /** Default of a hook's timeout in milliseconds, where the rows of the contract do not say it. */
  readonly timeoutMs?: number
  readonly isLinear?: true
  readonly isLiteral?: true
  readonly testsNative?: true
}

type File = Pick<ConfigWriter, 'format' | 'file' | 'top'>

/** Returns the writer of a host whose files hold `{ EVENT: [{ matcher, hooks: [handler…] }] }`. */
export function claudeWriter(file: File, writing: ClaudeWriting): ConfigWriter {
  return { ...file, write: (source) => writeGroup(source, writing) }
}

/** Returns one handler of a group, by the rules of the contract. */
export function writeGroup(source: SourceHook, writing: ClaudeWriting): ReturnType<ConfigWriter['write']> {
  const { hook } = source
  const { contract, host } = writing
  const spec = Object.values(contract.events).find(({ event }) => event === hook.event)
  if (spec === undefined) return unwritten('event', `${host} has no event ${hook.event}`)
  const handler = writeHandler(source, writing)
  if (typeof handler === 'string') return unwritten('type', handler)
  if (!(writing.handlers ?? spec.handlers).includes(handler.type))
    return unwritten('type', notTaken(handler.type, spec, host))
  const pattern = patternFor(hook, patternTarget(spec, writing))
  const failure = failureOf(source, spec, writing)
  const timeout = timeoutOf(hook, spec, { ...writing, type: handler.type })
  return {
    event: nativeOf(spec),
    form: 'group',
    ...(pattern.text !== undefined && { matcher: pattern.text }),
    entry: { ...handler, ...timeout.entry, ...traitKeys(hook, writing), ...failure.entry },
    ...(failure.says && { saysFailure: true }),
    losses: [
      ...pattern.losses,
      ...timeout.losses,
      ...failure.losses,
      ...lostTraits(hook, writing.traits, host),
    ],
  } satisfies WrittenHook
}

function patternTarget(spec: ClaudeEventSpec, writing: ClaudeWriting): Parameters<typeof patternFor>[1] {
  const { contract, rules, nativeNames, isLinear, isLiteral, testsNative } = writing
  const subject = hookSubject(spec.subject, contract)
  const natives = typeof subject === 'object' && 'tool' in subject ? subject.tool : undefined
  return {
    subject,
    rules: rules ?? matcherRules(spec),
    ...(natives !== undefined && { nativeNames: (name) => nativesOf(name, natives) ?? [name] }),
    ...(nativeNames && { nativeNames }),
    ...(isLinear && { isLinear }),
    ...(isLiteral && { isLiteral }),
    ...(testsNative && { testsNative }),
  }
}

/** Returns rows for a host of another contract whose files hold groups of this form. */
export function groupRows(events: Readonly<Record<string, EventSpec>>): ClaudeEvents {
  return Object.fromEntries(
    Object.entries(events).map(([native, { event, subject, gate, decisions }]) => {
      const row = standard({ gate, decisions, ...(isPlain(subject) && { subject }) })
      return [native, { ...row, event, native }]
    }),
  )
}

function isPlain(subject: EventSpec['subject']): subject is PlainSubject {
  return subject === 'tool' || (typeof subject === 'object' && 'field' in subject)
}

type Handler = { readonly type: HandlerType; readonly [key: string]: unknown }

/** Returns the handler, or why the target has none like it. */
function writeHandler(source: SourceHook, writing: ClaudeWriting): Handler | string {
  const { hook, words } = source
  const { handler } = hook
  switch (handler.type) {
    case 'command':
      return { type: 'command', ...commandKeys(handler, source, writing) }
    case 'rule':
      return words === undefined
        ? `${writing.host} has no rules without a command`
        : { type: 'command', command: shellText(words) }
    case 'http': {
      const { url, headers, allowedEnvVars } = handler
      return { type: 'http', url, ...(headers && { headers }), ...(allowedEnvVars && { allowedEnvVars }) }
    }
    case 'mcp_tool': {
      const { server, tool, input } = handler
      return { type: 'mcp_tool', server, tool, ...(input && { input }) }
    }
    case 'model': {
      const { form, prompt, model, continueOnBlock } = handler
      const goesOn = form === 'prompt' && continueOnBlock
      return { type: form, prompt, ...(model && { model }), ...(goesOn && { continueOnBlock }) }
    }
    case 'module':
      return `${writing.host} has no modules; run the file with "command" instead`
    case 'pack':
      return `${writing.host} has no packs`
    case 'function':
    case 'unsupported':
      return 'it is not a handler of a file'
  }
}

type Command = Extract<HandlerSpec, { type: 'command' }>

function commandKeys(
  { start, cwd, env }: Command,
  { words = [], variables }: SourceHook,
  { contract, keys, project = `"$${contract.variables.projectDir}"` }: ClaudeWriting,
): Readonly<Record<string, unknown>> {
  const kept = keys.has('env') && env !== undefined ? { env } : {}
  const besides = keys.has('env') ? undefined : env
  if (cwd !== undefined || besides !== undefined) {
    return { command: shellLineWith(words, { project, cwd, env: besides, variables }), ...kept }
  }
  if (start.kind === 'inline' && start.form === 'sh-c')
    return { command: start.written ?? start.command, ...kept }
  if (start.kind === 'inline' && start.form === 'pwsh-command' && keys.has('shell'))
    return { command: start.written ?? start.command, shell: 'powershell', ...kept }
  const [command = '', ...args] = words
  return keys.has('args') ? { command, args, ...kept } : { command: shellLine(words, variables), ...kept }
}

const MODEL_TIMEOUT_MS: Readonly<Partial<Record<HandlerType, number>>> = { prompt: 30_000, agent: 60_000 }

type Part = { readonly entry: Readonly<Record<string, unknown>>; readonly losses: readonly Loss[] }

/** In the unit of the target's files, and left out where it is the default. */
function timeoutOf(
  { timeoutMs }: Hook,
  spec: ClaudeEventSpec,
  { contract, wholeTimeouts, timeoutMs: own, type }: ClaudeWriting & { readonly type: HandlerType },
): Part {
  if (timeoutMs === (MODEL_TIMEOUT_MS[type] ?? own ?? spec.timeoutMs)) return { entry: {}, losses: [] }
  const exact = contract.timeoutUnit === 'milliseconds' ? timeoutMs : timeoutMs / 1_000
  const timeout = wholeTimeouts ? Math.ceil(exact) : exact
  const why = `the target takes whole numbers, so ${exact} became ${timeout}`
  return {
    entry: { timeout },
    losses: timeout === exact ? [] : [{ effect: 'note', part: 'timeout', why }],
  }
}

function traitKeys(hook: Hook, { traits }: ClaudeWriting): Readonly<Record<string, unknown>> {
  const { condition, mode, once, statusMessage } = hook
  return {
    ...(condition !== undefined && traits.has('if') && { if: condition }),
    ...(mode === 'background' && traits.has('async') && { async: true }),
    ...(mode === 'rewake' && traits.has('asyncRewake') && { asyncRewake: true }),
    ...(once && traits.has('once') && { once }),
    ...(statusMessage !== undefined && traits.has('statusMessage') && { statusMessage }),
  }
}

type FailureKeys = Part & { readonly says: boolean }

/** A failure that asked denies where the target cannot ask, so that the guard still holds. */
function failureOf(
  { hook, failure }: SourceHook,
  spec: ClaudeEventSpec,
  { keys }: ClaudeWriting,
): FailureKeys {
  const canSay = keys.has('onFailure') && hook.mode === 'wait' && failureCanBlock({ type: 'command' }, spec)
  const hasKey = hook.handler.type === 'command' || hook.handler.type === 'http'
  if (failure === 'none' || !canSay || !hasKey) return { entry: {}, losses: [], says: false }
  const asked: Loss = { effect: 'note', part: 'onFailure', why: 'a failure blocks instead of asking' }
  return { entry: { onFailure: 'block' }, losses: failure === 'ask' ? [asked] : [], says: true }
}
