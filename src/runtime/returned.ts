import { NO_MESSAGE, readPatchValue } from '../dialects/codex-runtime/output.ts'
import type { HookContext } from '../dialects/codex-runtime/contract.ts'
import { NOOP, type HookAction, type HookIssue, type HookIssueClass } from './hook.ts'

/** Whose answer it is, and when it was given. */
export type Asked = { readonly name: string; readonly phase: HookContext['phase'] }

const CLASSES: ReadonlySet<unknown> = new Set(['Validation', 'Execution', 'Timeout', 'Internal'])

/** Hooks are often plain JavaScript, so nothing about what they return is taken for granted. */
export function readPreAnswer(value: unknown, asked: Asked): HookAction | HookIssue {
  if (value === undefined || value === null) return NOOP
  if (!isObject(value)) return problem(asked, 'Execution', `returned ${nameOf(value)}, which is no action`)
  if ('class' in value) return readIssue(value, asked)
  switch (value['kind']) {
    case 'noop':
      return NOOP
    case 'block':
      return readBlock(value, asked)
    case 'mutate':
      return readMutation(value['patch'], asked)
    default:
      return problem(asked, 'Execution', `returned an action of unknown kind: ${nameOf(value['kind'])}`)
  }
}

export function readPostAnswer(value: unknown, asked: Asked): HookIssue | undefined {
  if (value === undefined || value === null) return undefined
  if (isObject(value)) return 'class' in value ? readIssue(value, asked) : undefined
  return problem(asked, 'Execution', `returned ${nameOf(value)}, which is no issue`)
}

export function problem({ name, phase }: Asked, kind: HookIssueClass, message: string): HookIssue {
  return { hookName: name, phase, class: kind, message }
}

type Fields = Readonly<Record<string, unknown>>

/** A hook may forget who it is, and is not believed about when it ran. */
function readIssue(value: Fields, { name, phase }: Asked): HookIssue {
  const { class: kind, message } = value
  return {
    ...value,
    hookName: textOr(value['hookName'], name),
    phase,
    class: CLASSES.has(kind) ? (kind as HookIssueClass) : 'Execution',
    message: typeof message === 'string' ? message : 'failed without a message',
  }
}

/** However little it says, it blocks. */
function readBlock(value: Fields, asked: Asked): HookAction {
  const { name, phase } = asked
  const { message, stderr, issue } = value
  return {
    kind: 'block',
    hookName: textOr(value['hookName'], name),
    phase: (value['phase'] as Asked['phase'] | undefined) ?? phase,
    message: textOr(message, NO_MESSAGE),
    ...(typeof stderr === 'string' && { stderr }),
    ...(isObject(issue) && { issue: readIssue(issue, asked) }),
  }
}

function readMutation(value: unknown, asked: Asked): HookAction | HookIssue {
  const patch = readPatchValue(value)
  return typeof patch === 'string' ? problem(asked, 'Validation', patch) : { kind: 'mutate', patch }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nameOf(value: unknown): string {
  if (typeof value === 'string') return `"${value.slice(0, 60)}"`
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
}

function textOr(value: unknown, other: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value : other
}
