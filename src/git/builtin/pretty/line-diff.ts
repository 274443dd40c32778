import { settleEdits, type Edit } from './edits.ts'

/** Which lines of each side the other has not. */
export type LineMarks = { readonly removed: Uint8Array; readonly added: Uint8Array }

type Side = readonly number[]
type Range = {
  readonly oldFrom: number
  readonly oldTo: number
  readonly newFrom: number
  readonly newTo: number
}
type Work = { readonly before: Side; readonly after: Side; readonly edits: Edit[]; stepsLeft: number }

/** Past this a part that differs is taken to differ altogether. */
const MOST_STEPS = 50_000_000

/** The shortest way from one list of lines to the other (Myers 1986, in linear space), as prek shows it. */
export function diffLines(before: readonly string[], after: readonly string[]): LineMarks {
  const ids = new Map<string, number>()
  const idOf = (line: string): number => {
    const id = ids.get(line) ?? ids.size
    ids.set(line, id)
    return id
  }
  const work: Work = { before: before.map(idOf), after: after.map(idOf), edits: [], stepsLeft: MOST_STEPS }
  divide(work, { oldFrom: 0, oldTo: before.length, newFrom: 0, newTo: after.length })
  settleEdits(work.edits, work)
  return marksOf(work)
}

function marksOf({ before, after, edits }: Work): LineMarks {
  const marks = { removed: new Uint8Array(before.length), added: new Uint8Array(after.length) }
  for (const { kind, old, fresh, length } of edits) {
    if (kind === 'remove') marks.removed.fill(1, old, old + length)
    if (kind === 'add') marks.added.fill(1, fresh, fresh + length)
  }
  return marks
}

/** What both sides start and end with is equal; the rest is cut at a point of the shortest way. */
function divide(work: Work, range: Range): void {
  const rest = trimmed(work, range)
  const { oldFrom, oldTo, newFrom, newTo } = rest
  push(work, { kind: 'equal', old: range.oldFrom, fresh: range.newFrom, length: oldFrom - range.oldFrom })
  const isClear = oldFrom === oldTo || newFrom === newTo
  const middle = isClear ? undefined : findMiddle(work, rest)
  if (middle) {
    divide(work, { oldFrom, oldTo: middle.old, newFrom, newTo: middle.new })
    divide(work, { oldFrom: middle.old, oldTo, newFrom: middle.new, newTo })
  } else {
    push(work, { kind: 'remove', old: oldFrom, fresh: newFrom, length: oldTo - oldFrom })
    push(work, { kind: 'add', old: oldTo, fresh: newFrom, length: newTo - newFrom })
  }
  push(work, { kind: 'equal', old: oldTo, fresh: newTo, length: range.oldTo - oldTo })
}

function push({ edits }: Work, edit: Edit): void {
  if (edit.length > 0) edits.push(edit)
}

function trimmed({ before, after }: Work, range: Range): Range {
  let { oldFrom, oldTo, newFrom, newTo } = range
  while (oldFrom < oldTo && newFrom < newTo && before[oldFrom] === after[newFrom]) {
    oldFrom += 1
    newFrom += 1
  }
  while (oldFrom < oldTo && newFrom < newTo && before[oldTo - 1] === after[newTo - 1]) {
    oldTo -= 1
    newTo -= 1
  }
  return { oldFrom, oldTo, newFrom, newTo }
}

type Point = { readonly old: number; readonly new: number }

/** A point on a shortest way; undefined when the sides have nothing in common, or the search takes too long. */
function findMiddle(work: Work, range: Range): Point | undefined {
  const before = work.before.slice(range.oldFrom, range.oldTo)
  const after = work.after.slice(range.newFrom, range.newTo)
  const known = new Set(before)
  if (!after.some((id) => known.has(id))) return undefined
  const ahead = createFront(before, after)
  const back = createFront(before.toReversed(), after.toReversed())
  const delta = before.length - after.length
  const isOdd = delta % 2 !== 0
  for (let edits = 0; ; edits += 1) {
    work.stepsLeft -= 4 * edits
    if (work.stepsLeft < 0) return undefined
    const met = advance(ahead, edits, isOdd ? { front: back, delta, within: edits - 1 } : undefined)
    if (met) return { old: range.oldFrom + met.startX, new: range.newFrom + met.startY }
    const metBack = advance(back, edits, isOdd ? undefined : { front: ahead, delta, within: edits })
    if (metBack) return { old: range.oldTo - metBack.endX, new: range.newTo - metBack.endY }
  }
}

/** How far a search has come on each diagonal. */
type Front = {
  readonly before: Side
  readonly after: Side
  readonly reach: Int32Array
  readonly zero: number
}
type Other = { readonly front: Front; readonly delta: number; readonly within: number }
type Meeting = {
  readonly startX: number
  readonly startY: number
  readonly endX: number
  readonly endY: number
}

function createFront(before: Side, after: Side): Front {
  const zero = before.length + after.length + 2
  return { before, after, reach: new Int32Array(2 * zero + 1), zero }
}

/** One more edit on every diagonal; where the other search has been, the two meet. */
function advance(front: Front, edits: number, other: Other | undefined): Meeting | undefined {
  const { before, after, reach, zero } = front
  const top = highest(edits, before.length)
  const bottom = -highest(edits, after.length)
  for (let k = top; k >= bottom; k -= 2) {
    const below = reach[zero + k - 1] as number
    const above = reach[zero + k + 1] as number
    const startX = k === bottom || (k !== top && below < above) ? above : below + 1
    let x = startX
    while (x < before.length && x - k < after.length && before[x] === after[x - k]) x += 1
    reach[zero + k] = x
    if (!other || Math.abs(k - other.delta) > other.within) continue
    const { front: opposite, delta } = other
    const reached = opposite.reach[opposite.zero + delta - k] as number
    if (x + reached >= before.length) return { startX, startY: startX - k, endX: x, endY: x - k }
  }
  return undefined
}

/** The outermost diagonal inside the grid that so many edits can lead to. */
function highest(edits: number, length: number): number {
  return edits <= length ? edits : length - ((edits - length) % 2)
}
