import type { HandlerSpec, Hook, PackSource, Start } from '../core/hook.ts'

/** `dir` has its links followed; commands may name the project by the path it was reached by. */
export type Project = { readonly dir: string; readonly written: string }

type Known = { readonly written: string; readonly digest: string }

/** A hook is never changed, so that its digest is true as long as it lives. */
const known = new WeakMap<Hook, Known>()

/** Without a look at any file: what an unknown project names costs nothing. */
export function digestMeaning(hook: Hook, project: Project): string {
  const last = known.get(hook)
  if (last?.written === project.written) return last.digest
  const digest = sha256(stable(meaningOf(hook, project)))
  knowMeaning(hook, { written: project.written, digest })
  return digest
}

/** Spares `digestMeaning` the work for a hook whose digest was taken before, in a project of this path. */
export function knowMeaning(hook: Hook, meaning: Known): void {
  known.set(hook, meaning)
}

/** The same for what a reader makes of one text, whatever these folders are called; what is off counts as what is on. */
export function digestAnywhere(hook: Hook, folders: readonly string[]): string {
  const { disabled: _, ...rest } = hook
  const meaning = meaningOf(rest, { dir: '', written: '\0no path' })
  return sha256(
    stable(meaning, (text) => folders.reduce((left, folder) => left.replaceAll(folder, '\0'), text)),
  )
}

/** One digest for a whole set of hooks, whatever their order. */
export function digestAll(digests: readonly string[]): string {
  return sha256(digests.toSorted().join('\n'))
}

/**
 * Without the audience: the session or agent that a program adds a hook for changes nothing about what it does. And
 * without what a policy or the user's settings switch off: the hook in the file is the same one.
 */
function meaningOf(hook: Hook, { written }: Project): unknown {
  const { pack } = hook.source
  const { id: _i, source: _s, dedup: _d, statusMessage: _m, audience: _a, ...rest } = hook
  // What is named follows from the rest, and which of two equal hooks stands from the dialect.
  const { named: _n, namedFilled: _f, dedupKeeps: _k, offInFile, disabled, wire, note, ...others } = rest
  // Under the names that earlier versions gave them: a rename here must not undo every approval.
  const meaning = { ...others, ...(offInFile && { disabled }), speaks: wire, profile: note }
  const { handler } = meaning
  const ofPack = pack?.integrity === undefined ? meaning : { ...meaning, integrity: pack.integrity }
  if (handler.type === 'pack') return { ...ofPack, handler: ownWords(handler) }
  if (handler.type !== 'command') return ofPack
  const places = pack === undefined ? [written] : [pack.root, written]
  const start = withoutPaths(handler.start, places)
  return { ...ofPack, handler: { ...handler, start, ...envOf(handler.env, pack) } }
}

/** Without the facts from the pack's manifest: they change with the version of Hookwright, and approvals stay. */
function ownWords({ type, name, options }: Extract<HandlerSpec, { type: 'pack' }>): object {
  return { type, name, options }
}

/** The folder of a pack is another one on every machine. */
function envOf(
  env: Readonly<Record<string, string>> | undefined,
  pack: PackSource | undefined,
): { readonly env?: Readonly<Record<string, string>> } {
  if (env === undefined || pack === undefined) return {}
  return { env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== pack.root)) }
}

/** Readers put the project's path into commands; a digest must not depend on where the checkout lies. */
function withoutPaths(start: Start, places: readonly string[]): Start {
  const leaveOut = (text: string): string =>
    places.reduce((left, place) => left.replaceAll(place, '\0'), text)
  switch (start.kind) {
    case 'argv':
      return { kind: 'argv', words: start.words.map(leaveOut) }
    case 'inline': {
      const { written: _, ...rest } = start
      return { ...rest, command: leaveOut(start.command) }
    }
    case 'script':
      return start
  }
}

/** Loaded on first use: a run in which no project hook matches must not pay for node:crypto (8 % of start-up). */
export function sha256(content: string | Uint8Array): string {
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(content).digest('hex')
}

/** JSON with sorted keys; undefined values vanish. */
function stable(value: unknown, textOf = (text: string): string => text): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string') return textOf(part)
    return typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part
  })
}
