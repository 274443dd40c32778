import * as path from 'node:path'
import type { Files } from '../ports/files.ts'
import { realPath } from './places.ts'

/**
 * Where the system finds a word with a `..` behind a name: `link/../x` is beside the folder that the link leads to. As
 * text it is beside the link, and that is where `cd link/..` of a shell leads. Empty for words without one.
 */
export function throughLinks(base: string, word: string, files: Files): readonly string[] {
  const steps = word.split(STEP)
  if (!goesBack(steps)) return []
  let place = path.isAbsolute(word) ? path.parse(word).root : base
  for (const step of steps)
    place = step === '..' ? path.dirname(realPath(place, files)) : path.join(place, step)
  return [place]
}

const STEP = path.sep === '\\' ? /[/\\]/ : '/'

function goesBack(steps: readonly string[]): boolean {
  const last = steps.lastIndexOf('..')
  return steps.slice(0, Math.max(last, 0)).some((step) => !/^\.{0,2}$/.test(step))
}
