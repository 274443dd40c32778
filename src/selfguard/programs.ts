import type { Dissected } from '../conditions/bash.ts'
import { programName } from '../analyze/programs/names.ts'
import type { Program } from './line.ts'
import type { Guarded } from './places.ts'

/** The programs of a line with their words. */
export function programsOf({ calls, variables }: Dissected): readonly Program[] {
  return calls.flatMap(({ words, starts }) =>
    filledIn(words, variables).flatMap((filled) =>
      starts.map((start): Program => {
        const own = filled.slice(start)
        const [name = '', ...args] = own
        const program = programName(name.replaceAll('\\', '/')).replace(/\.exe$/i, '')
        return { name: program, args, words: own, isWrapper: starts.some((other) => other > start) }
      }),
    ),
  )
}

const MOST_READINGS = 16

/** The words with each value that the line gives to a variable in them. */
export function filledIn(
  words: readonly string[],
  variables: Dissected['variables'],
): readonly (readonly string[])[] {
  const used = new Set(words.flatMap((word) => Array.from(word.matchAll(USED), ([, name = '']) => name)))
  let readings: readonly (readonly string[])[] = [words]
  for (const name of used) {
    const values = valuesOf(name, variables)
    if (values.length === 0) continue
    const pattern = new RegExp(`\\$(?:${name}(?!\\w)|\\{${name}(?!\\w)[^}]*\\})`, 'g')
    const fill = (word: string, value: string): readonly string[] =>
      splitUp(
        word,
        word.replace(pattern, () => value),
      )
    readings = readings
      .flatMap((reading) => values.map((value) => reading.flatMap((word) => fill(word, value))))
      .slice(0, MOST_READINGS)
  }
  return readings
}

const USED = /\$\{?([A-Za-z_]\w*)/g

/** The last values, because they hold at the end, and all of an array at once. */
function valuesOf(name: string, variables: Dissected['variables']): readonly string[] {
  const given = [...new Set(variables.filter(([each]) => each === name).map(([, value]) => value))]
  const last = given.slice(1 - MOST_READINGS)
  return last.length > 1 ? [...last, last.join(' ')] : last
}

/** True when a line gives its variables so many values that `filledIn` leaves some out. */
export function hasManyValues(variables: Dissected['variables']): boolean {
  const values = new Map<string, Set<string>>()
  for (const [name, value] of variables) values.set(name, (values.get(name) ?? new Set()).add(value))
  const readings = [...values.values()].reduce((product, { size }) => product * (size > 1 ? size + 1 : 1), 1)
  return readings > MOST_READINGS
}

/** Without quotes around it the value of a variable becomes several words. */
function splitUp(before: string, after: string): readonly string[] {
  return before !== after && /^\$\{?\w+(?:\[[@*]\])?\}?$/.test(before)
    ? after.split(/\s+/).filter((word) => word !== '')
    : [after]
}

const MOST_FOLDERS = 8

/** Every folder that a `cd` may have led to, and those of `git -C`. */
export function foldersOf(
  programs: readonly Program[],
  cwd: string,
  { resolve }: Guarded,
): readonly string[] {
  const folders = [cwd]
  for (const { name, args } of programs) {
    const isMove = /^(?:cd|pushd)$/.test(name)
    const at = isMove ? args.findIndex((arg) => !arg.startsWith('-')) : args.indexOf('-C') + 1
    const target = at > 0 || isMove ? args[at] : undefined
    const known = target === undefined ? [] : resolve(target, folders)
    folders.push(...known.filter((folder) => !folders.includes(folder)).slice(0, MOST_FOLDERS))
    if (folders.length > MOST_FOLDERS) folders.splice(1, folders.length - MOST_FOLDERS)
  }
  return folders
}
