import { Buffer } from 'node:buffer'
import { isIssue } from '../../core/issue.ts'
import type { BigFile } from './big-file.ts'
import type { BuiltinHook } from './builtin.ts'
import { CR, LF } from './bytes.ts'
import { eachFile, type Report } from './each-file.ts'
import { parseOptions, type OptionTable } from './options.ts'
import { shownName } from './shown-name.ts'

const ENDINGS = { lf: Buffer.from('\n'), crlf: Buffer.from('\r\n'), cr: Buffer.from('\r') } as const
type Ending = keyof typeof ENDINGS
type Mode = Ending | 'auto' | 'no'
type Counts = Record<Ending, number>

const TABLE: OptionTable = {
  flags: [{ long: 'fix', short: 'f', value: 'one', choices: ['auto', 'no', 'lf', 'crlf', 'cr'] }],
  rest: 'names',
}

export const mixedLineEnding: BuiltinHook = {
  id: 'mixed-line-ending',
  name: 'mixed line ending',
  description: 'Replaces or checks mixed line endings.',
  types: ['text'],
  fixes: true,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, TABLE)
    if (isIssue(options)) return options
    const mode = (options.one('fix') ?? 'auto') as Mode
    return eachFile([...options.rest, ...names], context, {
      file: (bytes, name) => checkFile(bytes, name, mode),
      big: (file, name) => checkBig(file, name, mode),
    })
  },
}

function checkFile(bytes: Buffer, name: string, mode: Mode): Report | undefined {
  if ((mode === 'auto' || mode === 'no' || mode === 'lf') && !bytes.includes(CR)) return undefined
  if (bytes.includes(0)) return undefined
  const counts = count(bytes)
  if (mode === 'no') return reportMixed(counts, name)
  const ending = mode === 'auto' ? mostCommon(counts) : mode
  return hasOthers(counts, ending) ? { ...fixing(name), content: withEnding(bytes, ending) } : undefined
}

async function checkBig(file: BigFile, name: string, mode: Mode): Promise<Report | undefined> {
  const counts = { lf: 0, crlf: 0, cr: 0 }
  for await (const piece of file.pieces()) {
    if (piece.includes(0)) return undefined
    count(piece, counts)
  }
  if (mode === 'no') return reportMixed(counts, name)
  const ending = mode === 'auto' ? mostCommon(counts) : mode
  if (!hasOthers(counts, ending)) return undefined
  await file.rewrite(rewritten(file, ending))
  return fixing(name)
}

async function* rewritten(file: BigFile, ending: Ending): AsyncGenerator<Buffer, void, void> {
  for await (const piece of file.pieces()) yield withEnding(piece, ending)
}

function fixing(name: string): Report {
  return { output: `Fixing ${shownName(name)}\n` }
}

function reportMixed(counts: Counts, name: string): Report | undefined {
  const kinds = Object.values(counts).filter((each) => each > 0)
  return kinds.length > 1 ? { output: `${shownName(name)}: mixed line endings\n` } : undefined
}

function count(bytes: Buffer, counts: Counts = { lf: 0, crlf: 0, cr: 0 }): Counts {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === LF) counts.lf += 1
    else if (byte === CR && bytes[at + 1] === LF) {
      counts.crlf += 1
      at += 1
    } else if (byte === CR) counts.cr += 1
  }
  return counts
}

/** Of equally common ones `\n` comes first, then `\r\n`. */
function mostCommon({ lf, crlf, cr }: Counts): Ending {
  if (lf >= crlf && lf >= cr) return 'lf'
  return crlf >= cr ? 'crlf' : 'cr'
}

function hasOthers(counts: Counts, ending: Ending): boolean {
  return Object.entries(counts).some(([kind, times]) => kind !== ending && times > 0)
}

/** A last line without an end gets one, too. */
function withEnding(bytes: Buffer, ending: Ending): Buffer {
  const end = ENDINGS[ending]
  const pieces: Buffer[] = []
  let copied = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const length = endingLength(bytes, at)
    if (length === 0) continue
    pieces.push(bytes.subarray(copied, at), end)
    at += length - 1
    copied = at + 1
  }
  if (copied < bytes.length) pieces.push(bytes.subarray(copied), end)
  return Buffer.concat(pieces)
}

function endingLength(bytes: Buffer, at: number): number {
  if (bytes[at] === LF) return 1
  if (bytes[at] !== CR) return 0
  return bytes[at + 1] === LF ? 2 : 1
}
