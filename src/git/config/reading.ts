import { issue, type Issue } from '../../core/issue.ts'
import type { Span, Tree } from '../../config/tree.ts'
import { placeIn, showPointer, type Pointer, type Source } from './source.ts'

/** Names that other parts of the runner define. */
export type Known = {
  readonly tags: ReadonlySet<string>
  readonly metaIds: ReadonlySet<string>
  readonly builtinIds: ReadonlySet<string>
}

/** The state of reading one file. */
export type Reading = {
  readonly source: Source
  readonly known: Known
  /** Of the config; a manifest has none. */
  readonly priorities?: Readonly<Record<string, number>>
  readonly issues: Issue[]
  readonly unknown: { readonly path: string; readonly key: Span }[]
}

/** One value of the file on its way to becoming an option. */
export type Value = {
  readonly tree: Tree
  readonly pointer: Pointer
  readonly reading: Reading
}

export type Refusal = {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
  /** Where it is not the value itself. */
  readonly span?: Span
}

/** Notes the problem. The value is then left out. */
export function refuse({ tree, pointer, reading }: Value, refusal: Refusal): undefined {
  const place = placeIn(reading.source, refusal.span ?? tree, pointer)
  reading.issues.push(issue(refusal.code, place, refusal.message, refusal.hint))
}

export function startReading(source: Source, known: Known): Reading {
  return { source, known, issues: [], unknown: [] }
}

export function childOf({ reading, pointer }: Value, step: string | number, tree: Tree): Value {
  return { tree, pointer: [...pointer, step], reading }
}

/** The key as its hook, repository or file knows it: `args[0]`, `env.A`. */
export function nameOf({ pointer }: Value): string {
  const items = pointer.findLastIndex((step, index) => {
    const owner = pointer[index - 1]
    return typeof step === 'number' && (index === 0 || owner === 'repos' || owner === 'hooks')
  })
  const own = pointer.slice(items + 1)
  return showPointer(own.length > 0 ? own : pointer)
}

export function describe({ tree, reading }: Value): string {
  if (tree.kind !== 'scalar') return tree.kind === 'list' ? 'a list' : 'a mapping'
  if (tree.value === null) return 'nothing'
  const { text } = reading.source
  const written = text.slice(tree.start, tree.end)
  return written.includes('\n') || written.length > 40 ? `a ${typeof tree.value}` : `\`${written}\``
}
