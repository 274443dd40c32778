import { suggest } from '../core/suggest.ts'
import { registry, type DialectEntry } from './registry.ts'

const entries: readonly DialectEntry[] = registry

export type SuggestedHost = {
  readonly name: string
  /** The word is a profile of that host. */
  readonly profile?: string
}

/**
 * Returns which of the accepted names a word was probably meant to be, by the name or by another name that people use
 * for that host. Names that are not hosts count too.
 */
export function suggestHost(word: string, accepted: readonly string[]): SuggestedHost | undefined {
  const hosts = entries.filter(({ name }) => accepted.includes(name))
  const profile = word.toLowerCase()
  const owner = hosts.find(({ profiles = [] }) => profiles.includes(profile))
  if (owner !== undefined) return { name: owner.name, profile }
  const near = suggest(word, [...accepted, ...hosts.flatMap(({ aliases = [] }) => aliases)])
  if (near === undefined) return undefined
  return { name: hosts.find(({ aliases = [] }) => aliases.includes(near))?.name ?? near }
}

/** As a hint, ready to be shown. */
export function hostHint(word: string, accepted: readonly string[]): string | undefined {
  const host = suggestHost(word, accepted)
  return host && `Did you mean "${host.name}"?`
}
