import { basename, join, resolve } from 'node:path'
import { windowsFolders } from '../../core/search-path.ts'
import { isExecutable, locate } from '../../process/locate.ts'
import { readShebang } from '../select/shebang.ts'

type Lookup = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly platform: NodeJS.Platform
}

/** A program as the words that start it: its path, behind the interpreter its first line names. A script named by its path needs no execute bit. */
export function resolveProgram(word: string, lookup: Lookup): readonly string[] {
  const path = find(word, lookup) ?? unfound(word, lookup)
  const interpreter = readShebang(path)
  if (interpreter === undefined || interpreter.length === 0) return [path]
  const [program = '', ...args] = interpreter
  return [findInterpreter(program, lookup), ...args, path]
}

function find(word: string, { cwd, env, platform }: Lookup): string | undefined {
  if (platform === 'win32') return findOnWindows(word, { cwd, env })
  const found = locate(word, { cwd, env })
  // On PATH only what may be executed is a program; a path names a script whatever its mode.
  return found === undefined || word.includes('/') || isExecutable(found) ? found : undefined
}

/** A bare name stays as it is: the system says that it does not exist. */
function unfound(word: string, { cwd }: Lookup): string {
  return word.includes('/') ? resolve(cwd, word) : word
}

/** `/bin/sh` does not exist on Windows, `sh` may. */
function findInterpreter(program: string, lookup: Lookup): string {
  const found = find(program, lookup)
  if (found !== undefined) return found
  return lookup.platform === 'win32' && program.startsWith('/')
    ? (find(basename(program), lookup) ?? program)
    : program
}

function findOnWindows(word: string, { cwd, env }: Omit<Lookup, 'platform'>): string | undefined {
  const variable = (name: string): string | undefined =>
    Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1]
  const endings = ['', ...(variable('PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';')]
  const folders = /[\\/]/.test(word) ? [''] : windowsFolders(variable('PATH'))
  const paths = folders.flatMap((folder) => endings.map((ending) => join(folder, `${word}${ending}`)))
  return paths.map((path) => locate(resolve(cwd, path), { cwd, env: {} })).find((path) => path !== undefined)
}
