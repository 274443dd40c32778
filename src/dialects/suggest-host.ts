import { suggest } from '../core/suggest.ts'
import { registry, type DialectEntry } from './registry.ts'

const entries: readonly DialectEntry[] = registry

export type SuggestedHost = {
  readonly name: string
  /** The word is a profile of that host. */
  readonly profile?: string
}

/** Returns the host that a word was probably meant to be, by its name or by another name that people use for it. */
export function suggestHost(word: string, accepted: readonly string[]): SuggestedHost | undefined {
  const hosts = entries.filter(({ name }) => accepted.includes(name))
  const profile = word.toLowerCase()
  const owner = hosts.find(({ profiles = [] }) => profiles.includes(profile))
  if (owner !== undefined) return { name: owner.name, profile }
  const words = hosts.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  const near = suggest(word, words)
  const host = hosts.find(({ name, aliases = [] }) => near === name || aliases.includes(near ?? ''))
  return host && { name: host.name }
}

/** As a hint, ready to be shown. */
export function hostHint(word: string, accepted: readonly string[]): string | undefined {
  const host = suggestHost(word, accepted)
  return host && `Did you mean "${host.name}"?`
}
