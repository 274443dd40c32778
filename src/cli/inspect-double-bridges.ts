import type { Hook, Scope } from '../core/hook.ts'
import { notice, type Issue } from '../core/issue.ts'
import type { MatcherSpec } from '../core/matcher.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { isOthers, nativeEvent, saidCall, saidUrl, type SaidCall } from './bridge-call.ts'

/** An entry of a host's file that calls us. */
export type Bridge = {
  readonly hook: Hook
  readonly dialect: Dialect
  readonly native: string
  readonly said: SaidCall
}

/** One remark for each entry whose host calls the bridge for the same event in another entry, with the same hooks. */
export function inspectDoubleBridges(
  hooks: readonly Hook[],
  dialects: ReadonlyMap<string, Dialect>,
): readonly Issue[] {
  const bridges = bridgesIn(hooks, dialects)
  return bridges.flatMap((bridge, index) => {
    const earlier = bridges.slice(0, index).filter((each) => isSame(each, bridge))
    // Of two in one file it is clear which to remove.
    const first = earlier.find(({ hook }) => hook.source.file === bridge.hook.source.file) ?? earlier[0]
    return first === undefined ? [] : [remark(bridge, first)]
  })
}

/** Which entries are looked for. */
type Looking = {
  /** Those that are switched off, in place of those that are on. Default: false. */
  readonly isOff?: boolean
  /** The text of a program that an entry starts by its path. Default: no program is read. */
  readonly programText?: (file: string) => string | undefined
}

/** Returns the entries that call us. */
export function bridgesIn(
  hooks: readonly Hook[],
  dialects: ReadonlyMap<string, Dialect>,
  { isOff = false, programText = () => undefined }: Looking = {},
): readonly Bridge[] {
  return hooks
    .filter(({ disabled }) => (disabled !== undefined) === isOff)
    .flatMap((hook) => bridgeOf(hook, { dialects, programText }) ?? [])
}

type Reading = Required<Pick<Looking, 'programText'>> & { readonly dialects: ReadonlyMap<string, Dialect> }

function bridgeOf(hook: Hook, { dialects, programText }: Reading): Bridge | undefined {
  const dialect = dialects.get(hook.dialect)
  const native = dialect && nativeEvent(hook, dialect)
  const { handler } = hook
  if (dialect === undefined || native === undefined || isOthers(hook)) return undefined
  if (handler.type === 'http') {
    const called = saidUrl(handler.url)
    return called && { hook, dialect, native, said: called }
  }
  if (handler.type !== 'command' || handler.start.kind === 'script') return undefined
  const { start } = handler
  const command = start.kind === 'argv' ? start.words.join(' ') : start.command
  const said = callIn(command) ?? callIn(programText(command) ?? '')
  return said && { hook, dialect, native, said }
}

function callIn(command: string): SaidCall | undefined {
  return command
    .split(/[;&|\n]+/)
    .map(saidCall)
    .find((each) => each !== undefined)
}

/** Only where it is certain that both are called for some action. */
function isSame(a: Bridge, b: Bridge): boolean {
  return (
    a.dialect === b.dialect &&
    a.native === b.native &&
    a.hook.condition === b.hook.condition &&
    a.said.host === b.said.host &&
    isEqual(a.said.choice, b.said.choice) &&
    overlaps(a.hook.matcher, b.hook.matcher)
  )
}

function overlaps(a: MatcherSpec, b: MatcherSpec): boolean {
  if (a.kind === 'all' || b.kind === 'all') return true
  if (a.kind === 'names' && b.kind === 'names') return a.names.some((name) => b.names.includes(name))
  return isEqual(a, b)
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function remark(bridge: Bridge, first: Bridge): Issue {
  const { hook, native } = bridge
  const { file, pointer, scope } = hook.source
  const other = first.hook.source
  const isInFile = other.file === file
  const where = isInFile ? `hook ${first.hook.id}` : `hook ${first.hook.id} of "${other.file}"`
  const message = `The bridge is called for ${native} by this entry and by ${where}. ${runs(bridge, first)}`
  const hint = isInFile ? 'Remove this entry.' : `Remove one of them${serves(scope, other.scope)}.`
  return notice('bridge.double', { file, pointer, hook: hook.id }, message, hint)
}

/** How often hooks run: docs/decisions/0036-one-action.md. */
function runs({ hook, dialect, said }: Bridge, first: Bridge): string {
  if (hook.dedup !== undefined && hook.dedup === first.hook.dedup)
    return `Hooks run once, because ${dialect.title} runs equal entries once.`
  if (!isEqual(said.manner, first.said.manner))
    return 'Hooks run twice, because --headless or --trust-project differ.'
  return dialect.actionOf === undefined
    ? `Hooks run twice, because payloads of ${dialect.title} do not identify an action.`
    : 'Hooks run once where the payload identifies the action, such as a tool call with an id, and twice elsewhere.'
}

function serves(a: Scope, b: Scope): string {
  const isBoth = [a, b].includes('user') && [a, b].includes('project')
  return isBoth ? ": the user's entry serves all your projects, the project's everybody who works on it" : ''
}
