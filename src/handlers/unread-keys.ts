import type { Part } from './bounded-copy.ts'

/** Names and characters of each that a remark about them holds. */
const MOST = { names: 10, characters: 40 }

/** Said about a message by the provider or the SDK, not by who wrote it. */
const ABOUT: ReadonlySet<string> = new Set(
  (
    'usage metadata experimental_metadata providerMetadata providerOptions response_metadata container ' +
    'context_management cache_control stop_details logprobs diagnostics citations annotations createdAt'
  ).split(' '),
)

/** Returns the first keys, beside the known ones, that hold a list or an object with something in it. */
export function unreadKeys(object: Part, known: ReadonlySet<string>): readonly string[] {
  const found: string[] = []
  for (const key in object) {
    if (found.length === MOST.names) break
    if (known.has(key) || ABOUT.has(key) || !Object.hasOwn(object, key) || !holdsSomething(object[key]))
      continue
    found.push(key.slice(0, MOST.characters))
  }
  return found
}

function holdsSomething(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
