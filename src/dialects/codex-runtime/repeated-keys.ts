type Path = readonly (string | number)[]

/** An object with the keys it has had so far, or an array; `step` is the way from here to what comes next. */
type Level = { readonly keys: Set<string> | undefined; step: string | number }

/** Places in well-formed JSON where one object holds a key twice; `JSON.parse` would quietly take the last. */
export function repeatedKeys(text: string): readonly Path[] {
  const found: Path[] = []
  const levels: Level[] = []
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') {
      const end = stringEnd(text, index)
      if (isKey(text, end) && addKey(levels, text.slice(index, end)))
        found.push(levels.map(({ step }) => step))
      index = end - 1
    } else follow(character, levels)
  }
  return found
}

function follow(character: string | undefined, levels: Level[]): void {
  const level = levels.at(-1)
  if (character === '{') levels.push({ keys: new Set(), step: '' })
  else if (character === '[') levels.push({ keys: undefined, step: 0 })
  else if (character === '}' || character === ']') levels.pop()
  else if (character === ',' && typeof level?.step === 'number') level.step += 1
}

/** True when the innermost object has it already. */
function addKey(levels: readonly Level[], quoted: string): boolean {
  const level = levels.at(-1)
  if (level?.keys === undefined) return false
  const key = JSON.parse(quoted) as string
  const isKnown = level.keys.has(key)
  level.step = key
  level.keys.add(key)
  return isKnown
}

function stringEnd(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}

function isKey(text: string, index: number): boolean {
  let at = index
  while (/\s/.test(text[at] ?? '')) at++
  return text[at] === ':'
}
