type Path = readonly (string | number)[]

type Level = { readonly keys: Set<string> | undefined; step: string | number }

/** Places in well-formed JSON where one object holds a key twice; `JSON.parse` would quietly take the last. */
export function repeatedKeys(text: string): readonly Path[] {
  const found: Path[] = []
  const levels: Level[] = []
  for (let index = 0; index < text.length; index++) {
    const level = levels.at(-1)
    switch (text[index]) {
      case '{':
        levels.push({ keys: new Set(), step: '' })
        break
      case '[':
        levels.push({ keys: undefined, step: 0 })
        break
      case '}':
      case ']':
        levels.pop()
        break
      case ',':
        if (typeof level?.step === 'number') level.step += 1
        break
      case '"': {
        const end = stringEnd(text, index)
        if (level?.keys !== undefined && isKey(text, end)) {
          level.step = JSON.parse(text.slice(index, end)) as string
          if (level.keys.has(level.step)) found.push(levels.map(({ step }) => step))
          level.keys.add(level.step)
        }
        index = end - 1
        break
      }
    }
  }
  return found
}

function stringEnd(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}

function isKey(text: string, index: number): boolean {
  let at = index
  while (at < text.length && ' \t\n\r'.includes(text[at] ?? '')) at++
  return text[at] === ':'
}
