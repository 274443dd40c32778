import type { CharSet } from './regex-charset.ts'

/** A regex as the dialects of git hooks have it, before it becomes one of JavaScript. */
export type RegexNode =
  /** One character out of a set. */
  | { readonly kind: 'set'; readonly set: CharSet; readonly ignoreCase: boolean }
  /** What JavaScript has under another name, and no letter of which can be in either case. */
  | { readonly kind: 'plain'; readonly code: string }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexNode[] }
  | { readonly kind: 'group'; readonly group: number; readonly body: RegexNode }
  | { readonly kind: 'look'; readonly behind: boolean; readonly negative: boolean; readonly body: RegexNode }
  | { readonly kind: 'atomic'; readonly body: RegexNode }
  | Repeat
  | {
      readonly kind: 'reference'
      readonly group: number
      readonly ignoreCase: boolean
      readonly offset: number
    }
  | {
      readonly kind: 'condition'
      readonly group: number
      readonly yes: RegexNode
      readonly no: RegexNode
      readonly offset: number
    }

export type Repeat = {
  readonly kind: 'repeat'
  readonly body: RegexNode
  readonly min: number
  readonly max: number
  readonly lazy: boolean
}

export const EMPTY: RegexNode = { kind: 'sequence', items: [] }
/** Matches nowhere. */
export const NEVER: RegexNode = { kind: 'plain', code: '[]' }

export function sequence(items: readonly RegexNode[]): RegexNode {
  return items.length === 1 ? (items[0] as RegexNode) : { kind: 'sequence', items }
}

export function choice(options: readonly RegexNode[]): RegexNode {
  return options.length === 1 ? (options[0] as RegexNode) : { kind: 'choice', options }
}

export function childrenOf(node: RegexNode): readonly RegexNode[] {
  switch (node.kind) {
    case 'sequence':
      return node.items
    case 'choice':
      return node.options
    case 'condition':
      return [node.yes, node.no]
    case 'group':
    case 'look':
    case 'atomic':
    case 'repeat':
      return [node.body]
    case 'set':
    case 'plain':
    case 'reference':
      return []
  }
}

/** The node and everything inside it. */
export function walk(node: RegexNode): readonly RegexNode[] {
  const found = [node]
  for (const each of found) for (const child of childrenOf(each)) found.push(child)
  return found
}

export function groupsIn(node: RegexNode): ReadonlySet<number> {
  const found = new Set<number>()
  for (const inner of walk(node)) if (inner.kind === 'group') found.add(inner.group)
  return found
}

export function groupsWantedBy(node: RegexNode): ReadonlySet<number> {
  const found = new Set<number>()
  for (const inner of walk(node)) {
    if (inner.kind === 'reference' || inner.kind === 'condition') found.add(inner.group)
  }
  return found
}

/** Groups that have taken part whenever the node has matched. */
export function surelySet(node: RegexNode): ReadonlySet<number> {
  switch (node.kind) {
    case 'group':
      return new Set([node.group, ...surelySet(node.body)])
    case 'sequence':
      return new Set(node.items.flatMap((item) => [...surelySet(item)]))
    case 'choice':
      return inAll(node.options)
    case 'condition':
      return inAll([node.yes, node.no])
    case 'repeat':
      return node.min > 0 ? surelySet(node.body) : new Set()
    case 'look':
      return node.negative ? new Set() : surelySet(node.body)
    case 'atomic':
      return surelySet(node.body)
    case 'set':
    case 'plain':
    case 'reference':
      return new Set()
  }
}

function inAll(nodes: readonly RegexNode[]): ReadonlySet<number> {
  const [first = new Set<number>(), ...others] = nodes.map(surelySet)
  return new Set([...first].filter((group) => others.every((other) => other.has(group))))
}
