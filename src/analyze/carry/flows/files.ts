import type { CarriedAround } from '../../carried.ts'
import type { Program, Word } from '../../line.ts'
import { pathOf } from '../folders.ts'
import { knownWord } from '../words.ts'
import { unknownFlow, type Flow } from './flow.ts'

/** Returns the text of a file that a program of the line runs or reads. */
export function fileText(program: Pick<Program, 'folder'>, file: Word, around: CarriedAround): Flow {
  const path = pathOf(program, file)
  if (path === undefined) return unknownFlow('unseen-script')
  const text = around.read(path)
  return text === undefined ? unknownFlow('unseen-script') : { kind: 'text', text: knownWord(text) }
}
