import { suggest } from '../core/suggest.ts'
import { registry, type DialectEntry } from './registry.ts'

const entries: readonly DialectEntry[] = registry

export type SuggestedHost = {
  readonly name: string
  /** The word is a profile of that host. */
  readonly profile?: string
}

/** Returns the host that a word was probably meant to be: by another name people use for it, else the nearest name. */
export function suggestHost(word: string, accepted: readonly string[]): SuggestedHost | undefined {
  const wanted = word.toLowerCase()
  const known = entries.find(
    ({ name, aliases = [], profiles = [] }) =>
      accepted.includes(name) && (aliases.includes(wanted) || profiles.includes(wanted)),
  )
  if (known !== undefined)
    return { name: known.name, ...(known.profiles?.includes(wanted) && { profile: wanted }) }
  const name = suggest(word, accepted)
  return name === undefined ? undefined : { name }
}

/** As a hint, ready to be shown. */
export function hostHint(word: string, accepted: readonly string[]): string | undefined {
  const host = suggestHost(word, accepted)
  return host && `Did you mean "${host.name}"?`
}
