import type { Command } from './shell.ts'

/** Shells that read a script without running it when they are given `-n`. */
const POSIX_SHELL = /^(?:ba|da|z|k|mk|a)?sh(?:\.exe)?$/i

/** Returns the same start of a POSIX shell, parsing only; undefined for any other program. */
export function withoutRunning({ file, args }: Command): Command | undefined {
  if (!isPosixShell(file)) return undefined
  // Long options of bash come before short ones.
  const short = args.findIndex((word) => !/^--./.test(word))
  const at = short === -1 ? args.length : short
  return { file, args: [...args.slice(0, at), '-n', ...args.slice(at)] }
}

/** True for the path or the name of a shell that takes `-n`. */
export function isPosixShell(program: string): boolean {
  return POSIX_SHELL.test(program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1))
}

/** Returns the shell that the first line of a script names, as the program and its options; undefined for any other. */
export function shebangShell(text: string): readonly string[] | undefined {
  const line = /^#!\s*(\S[^\n]*)/.exec(text)?.[1]?.trim() ?? ''
  const [program = '', ...words] = line.split(/[ \t]+/)
  const named = program.endsWith('/env') ? words.filter((word) => word !== '-S') : [program, ...words]
  return named[0] !== undefined && isPosixShell(named[0]) ? named : undefined
}
