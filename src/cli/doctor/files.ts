import { note, ok, problem, stopsGuard, type Finding, type Section } from './finding.ts'

/** One hook as far as its approval goes. */
export type HookStanding = {
  readonly id: string
  readonly event: string
  readonly file: string
  /** `own`: it needs no approval. */
  readonly state: 'own' | 'approved' | 'new' | 'changed' | 'gone'
  /** Why it is off; undefined: it is on. */
  readonly off?: string | undefined
  /** `disable` did that. */
  readonly isSwitchedOff?: boolean
  /** It can say no, or could when it was approved. */
  readonly isGuard: boolean
}

export type FilesFound = {
  /** Paths of files with hooks, the broken ones included. */
  readonly files: readonly { readonly path: string; readonly scope: string }[]
  readonly broken: readonly {
    readonly path: string
    readonly message: string
    readonly wasApproved: boolean
  }[]
  readonly hooks: readonly HookStanding[]
  /** The commands that approve what waits, forget what is gone, and show what is wrong with a file. */
  readonly commands: { readonly approve: string; readonly revoke: string; readonly check: string }
  /** A path as a person reads it. */
  readonly show: (path: string) => string
}

/** Files with hooks and the state of what they hold. */
export function filesSection(found: FilesFound): Section {
  const { files, hooks } = found
  const known = new Set(files.map(({ path }) => path))
  const vanished = [...new Set(hooks.map(({ file }) => file).filter((file) => !known.has(file)))]
  const findings = [
    ...files.map(({ path, scope }) => fileFinding(path, scope, found)),
    ...vanished.map((path) => fileFinding(path, 'not there', found)),
  ]
  return {
    title: 'Hook files',
    findings:
      findings.length > 0 ? findings : [note('none', 'no file with hooks was found', 'hookwright init')],
  }
}

function fileFinding(path: string, scope: string, found: FilesFound): Finding {
  const { broken, hooks, commands, show } = found
  const failure = broken.find((each) => each.path === path)
  if (failure !== undefined) {
    const finding = problem(show(path), `broken: ${failure.message}`, commands.check)
    return failure.wasApproved ? stopsGuard(finding) : finding
  }
  const own = hooks.filter(({ file }) => file === path)
  const text = `${scope}: ${describe(own)}`
  const lost = own.filter(({ state }) => state === 'changed' || state === 'gone')
  const waiting = own.filter(({ state }) => state === 'new')
  if (lost.length + waiting.length === 0) return ok(show(path), text)
  const finding = problem(show(path), text, mendFor(own, commands))
  return lost.some(({ isGuard }) => isGuard) ? stopsGuard(finding) : finding
}

/** What is there is approved after a look; what is gone is put back, or forgotten. */
function mendFor(hooks: readonly HookStanding[], { approve, revoke }: FilesFound['commands']): string {
  const gone = hooks.filter(({ state }) => state === 'gone').map(({ id }) => id)
  const isThere = hooks.some(({ state }) => state === 'changed' || state === 'new')
  const parts = [
    ...(isThere ? [approve] : []),
    ...(gone.length > 0 ? [`put it back, or: ${revoke} ${gone.join(' ')}`] : []),
  ]
  return parts.join('; then ')
}

const WORDS: Readonly<Record<HookStanding['state'], string>> = {
  own: 'active',
  approved: 'approved',
  new: 'waiting for approval',
  changed: 'changed since approval',
  gone: 'approved and gone',
}

/** Of these the person wants to know which. */
const NAMED: ReadonlySet<string> = new Set(['new', 'changed', 'gone'])
const MOST_NAMES = 4

function describe(hooks: readonly HookStanding[]): string {
  if (hooks.length === 0) return 'no hooks'
  const on = hooks.filter(({ off }) => off === undefined)
  const parts = Object.entries(WORDS).flatMap(([state, word]) => {
    const ids = on.filter((hook) => hook.state === state).map(({ id }) => id)
    return ids.length === 0 ? [] : [`${ids.length} ${word}${NAMED.has(state) ? namesOf(ids) : ''}`]
  })
  const off = hooks.flatMap(({ id, off: why }) => (why === undefined ? [] : [`${id} off: ${why}`]))
  return [...parts, ...off].join(', ')
}

function namesOf(ids: readonly string[]): string {
  const more = ids.length > MOST_NAMES ? ' …' : ''
  return ` (${ids.slice(0, MOST_NAMES).join(', ')}${more})`
}
