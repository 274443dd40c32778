import type { Decision } from '../core/decision.ts'
import { fixedDecision, type Hook } from '../core/hook.ts'
import { definitionOf } from './definition.ts'

/** Parts of a hook that decide for which events it is. */
const REACH = [
  'event',
  'native',
  'tools',
  'matcher',
  'subject',
  'condition',
  'onFailure',
  'guard',
  'mode',
  'dialect',
  'wire',
  'note',
  'disabled',
] as const satisfies readonly (keyof Hook)[]

/**
 * What an approval keeps of its hook: for which events it was, so that something can speak in its place when it is
 * changed or gone, and its definition as text, so that a person can see the difference. No secret is in it.
 */
export type ApprovedForm = Pick<Hook, (typeof REACH)[number]> & {
  readonly scope: Hook['source']['scope']
  readonly pointer: Hook['source']['pointer']
  /** `kind:name` of the plugin, skill or agent that brought it. */
  readonly owner?: string
  /** The file that uses the pack of its file. */
  readonly usedBy?: string
  /** What it decides in any case, as rules do. */
  readonly rule?: Decision
  /** Another file asked for its file, with `imports`. */
  readonly imported?: true
  /** Its definition, unfilled, as `definitionOf` writes it. */
  readonly definition: string
}

export function formOf(hook: Hook, imported: ReadonlySet<string>): ApprovedForm {
  const { scope, pointer, owner, pack } = hook.source
  const reach = Object.fromEntries(
    REACH.flatMap((key) => (hook[key] === undefined || isElsewhere(key, hook) ? [] : [[key, hook[key]]])),
  )
  const rule = fixedDecision(hook)
  return {
    ...(reach as Pick<Hook, (typeof REACH)[number]>),
    scope,
    pointer,
    ...(owner !== undefined && { owner: `${owner.kind}:${owner.name}` }),
    ...(pack !== undefined && { usedBy: pack.usedBy }),
    ...(rule !== undefined && { rule }),
    ...(imported.has(hook.source.file) && { imported: true }),
    definition: definitionOf(hook),
  }
}

/** What a policy or the user's settings switch off is not the hook's own. */
function isElsewhere(key: keyof Hook, { offInFile }: Hook): boolean {
  return key === 'disabled' && offInFile !== true
}

/** True for what can be stood in for; another version may have written it. */
export function isForm(value: unknown): value is ApprovedForm {
  if (typeof value !== 'object' || value === null) return false
  const form = value as Partial<Record<keyof ApprovedForm, unknown>>
  const { event, dialect, wire, scope, definition, onFailure, mode } = form
  const texts = [event, dialect, wire, scope, definition, onFailure, mode]
  return texts.every(isText) && isMatcher(form.matcher) && Array.isArray(form.pointer) && isReach(form)
}

function isReach({
  native,
  condition,
  tools,
  subject,
}: Partial<Record<keyof ApprovedForm, unknown>>): boolean {
  const isSubject = subject === undefined || subject === 'tool' || subject === 'command' || isObject(subject)
  return (
    [native, condition].every((each) => each === undefined || isText(each)) &&
    isSubject &&
    isTexts(tools ?? [])
  )
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
}

function isMatcher(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { kind, names, source } = value as Readonly<Record<string, unknown>>
  if (kind === 'regex') return typeof source === 'string' && compiles(source)
  return kind === 'all' || (kind === 'names' && isTexts(names))
}

function compiles(source: string): boolean {
  try {
    void new RegExp(source)
    return true
  } catch {
    return false
  }
}
