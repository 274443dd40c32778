import { quotedWords } from './quote.ts'

/** How code of a language is given to the program that runs it. */
const RUNNERS: readonly { readonly language: RegExp; readonly words: readonly string[] }[] = [
  { language: /^(?:bash|sh|shell|zsh)$/i, words: ['bash', '-c'] },
  { language: /^(?:powershell|pwsh)$/i, words: ['pwsh', '-Command'] },
  { language: /^py/i, words: ['python3', '-c'] },
  { language: /^(?:js|javascript|node|typescript|ts|deno|bun)/i, words: ['node', '-e'] },
  { language: /^rb|^ruby/i, words: ['ruby', '-e'] },
  { language: /^perl/i, words: ['perl', '-e'] },
  { language: /^php/i, words: ['php', '-r'] },
]

/** The first that fits; where nobody says the language, the two most likely ones. */
const UNKNOWN = [
  ['python3', '-c'],
  ['node', '-e'],
]

/**
 * Returns lines that run the code, one for each language that it may be in. Lines of a notebook that its shell runs
 * (`!rm x`, a cell that begins with `%%bash`) are lines themselves.
 */
export function codeLines(code: string, language: string | undefined): readonly string[] {
  const start = code.trimStart()
  if (SHELL_CELL.test(start)) return [start.slice(start.indexOf('\n') + 1)]
  const lines = code.split('\n').map((line) => ({ line, shell: shellLine(line) }))
  const plain = lines.flatMap(({ line, shell }) => (shell === undefined ? [line] : [])).join('\n')
  const shell = lines.flatMap((each) => each.shell ?? [])
  if (plain.trim() === '') return shell
  return [...shell, ...runnersOf(language).map((words) => quotedWords([...words, plain]))]
}

const SHELL_CELL = /^%%(?:bash|sh|script[ \t]{1,9}(?:ba)?sh)\b[^\n]*\n/

/** `!rm x`, `%sx rm x`, `files = !ls`. */
function shellLine(line: string): string | undefined {
  return /^(?:[\w, ]{1,100}=[ \t]{0,9})?(?:!|%(?:sx|system)[ \t])(?!=)(.+)$/.exec(line.trim())?.[1]
}

function runnersOf(language: string | undefined): readonly (readonly string[])[] {
  if (language === undefined) return UNKNOWN
  return RUNNERS.filter((each) => each.language.test(language)).map(({ words }) => words)
}
