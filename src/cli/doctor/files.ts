import { note, ok, problem, stopsGuard, type Finding, type Section } from './finding.ts'

/** One hook as far as its approval goes. */
export type HookStanding = {
  readonly id: string
  readonly file: string
  /** `own`: it needs no approval. */
  readonly state: 'own' | 'approved' | 'new' | 'changed' | 'gone'
  /** Until when it is switched off; undefined: it is on. */
  readonly off?: string | undefined
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
  /** The commands that show hooks waiting for approval and what is wrong with a file. */
  readonly commands: { readonly review: string; readonly check: string }
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
  if (own.some(({ state }) => state === 'changed' || state === 'gone'))
    return stopsGuard(problem(show(path), text, commands.review))
  return own.some(({ state }) => state === 'new')
    ? problem(show(path), text, commands.review)
    : ok(show(path), text)
}

const WORDS: Readonly<Record<HookStanding['state'], string>> = {
  own: 'active',
  approved: 'approved',
  new: 'waiting for approval',
  changed: 'changed since approval',
  gone: 'approved and gone',
}

function describe(hooks: readonly HookStanding[]): string {
  if (hooks.length === 0) return 'no hooks'
  const on = hooks.filter(({ off }) => off === undefined)
  const parts = Object.entries(WORDS).flatMap(([state, word]) => {
    const count = on.filter((hook) => hook.state === state).length
    return count === 0 ? [] : [`${count} ${word}`]
  })
  const off = hooks.flatMap(({ id, off: until }) => (until === undefined ? [] : [`${id} off ${until}`]))
  return [...parts, ...off].join(', ')
}
