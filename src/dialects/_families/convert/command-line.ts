import { quoteWord } from '../../../shells/argv.ts'

/**
 * Returns the words as a command line for a POSIX shell; quotes only where something needs them. `variables`: names in
 * `${…}` that the host of the hook filled in, and that the shell has to.
 */
export function shellLine(words: readonly string[], variables: readonly string[] = []): string {
  return words.map((word, index) => (isPlain(word, index) ? word : quoted(word, variables))).join(' ')
}

/** Returns a script for `sh` as it is, and other words as a command line. */
export function shellText(words: readonly string[], variables?: readonly string[]): string {
  const [program, flag, script] = words
  const isScript = words.length === 3 && program === 'sh' && flag === '-c'
  return isScript && script !== undefined ? script : shellLine(words, variables)
}

function quoted(word: string, variables: readonly string[]): string {
  if (variables.length === 0) return quoteWord(word)
  const filled = new Set(variables.map((name) => `\${${name}}`))
  const parts = word.split(/(\$\{\w+\})/).filter((part) => part !== '')
  return parts.map((part) => (filled.has(part) ? `"${part}"` : quoteWord(part))).join('') || quoteWord('')
}

/** What a command line does before the program starts. */
export type Before = {
  /** Shell text for the project's folder, such as `"$PROJECT_DIR"`. */
  readonly project: string
  /** Relative to the project, or absolute. */
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** As for `shellLine`. */
  readonly variables?: readonly string[] | undefined
}

/** Returns a command line for a POSIX shell that also sets folder and variables. */
export function shellLineWith(words: readonly string[], before: Before): string {
  const { project, cwd, env = {}, variables } = before
  const assigned = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const line = shellLine(assigned.length === 0 ? words : ['env', ...assigned, ...words], variables)
  if (cwd === undefined) return line
  return `cd ${folder(cwd, project)} && ${line}`
}

function folder(cwd: string, project: string): string {
  if (/^(?:[\\/]|[A-Za-z]:)/.test(cwd)) return quoteWord(cwd)
  return cwd === '.' ? project : `${project}/${quoteWord(cwd)}`
}

/** A first word with `=` would be an assignment. */
function isPlain(word: string, index: number): boolean {
  return /^[\w@%+:,./=-]+$/.test(word) && (index > 0 || !word.includes('='))
}
