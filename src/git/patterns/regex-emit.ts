import { bodiesOf, emitSet } from './regex-emit-set.ts'
import { foldSet } from './regex-fold.ts'
import type { PatternProblem } from './problem.ts'
import type { RegexDialect } from './regex-reader.ts'
import type { RegexNode, Repeat } from './regex-tree.ts'
import { groupsWantedBy, walk } from './regex-tree.ts'

type SetNode = Extract<RegexNode, { kind: 'set' }>
type Emitter = {
  readonly dialect: RegexDialect
  /** JavaScript itself ignores case. */
  readonly ignoreCase: boolean
  readonly wanted: ReadonlySet<number>
  /** JavaScript's numbers of each group; settling may have made copies, of which one takes part. */
  readonly numbers: Map<number, number[]>
  count: number
}

export type EmittedRegex = { readonly source: string; readonly ignoreCase: boolean }

/** A settled tree as JavaScript, for the flags `u` and `s`. */
export function emitRegex(tree: RegexNode, dialect: RegexDialect): EmittedRegex | PatternProblem {
  const ignoreCase = canIgnoreCase(tree, dialect)
  for (const node of walk(tree))
    if (node.kind === 'reference' && node.ignoreCase && !ignoreCase) return mixed(node.offset)
  const emitter: Emitter = { dialect, ignoreCase, wanted: groupsWantedBy(tree), numbers: new Map(), count: 0 }
  return { source: emit(tree, emitter, 'ahead'), ignoreCase }
}

function mixed(offset: number): PatternProblem {
  return {
    message: 'A back-reference cannot ignore case where other parts of the pattern do not.',
    offset,
    hint: 'Put "(?i)" at the start of the pattern.',
  }
}

/** On bytes only where nothing else will do, since JavaScript knows cases beyond ASCII. */
function canIgnoreCase(tree: RegexNode, dialect: RegexDialect): boolean {
  const nodes = walk(tree)
  const isLoose = (node: RegexNode) => (node.kind === 'set' || node.kind === 'reference') && node.ignoreCase
  const isStrict = (node: RegexNode) => {
    if (node.kind === 'reference') return !node.ignoreCase
    return node.kind === 'set' && !node.ignoreCase && hasCase(node, dialect)
  }
  const asks = dialect === 'path' || nodes.some((node) => node.kind === 'reference')
  return asks && nodes.some(isLoose) && !nodes.some(isStrict)
}

function hasCase({ set }: SetNode, dialect: RegexDialect): boolean {
  return bodiesOf(set).some((body) => foldSet(body, dialect) !== body)
}

type Direction = 'ahead' | 'behind'

function emit(node: RegexNode, emitter: Emitter, direction: Direction): string {
  const inner = (child: RegexNode) => emit(child, emitter, direction)
  switch (node.kind) {
    case 'plain':
      return node.code
    case 'set':
      return emitMember(node, emitter)
    case 'sequence':
      return node.items.map((item) => (item.kind === 'choice' ? `(?:${inner(item)})` : inner(item))).join('')
    case 'choice':
      return node.options.map(inner).join('|')
    case 'group':
      return emitGroup(node, emitter, direction)
    case 'look':
      return `(?${node.behind ? '<' : ''}${node.negative ? '!' : '='}${emit(node.body, emitter, node.behind ? 'behind' : 'ahead')})`
    case 'atomic':
      return emitAtomic(node.body, emitter, direction)
    case 'repeat':
      return emitRepeat(node, inner(node.body))
    case 'reference':
      return `(?:${(emitter.numbers.get(node.group) ?? []).map((number) => `\\${number}`).join('')})`
    case 'condition':
      throw new Error('conditions are settled before they are emitted')
  }
}

function emitMember({ set, ignoreCase }: SetNode, emitter: Emitter): string {
  const folds = ignoreCase && !emitter.ignoreCase
  return emitSet(set, (body) => (folds ? foldSet(body, emitter.dialect) : body))
}

/** Only groups that are asked for are remembered. */
function emitGroup(
  node: Extract<RegexNode, { kind: 'group' }>,
  emitter: Emitter,
  direction: Direction,
): string {
  if (!emitter.wanted.has(node.group)) return `(?:${emit(node.body, emitter, direction)})`
  const number = (emitter.count += 1)
  const code = `(${emit(node.body, emitter, direction)})`
  emitter.numbers.set(node.group, [...(emitter.numbers.get(node.group) ?? []), number])
  return code
}

/** What a look-around has found it does not give up: the text is taken from there. */
function emitAtomic(body: RegexNode, emitter: Emitter, direction: Direction): string {
  const number = (emitter.count += 1)
  const code = `(${emit(body, emitter, direction)})`
  return direction === 'ahead' ? `(?:(?=${code})\\${number})` : `(?:\\${number}(?<=${code}))`
}

/** JavaScript never takes an empty turn it does not have to; others do, and `(|a)?` finds the empty text first. */
function emitRepeat({ min, max, lazy }: Repeat, body: string): string {
  if (min === 0 && max === 1) return lazy ? `(?:|${body})` : `(?:${body}|)`
  const counts = max === Infinity ? `{${min},}` : `{${min},${max}}`
  return `(?:${body})${counts}${lazy ? '?' : ''}`
}
