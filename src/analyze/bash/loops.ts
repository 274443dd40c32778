import type { For, Select } from 'unbash'
import { LIMITS } from '../limits.ts'
import { keepVariable } from './assignments.ts'
import { expandWords } from './expand.ts'
import { unknown, type Piece } from './piece.ts'
import type { Shell } from './shell.ts'
import { forkState, joinStates } from './state.ts'

/** Often enough for the values of a variable to reach another one. */
const ROUNDS = 3

/** Runs the body of a loop until another round changes nothing that is known; the last rounds leave it to run time. */
export function runLoop(shell: Shell, runBody: (shell: Shell) => void): void {
  const { state, reading } = shell
  reading.branches++
  for (let round = 1; round <= ROUNDS; round++) {
    const before = forkState(state)
    runBody({ ...shell, repeats: true })
    if (!joinStates(state, before, round > 1)) return
  }
}

/** The variable of the loop has each of the words as its value. */
export function runFor({ name, wordlist, body }: For | Select, shell: Shell): void {
  const values = wordlist === undefined ? shell.state.args : expandWords(wordlist, shell)
  const options = valuesOf(values, name.value)
  if (options.length === 0) return
  runLoop(shell, (inner) => {
    keepVariable(inner, name.value, { options, isExported: false })
    inner.reading.runNode(body, inner)
  })
}

/** A list that is not known, or too long, leaves the value to run time; what is known of it still counts. */
function valuesOf(values: readonly Piece[] | undefined, name: string): readonly Piece[] {
  if (values === undefined) return [unknown(`$${name}`)]
  const known = values.filter(({ splits }) => splits !== true)
  const kept = known.slice(0, LIMITS.options - 1)
  return kept.length === values.length ? kept : [...kept, unknown(`$${name}`)]
}
