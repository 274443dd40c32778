/** Letters of the options whose value is code. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:node|nodejs|tsx|ts-node|bun|deno)$/, 'ep'],
  [/^(?:python|pypy)[\d.]*$/, 'c'],
  [/^perl[\d.]*$/, 'eE'],
  [/^php[\d.]*$/, 'rRBE'],
  [/^(?:ruby|lua|Rscript|osascript)[\d.]*$/, 'e'],
  [/^[gm]?awk$/, 'e'],
  [/^sed$/, 'e'],
]

/** Words that hold code of the program: those behind `-e` and the like, and the text of awk and sed. */
export function codeWords(program: string, words: readonly string[]): readonly string[] {
  const [, letters] = LETTERS.find(([pattern]) => pattern.test(program)) ?? []
  if (letters === undefined) return []
  const behind = words.flatMap((word, at) => codeAt(word, words[at + 1] ?? '', letters))
  return /awk$|^sed$/.test(program) ? [...behind, ...firstOperand(words)] : behind
}

function codeAt(word: string, next: string, letters: string): readonly string[] {
  if (new RegExp(`^(?:-[A-Za-z0-9]*[${letters}]|--(?:eval|print|run|expression|source)|eval)$`).test(word))
    return [next]
  const [, value, attached] =
    new RegExp(`^(?:--(?:eval|print|run|expression|source)=([^]*)|-[A-Za-z0-9]*?[${letters}]([^]+))$`).exec(
      word,
    ) ?? []
  if (value !== undefined) return [value]
  return attached !== undefined && /[\s("'`$;|]/.test(attached) ? [attached] : []
}

/** Of awk and sed. A word that an option may take is looked at too, and so is the one behind it. */
function firstOperand(words: readonly string[]): readonly string[] {
  const at = words.findIndex(
    (word, index) => !word.startsWith('-') && !/^-[Fvfl]$/.test(words[index - 1] ?? ''),
  )
  return at === -1 ? [] : [words[at] ?? '']
}
