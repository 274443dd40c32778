import * as path from 'node:path'
import { foldersUp, isObject, type Look } from './look.ts'
import { packageOf } from './signs.ts'

/** A package manager, by the lock file that it writes. */
const LOCKS: readonly (readonly [file: string, manager: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]

const RUN: Readonly<Record<string, readonly string[]>> = {
  npm: ['npm', 'run', '--silent'],
  pnpm: ['pnpm', 'run'],
  yarn: ['yarn', 'run'],
  bun: ['bun', 'run'],
}

/** Returns the words that run a script of package.json: those of the package manager whose lock file is nearest. */
export function scriptRunner(
  folder: string,
  { top, look }: { readonly top: string; readonly look: Look },
): readonly string[] {
  for (const each of foldersUp(folder, top)) {
    const lock = LOCKS.find(([file]) => look.has(each, file))
    const manager = lock?.[1] ?? namedManager(each, look)
    if (manager !== undefined) return RUN[manager] ?? []
  }
  return RUN['npm'] ?? []
}

function namedManager(folder: string, look: Look): string | undefined {
  const named = packageOf(folder, look)['packageManager']
  const name = typeof named === 'string' ? (named.split('@')[0] ?? '') : ''
  return Object.hasOwn(RUN, name) ? name : undefined
}

/** Returns the scripts of package.json. */
export function scriptsOf(folder: string, look: Look): Readonly<Record<string, string>> {
  const scripts = packageOf(folder, look)['scripts']
  if (!isObject(scripts)) return {}
  return Object.fromEntries(
    Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** What `npm init` writes for a package without tests. */
const PLACEHOLDER = /no test specified/
/** Programs that go on until somebody ends them; those that watch only at a terminal are not among them. */
const WATCHES =
  /(?:^|\s)--watch(?!\S{0,20}=false)|\b(?:tsc|mocha|jest)\b[^&|;]{0,200}\s-w(?:\s|$)|\b(?:nodemon|tsc-watch)\b|\bvitest (?:watch|dev)\b|\bng test\b(?![^&|;]{0,200}--(?:no-watch|watch=false))/

/** True for a script that checks something and ends. */
export function isUsableCheck(script: string): boolean {
  return script.trim() !== '' && !PLACEHOLDER.test(script) && !WATCHES.test(script)
}

/** Returns the path of a file of the folder, whichever of the names it has. */
export function firstFile(folder: string, names: readonly string[], look: Look): string | undefined {
  const name = names.find((each) => look.has(folder, each))
  return name === undefined ? undefined : path.join(folder, name)
}
