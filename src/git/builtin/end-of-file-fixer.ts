import { Buffer } from 'node:buffer'
import { isIssue } from '../../core/issue.ts'
import type { BigFile } from './big-file.ts'
import type { BuiltinHook } from './builtin.ts'
import { eachFile, type Report } from './each-file.ts'
import { parseOptions } from './options.ts'
import { shownName } from './shown-name.ts'

const LF = 0x0a
const CR = 0x0d
const TAIL_BYTES = 65_536

export const endOfFileFixer: BuiltinHook = {
  id: 'end-of-file-fixer',
  name: 'fix end of files',
  description: 'Ensures that a file is either empty, or ends with one newline.',
  types: ['text'],
  stages: ['pre-commit', 'pre-push', 'manual'],
  fixes: true,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, { flags: [], rest: 'names' })
    if (isIssue(options)) return options
    return eachFile([...options.rest, ...names], context, { file: fixEnd, big: fixBigEnd })
  },
}

function fixEnd(bytes: Buffer, name: string): Report | undefined {
  const content = withOneEnd(bytes)
  return content && { output: fixing(name), content }
}

/** Undefined: the end is as it should be. */
function withOneEnd(bytes: Buffer): Buffer | undefined {
  if (bytes.length === 0) return undefined
  const text = textLength(bytes)
  if (text === bytes.length) return Buffer.concat([bytes, Buffer.of(LF)])
  const end = text === 0 ? 0 : text + lineEnd(bytes, text)
  return end === bytes.length ? undefined : bytes.subarray(0, end)
}

/** The length without the line ends it closes with. */
function textLength(bytes: Buffer): number {
  let length = bytes.length
  while (length > 0 && (bytes[length - 1] === LF || bytes[length - 1] === CR)) length -= 1
  return length
}

function lineEnd(bytes: Buffer, at: number): number {
  return bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1
}

async function fixBigEnd(file: BigFile, name: string): Promise<Report | undefined> {
  for (let length = TAIL_BYTES; ; length *= 16) {
    const from = Math.max(0, file.size - length)
    const tail = file.read(from, file.size - from)
    if (from > 0 && textLength(tail) === 0) continue
    const content = withOneEnd(tail)
    if (!content) return undefined
    const kept = Math.min(content.length, tail.length)
    file.endWith(from + kept, content.subarray(kept))
    return { output: fixing(name) }
  }
}

function fixing(name: string): string {
  return `Fixing ${shownName(name)}\n`
}
