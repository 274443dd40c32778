/** Returns the web addresses in a text, each once, in its order. */
export function urlsIn(text: string): readonly string[] {
  const found = text.match(URL_LIKE) ?? []
  return [...new Set(found.map((each) => each.replace(TRAILING, '')))]
}

/** Whatever may be an address counts as one: a guard must see each that is fetched, and sees one too many at worst. */
const URL_LIKE = /\bhttps?:\/\/[^\s<>"'`]+/gi

/** Marks that end a sentence or a bracket, not an address. */
const TRAILING = /[.,;:!?)\]}]{1,20}$/
