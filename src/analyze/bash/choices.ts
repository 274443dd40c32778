import { LIMITS } from '../limits.ts'

/** Which of several values each variable has while a command is read once. */
export type Choices = {
  /** Returns an index below `count`, the same for each call with this key; -1: there are too many ways. */
  readonly pick: (key: string, count: number) => number
}

type Pick = { readonly key: string; readonly index: number; readonly count: number }

/** Calls `read` once for each combination of the choices that it makes. */
export function forEachChoice(read: (choices: Choices) => void): void {
  let fixed: readonly Pick[] = []
  for (let round = 1; ; round++) {
    const isLast = round >= LIMITS.choices
    const picks: Pick[] = [...fixed]
    read({ pick: isLast ? () => -1 : (key, count) => pickFrom(picks, key, count) })
    const next = isLast ? undefined : nextPicks(picks)
    if (next === undefined) return
    fixed = next
  }
}

function pickFrom(picks: Pick[], key: string, count: number): number {
  const made = picks.find((pick) => pick.key === key)
  if (made !== undefined && made.index < count) return made.index
  picks.push({ key, index: 0, count })
  return 0
}

/** The last choice that has a value left takes it; those behind it are made anew. */
function nextPicks(picks: readonly Pick[]): readonly Pick[] | undefined {
  const at = picks.findLastIndex(({ index, count }) => index + 1 < count)
  const pick = picks[at]
  return pick === undefined ? undefined : [...picks.slice(0, at), { ...pick, index: pick.index + 1 }]
}
