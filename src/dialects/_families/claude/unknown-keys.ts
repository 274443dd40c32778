import { notice, warning, type Issue, type Place } from '../../../core/issue.ts'
import { shownKey } from '../../../core/misfit.ts'
import { didYouMean } from '../../../core/suggest.ts'
import { at, type JsonObject } from './shape.ts'

/** The host ignores keys it does not know; one that looks like a slip is worth a warning. */
export function unknownKeys(
  value: JsonObject,
  known: readonly string[],
  { place, host }: { readonly place: Place; readonly host: string },
): readonly Issue[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const hint = didYouMean(key, known)
      const problem = `${shownKey(key)} is not a key ${host} knows here; it is ignored.`
      if (hint === undefined) return notice('config.unknown-key', at(place, key), problem)
      return warning('config.unknown-key', at(place, key), problem, hint)
    })
}
