import type { Program, Word } from '../../../analyze/line.ts'
import { literal } from '../../touches/touch.ts'
import { touchesOf } from '../../touches/touches-of.ts'
import type { Look } from '../look.ts'

const PUTS =
  /(?:^|[\n;"'])\s{0,9}(?:put|mput|reput|send|append|mirror\s+(?:-R|--reverse))\s+(?:-\w+\s+){0,9}([^\s;"']+)/gi

/** Files that sftp, ftp and their like are told to send by what they read: `put FILE`. */
export function filesInScript({ program, args, sources }: Look): readonly Word[] {
  const printed = sources.filter(({ name }) => name === 'echo' || name === 'printf')
  const texts = [
    program.input.from === 'text' ? program.input.text.text : '',
    ...[args, ...printed.map(({ words }) => words)].map((words) => words.map(({ text }) => text).join('\n')),
  ]
  return texts.flatMap((text) =>
    Array.from(text.slice(0, 20_000).matchAll(PUTS), ([, path = '']) => literal(path)),
  )
}

/** Calls of the same code: `requests.post(URL, data=open('.env').read())`. Code in a file may do both by right. */
export function callsBeside({ program, line }: Look): readonly Program[] {
  const { via } = program
  const carrier = via?.how === 'code' && via.program !== undefined ? line.programs[via.program] : undefined
  if (carrier === undefined || !isWrittenOut(carrier)) return []
  return line.programs.filter(
    (each) =>
      each !== program &&
      each.via?.how === 'code' &&
      each.via.program === carrier.id &&
      touchesOf(each).length > 0,
  )
}

function isWrittenOut({ words, input }: Program): boolean {
  return (
    input.from === 'text' || words.slice(1).some(({ text }) => /^-\w*[cepr]$|^--(?:eval|print)/.test(text))
  )
}
