import type { PatternProblem } from './problem.ts'
import type { RegexNode } from './regex-tree.ts'
import { choice, EMPTY, groupsIn, groupsWantedBy, NEVER, sequence, surelySet } from './regex-tree.ts'

/*
 * In JavaScript a back-reference to a group that has not taken part matches the empty text, conditions do not exist,
 * and a loop forgets its groups at each turn. So whatever asks for a group is moved to where the answer is known:
 * `(a)?b(?(1)c|d)` becomes `(a)bc|bd`, in the same order of attempts. Where that cannot be done, the pattern is refused.
 */

type Knowledge = {
  readonly set: ReadonlySet<number>
  readonly unset: ReadonlySet<number>
  /** Groups that an earlier turn of a loop may have set, or that are still open. */
  readonly unclear: ReadonlySet<number>
  /** Groups of a look-behind that is being read, which JavaScript matches from its end. */
  readonly hidden: ReadonlySet<number>
}

type Settling = {
  readonly groups: number
  /** Groups that anything asks for; the others do not matter. */
  readonly asked: ReadonlySet<number>
  budget: number
  problem: PatternProblem | undefined
}

const BUDGET = 20_000

export function settle(tree: RegexNode, groups: number): RegexNode | PatternProblem {
  const asked = groupsWantedBy(tree)
  if (asked.size === 0) return tree
  const state: Settling = { groups, asked, budget: BUDGET, problem: undefined }
  const none = new Set<number>()
  const settled = settleNode(tree, { set: none, unset: none, unclear: none, hidden: none }, state)
  return state.problem ?? settled
}

function settleNode(node: RegexNode, known: Knowledge, state: Settling): RegexNode {
  if (state.problem) return node
  state.budget -= 1
  switch (node.kind) {
    case 'reference':
    case 'condition':
      return answer(node, known, state)
    case 'sequence':
      return settleSequence(node.items, known, state)
    case 'choice':
      return { kind: 'choice', options: node.options.map((option) => settleNode(option, known, state)) }
    case 'repeat':
      return {
        ...node,
        body: settleNode(node.body, node.max > 1 ? clouded(known, groupsIn(node.body)) : known, state),
      }
    case 'look':
      return { ...node, body: settleNode(node.body, node.behind ? hiding(known, node.body) : known, state) }
    case 'group':
      return { ...node, body: settleNode(node.body, clouded(known, [node.group]), state) }
    case 'atomic':
      return { ...node, body: settleNode(node.body, known, state) }
    case 'set':
    case 'plain':
      return node
  }
}

function clouded(known: Knowledge, groups: Iterable<number>): Knowledge {
  return { ...known, unclear: new Set([...known.unclear, ...groups]) }
}

function hiding(known: Knowledge, body: RegexNode): Knowledge {
  return { ...known, hidden: new Set([...known.hidden, ...groupsIn(body)]) }
}

function settleSequence(items: readonly RegexNode[], known: Knowledge, state: Settling): RegexNode {
  const done: RegexNode[] = []
  let here = known
  for (const [index, item] of items.entries()) {
    const undecided = [...groupsIn(item)].filter(
      (group) => state.asked.has(group) && !surelySet(item).has(group),
    )
    const rest = undecided.length === 0 ? [] : items.slice(index + 1)
    const variants = splitFor(item, wantedOf(rest, here))
    if (variants) return sequence([...done, settleVariants(variants, { rest, here }, state)])
    done.push(settleNode(item, here, state))
    here = after(item, here, state)
  }
  return sequence(done)
}

function settleVariants(
  variants: readonly RegexNode[],
  { rest, here }: { readonly rest: readonly RegexNode[]; readonly here: Knowledge },
  state: Settling,
): RegexNode {
  state.budget -= rest.length * variants.length
  if (state.budget < 0) {
    state.problem ??= {
      message: 'The pattern asks too often whether groups have taken part.',
      hint: 'Split it up.',
    }
    return EMPTY
  }
  const gone = variants.flatMap((variant) => [...groupsIn(variant)])
  return choice(
    variants.map((variant) => {
      const own = groupsIn(variant)
      const unset = new Set([...here.unset, ...gone.filter((group) => !own.has(group))])
      return settleSequence([variant, ...rest], { ...here, unset }, state)
    }),
  )
}

function after(item: RegexNode, known: Knowledge, { asked }: Settling): Knowledge {
  const sure = [...surelySet(item)].filter((group) => asked.has(group))
  if (sure.length === 0) return known
  const unclear = new Set(known.unclear)
  for (const group of sure) unclear.delete(group)
  return { ...known, unclear, set: new Set([...known.set, ...sure]) }
}

function isUnclear(known: Knowledge, group: number): boolean {
  return known.unclear.has(group) || known.hidden.has(group)
}

/** Groups that the rest asks for and that are not decided yet. */
function wantedOf(rest: readonly RegexNode[], known: Knowledge): readonly number[] {
  const wanted = new Set(rest.flatMap((item) => [...groupsWantedBy(item)]))
  return [...wanted].filter((group) => !known.set.has(group) && !isUnclear(known, group))
}

/** The node as alternatives, tried in the node's own order, in each of which it is decided whether a group took part. */
function splitFor(node: RegexNode, wanted: readonly number[]): readonly RegexNode[] | undefined {
  const inside = groupsIn(node)
  const sure = surelySet(node)
  if (!wanted.some((group) => inside.has(group) && !sure.has(group))) return undefined
  if (node.kind === 'choice') return node.options
  if (node.kind === 'group') return splitFor(node.body, wanted)?.map((body) => ({ ...node, body }))
  if (node.kind === 'sequence') return splitSequence(node.items, wanted)
  if (node.kind !== 'repeat' || node.min > 0) return undefined
  const once: RegexNode = node.max === 1 ? node.body : { ...node, min: 1 }
  return node.lazy ? [EMPTY, once] : [once, EMPTY]
}

function splitSequence(
  items: readonly RegexNode[],
  wanted: readonly number[],
): readonly RegexNode[] | undefined {
  for (const [index, item] of items.entries()) {
    const variants = splitFor(item, wanted)
    if (variants)
      return variants.map((variant) =>
        sequence([...items.slice(0, index), variant, ...items.slice(index + 1)]),
      )
  }
  return undefined
}

function answer(
  node: Extract<RegexNode, { kind: 'reference' | 'condition' }>,
  known: Knowledge,
  state: Settling,
): RegexNode {
  const { group, offset } = node
  if (group > state.groups || group === 0) {
    state.problem ??= { message: `There is no group ${group}.`, offset, hint: groupCount(state.groups) }
    return EMPTY
  }
  const isSet = known.set.has(group) && !isUnclear(known, group)
  if (isSet) return node.kind === 'reference' ? node : settleNode(node.yes, known, state)
  if (known.unset.has(group) && !isUnclear(known, group))
    return node.kind === 'reference' ? NEVER : settleNode(node.no, known, state)
  state.problem ??= {
    message: `Whether group ${group} has taken part cannot be told at this place.`,
    offset,
    hint: 'Write the alternatives out, or let the group match the empty text: "(a?)" in place of "(a)?".',
  }
  return EMPTY
}

function groupCount(groups: number): string {
  if (groups === 0) return 'The pattern has no groups.'
  return groups === 1 ? 'The pattern has one group.' : `The pattern has groups 1 to ${groups}.`
}
