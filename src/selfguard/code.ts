import type { Guarded } from './places.ts'

const INTERPRETER =
  /^(?:python[\d.]*|pypy3?|node|nodejs|deno|bun|tsx|perl|ruby|php|lua|luajit|osascript|Rscript|julia|awk|gawk|mawk|ed|ex|vim?|nvim|emacs|tclsh|expect|groovy|scala|go|swift)$/

export function isInterpreter(program: string): boolean {
  return INTERPRETER.test(program)
}

/** True when the program gets code in its words or on stdin, and not a file with code. */
export function holdsCode(program: string, args: readonly string[]): boolean {
  if (/awk$|^(?:ed|ex|n?vim?)$/.test(program)) return true
  if (args.some((arg) => /^-[a-zA-Z]*[ceEpr]$|^-[eE].|^--(?:eval|print|execute)|^-$/.test(arg))) return true
  return args.every((arg) => arg.startsWith('-'))
}

/** Code that changes files, starts programs, or puts names together so that nobody can tell. */
const WRITES =
  /write|append|unlink|remove|rename|replace\(|rmtree|\brm|copy|move|chmod|chown|truncate|link|dump\(|touch|mkdir|open\s*\([^)]*,\s*(?:mode\s*=\s*)?["'](?:[^"']*[wax+])|\bopen\b[^;]*["']\s*[+>]|>>?\s*["'$]|\bwq?!?\b|system|spawn|exec|popen|subprocess|child_process|eval|getattr|__import__|compile|Function\s*\(|fromCharCode|chr\(|decode|%x|print\s*>|-i\b/i

/** True when the text, as a program, may do more with files than read them. */
export function mayWrite(code: string): boolean {
  return WRITES.test(code)
}

const MOST_PATHS = 300

/** What a guarded file is that the text names; undefined when it names none. */
export function namedIn(text: string, guarded: Guarded, cwds: readonly string[]): string | undefined {
  const pieces = new Set(text.match(/[~\w$%.@{}/\\-]+/g) ?? [])
  const paths = [...pieces].filter((piece) => /[./\\]/.test(piece)).slice(0, MOST_PATHS)
  for (const path of paths) {
    const kind = guarded.kindOf(path, cwds)
    if (kind !== undefined) return kind
  }
  return undefined
}
