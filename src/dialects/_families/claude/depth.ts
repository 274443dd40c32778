/** Deeper JSON would overflow the stack of whoever writes it out again. */
export const MAX_DEPTH = 256

/** Looks at brackets outside strings only, before anything is parsed. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (inString) {
      if (character === '\\') index++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      if (++depth > MAX_DEPTH) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}
