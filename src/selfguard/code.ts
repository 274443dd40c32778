import type { Guarded } from './places.ts'

const INTERPRETER =
  /^(?:python[\d.]*|pypy3?|node|nodejs|deno|bun|tsx|perl|ruby|php|lua|luajit|osascript|Rscript|julia|awk|gawk|mawk|ed|ex|vim?|nvim|emacs|tclsh|expect|groovy|scala|go|swift)$/

export function isInterpreter(program: string): boolean {
  return INTERPRETER.test(program)
}

/** True for an interpreter whose other words are files that it opens to change them. */
export function isEditor(program: string): boolean {
  return /^(?:ed|ex|n?vim?|emacs)$/.test(program)
}

/** True when the program gets code in its words or on stdin, and not a file with code. */
export function holdsCode(program: string, args: readonly string[]): boolean {
  if (isEditor(program) || program.endsWith('awk') || args[0] === 'eval') return true
  if (args.some((arg) => /^-[a-zA-Z]*[ceEpr]$|^-[eE].|^--(?:eval|print|execute)|^-$/.test(arg))) return true
  return args.every((arg) => arg.startsWith('-'))
}

/** Code that changes files, starts programs, or puts names together so that nobody can tell. */
const WRITES =
  /write|put_|append|unlink|remove|rename|replace\(|rmtree|\brm|copy|move|chmod|chown|truncate|link|dump\(|touch|mkdir|open\s*\([^)]{0,300},\s*(?:mode\s*=\s*)?["'](?:[^"']*[wax+])|\bopen\b[^;]{0,300}["']\s*[+>]|>>?\s*["'$]|\bwq?!?\b|system|spawn|exec|popen|subprocess|child_process|eval|getattr|__import__|compile|Function\s*\(|fromCharCode|chr\(|decode|%x|print\s*>|-i\b/i

/** True when the text, as a program, may do more with files than read them. */
export function mayWrite(code: string): boolean {
  return WRITES.test(code)
}

const MOST_PATHS = 300
/** Between two texts that code puts together to one path. */
const JOINED = /["'`][\s)]*[,+/][\s(]*["'`]/g

/** What a guarded file is that the text names, or a folder of such files; undefined when it names none. */
export function namedIn(text: string, guarded: Guarded, cwds: readonly string[]): string | undefined {
  const folder = pathsIn(text).find((path) => guarded.isHolder(path, cwds))
  return (
    fileNamedIn(text, guarded, cwds) ??
    (folder === undefined ? undefined : `a folder with hook settings in it (${folder})`)
  )
}

/** The same for files alone. */
export function fileNamedIn(text: string, guarded: Guarded, cwds: readonly string[]): string | undefined {
  for (const path of [...pathsIn(text), ...pathsIn(text.replaceAll(',', ' '))]) {
    const kind = guarded.kindOf(path, cwds)
    if (kind !== undefined) return kind
  }
  return undefined
}

/** Code that takes a folder away joins nothing to its name. */
const TAKES_AWAY = /\brm|rmtree|unlink|remove|rename|move|chmod|chown/i

function pathsIn(text: string): readonly string[] {
  const joined = text.replace(JOINED, '/')
  const texts = joined !== text && TAKES_AWAY.test(text) ? `${joined} ${text}` : joined
  const pieces = new Set(texts.match(/[~\w$%.@{}/\\-]+/g) ?? [])
  return [...pieces].filter((piece) => /[./\\]/.test(piece)).slice(0, MOST_PATHS)
}
