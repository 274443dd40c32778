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
  return decidingKeys(text).find(({ isRepeated }) => isRepeated)?.key
}

/** Every text under a deciding key of well-formed JSON, with its path (`hookSpecificOutput.action`); a repeated key has several. */
export function decidingTexts(text: string): readonly { readonly path: string; readonly said: string }[] {
  return decidingKeys(text).flatMap(({ path, valueAt }) =>
    text[valueAt] === '"' ? { path, said: JSON.parse(stringAt(text, valueAt)) as string } : [],
  )
}

type DecidingKey = {
  readonly key: string
  readonly path: string
  /** Index of the first character of its value. */
  readonly valueAt: number
  readonly isRepeated: boolean
}

function decidingKeys(text: string): readonly DecidingKey[] {
  const found: DecidingKey[] = []
  const seen: Set<string>[] = []
  const open: string[] = []
  let key = ''
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') {
      const quoted = stringAt(text, index)
      index += quoted.length - 1
      const colon = afterSpace(text, index + 1)
      if (text[colon] !== ':') continue
      key = JSON.parse(quoted) as string
      const keys = seen.at(-1)
      if (DECIDING.has(key) && open.every((each) => HOLDERS.has(each)))
        found.push({
          key,
          path: [...open.slice(1), key].join('.'),
          valueAt: afterSpace(text, colon + 1),
          isRepeated: keys?.has(key) ?? false,
        })
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
  return found
}

/** Where decisions stand: at the top, in the event's own part, and in a permission result. */
const HOLDERS: ReadonlySet<string> = new Set(['', 'hookSpecificOutput', 'decision'])

function stringAt(text: string, index: number): string {
  let end = index + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return text.slice(index, end + 1)
}

function afterSpace(text: string, index: number): number {
  let at = index
  while (/\s/.test(text[at] ?? '')) at++
  return at
}
