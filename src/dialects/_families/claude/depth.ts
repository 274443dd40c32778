/** Of what a hook writes; nothing real comes near. */
export const MAX_DEPTH = 256

/** Looks at brackets outside strings only, before anything is parsed. */
export function isTooDeep(text: string, maxDepth = MAX_DEPTH): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (inString) {
      if (character === '\\') index++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      if (++depth > maxDepth) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}
