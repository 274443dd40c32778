/** Keys whose second value would overrule a decision. */
const DECIDING: ReadonlySet<string> = new Set([
  'decision',
  'continue',
  'hookSpecificOutput',
  'hookEventName',
  'permissionDecision',
  'behavior',
  'action',
])

/** A deciding key that one object of well-formed JSON holds twice. Input a hook rewrites may hold what it likes. */
export function repeatedKey(text: string): string | undefined {
  const seen: Set<string>[] = []
  const open: string[] = []
  let key = ''
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') {
      const found = stringAt(text, index)
      index += found.length - 1
      if (!isKey(text, index + 1)) continue
      key = JSON.parse(found) as string
      const keys = seen.at(-1)
      if (keys?.has(key) && DECIDING.has(key) && open.every((each) => HOLDERS.has(each))) return key
      keys?.add(key)
    } else if (character === '{' || character === '[') {
      seen.push(new Set())
      open.push(key)
      key = ''
    } else if (character === '}' || character === ']') {
      seen.pop()
      open.pop()
    }
  }
  return undefined
}

/** Where decisions stand: at the top, in the event's own part, and in a permission result. */
const HOLDERS: ReadonlySet<string> = new Set(['', 'hookSpecificOutput', 'decision'])

function stringAt(text: string, index: number): string {
  let end = index + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return text.slice(index, end + 1)
}

function isKey(text: string, index: number): boolean {
  let at = index
  while (/\s/.test(text[at] ?? '')) at++
  return text[at] === ':'
}
