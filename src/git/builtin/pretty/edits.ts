/** A run of lines that are equal, gone or new, with its place on both sides. */
export type Edit = {
  readonly kind: 'equal' | 'remove' | 'add'
  readonly old: number
  readonly fresh: number
  readonly length: number
}

export type Sides = { readonly before: readonly number[]; readonly after: readonly number[] }

/**
 * Moves edits up and then down over equal lines, so that runs meet and become one. Added lines move wherever they
 * can; removed ones only towards other removed ones, as prek's diff has it.
 */
export function settleEdits(edits: Edit[], sides: Sides): void {
  for (const kind of ['remove', 'add'] as const) {
    for (let at = 0; at < edits.length; at += 1) {
      if (edits[at]?.kind === kind) at = move(edits, move(edits, at, { step: -1, sides }), { step: 1, sides })
    }
  }
}

type Way = { readonly step: 1 | -1; readonly sides: Sides }

/** Where the edit is in the end. */
function move(edits: Edit[], from: number, way: Way): number {
  let at = from
  for (;;) {
    const edit = edits[at] as Edit
    const next = edits[at + way.step]
    if (!next) return at
    if (next.kind === edit.kind) at = join(edits, at, way)
    else if (next.kind !== 'equal') at = swap(edits, at, way)
    else {
      if (edit.kind === 'remove' && edits[at + 2 * way.step]?.kind !== 'remove') return at
      const length = sharedLength(edit, next, way)
      if (length === 0) return at
      at = pass(edits, at, { ...way, length })
    }
  }
}

function join(edits: Edit[], at: number, { step }: Way): number {
  const first = Math.min(at, at + step)
  const [upper, lower] = [edits[first] as Edit, edits[first + 1] as Edit]
  edits.splice(first, 2, { ...upper, length: upper.length + lower.length })
  return first
}

function swap(edits: Edit[], at: number, { step }: Way): number {
  const [own, other] = [edits[at] as Edit, edits[at + step] as Edit]
  edits[at] = other
  edits[at + step] = own
  return at + step
}

/** How many lines of the equal run the edit could take for its own lines at the far end. */
function sharedLength(edit: Edit, equal: Edit, { step, sides }: Way): number {
  const lines = edit.kind === 'remove' ? sides.before : sides.after
  const start = edit.kind === 'remove' ? edit.old : edit.fresh
  const most = Math.min(edit.length, equal.length)
  let length = 0
  while (length < most) {
    const own = step === 1 ? start + length : start + edit.length - 1 - length
    const other = step === 1 ? equal.old + length : equal.old + equal.length - 1 - length
    if (lines[own] !== sides.before[other]) break
    length += 1
  }
  return length
}

type Pass = Way & { readonly length: number }

/** The edit changes places with so many equal lines. */
function pass(edits: Edit[], at: number, { step, length }: Pass): number {
  const [edit, equal] = [edits[at] as Edit, edits[at + step] as Edit]
  const moved = { ...edit, old: edit.old + step * length, fresh: edit.fresh + step * length }
  const left = shortened(equal, step, length)
  const behind = edits[at - step]
  const grown =
    behind?.kind === 'equal' ? lengthened(behind, step, length) : passed(edit, equal, { step, length })
  const run = [grown, moved, ...(left.length > 0 ? [left] : [])]
  const replaced = behind?.kind === 'equal' ? 3 : 2
  const first = step === 1 ? at - (replaced - 2) : at - 1
  edits.splice(first, replaced, ...(step === 1 ? run : run.toReversed()))
  return step === 1 ? first + 1 : first + run.length - 2
}

function shortened(equal: Edit, step: 1 | -1, length: number): Edit {
  const skip = step === 1 ? length : 0
  return { ...equal, old: equal.old + skip, fresh: equal.fresh + skip, length: equal.length - length }
}

function lengthened(equal: Edit, step: 1 | -1, length: number): Edit {
  const back = step === 1 ? 0 : length
  return { ...equal, old: equal.old - back, fresh: equal.fresh - back, length: equal.length + length }
}

/** The equal lines that are behind the edit now. */
function passed(edit: Edit, equal: Edit, { step, length }: Pick<Pass, 'step' | 'length'>): Edit {
  const own = edit.kind === 'remove' ? edit.old : edit.fresh
  const other = edit.kind === 'remove' ? equal.fresh : equal.old
  const ownStart = step === 1 ? own : own + edit.length - length
  const otherStart = step === 1 ? other : other + equal.length - length
  const isRemoved = edit.kind === 'remove'
  return {
    kind: 'equal',
    old: isRemoved ? ownStart : otherStart,
    fresh: isRemoved ? otherStart : ownStart,
    length,
  }
}
