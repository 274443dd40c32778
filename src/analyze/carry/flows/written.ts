import type { Program, Word } from '../../line.ts'
import { pathOf } from '../folders.ts'
import { readArguments, valuesOf } from '../options.ts'

/** How the line itself makes a file. */
export type Written =
  | {
      /** A program writes it. */
      readonly kind: 'output'
      readonly program: Program
    }
  | {
      /** It is a copy of, or a link to, another file. */
      readonly kind: 'copy'
      readonly program: Program
      readonly source: Word
    }
  | {
      /** A program that is not understood writes it. */
      readonly kind: 'other'
      readonly program: Program
    }

/** Returns how another program of the line makes the file at this path; undefined: none does. */
export function writtenInLine(path: string, id: number, programs: readonly Program[]): Written | undefined {
  for (const program of programs) {
    if (program.id === id) continue
    const found = writtenBy(program, path)
    if (found !== undefined) return found
  }
  return undefined
}

function writtenBy(program: Program, path: string): Written | undefined {
  const isHere = (word: Word | undefined) => word !== undefined && pathOf(program, word) === path
  const isRedirected = program.redirections.some(({ mode, target }) => mode !== 'read' && isHere(target))
  if (isRedirected && program.via?.how !== 'wrapper') return { kind: 'output', program }
  const args = program.words.slice(1)
  switch (program.name) {
    case 'tee':
      return args.some(isHere) ? { kind: 'output', program } : undefined
    case 'cp':
    case 'mv':
    case 'ln':
    case 'install':
      return copied(program, path, isHere)
    case 'curl':
    case 'wget':
      return downloads(args).some(isHere) ? { kind: 'output', program } : undefined
    case 'dd':
      return args.some(({ text }) => text === `of=${path}`) ? { kind: 'other', program } : undefined
    default:
      return undefined
  }
}

function copied(
  program: Program,
  path: string,
  isHere: (word: Word | undefined) => boolean,
): Written | undefined {
  const { operands } = readArguments(program.words.slice(1), { valued: 'tmogS', anywhere: true })
  const target = operands.at(-1)
  const [source] = operands
  if (source === undefined || target === undefined || operands.length < 2) return undefined
  const folder = pathOf(program, target)
  const inFolder = operands
    .slice(0, -1)
    .find(
      ({ text }) =>
        folder !== undefined && path === `${folder === '.' ? '' : `${folder}/`}${text.split('/').at(-1)}`,
    )
  if (isHere(target)) return { kind: 'copy', program, source }
  return inFolder === undefined ? undefined : { kind: 'copy', program, source: inFolder }
}

/** `-o x`, `-O x`; without a name it is the last part of the address. */
function downloads(args: readonly Word[]): readonly Word[] {
  const given = readArguments(args, {
    valued: 'oOHXdAbceFmuTU',
    long: 'output output-document',
    anywhere: true,
  })
  return valuesOf(given, '-o', '-O', '--output', '--output-document')
}
