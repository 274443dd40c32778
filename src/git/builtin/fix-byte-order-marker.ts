import { Buffer } from 'node:buffer'
import { isIssue } from '../../core/issue.ts'
import type { BuiltinHook } from './builtin.ts'
import { eachFile, type Visit } from './each-file.ts'
import { parseOptions } from './options.ts'
import { shownName } from './shown-name.ts'

const MARK = Buffer.of(0xef, 0xbb, 0xbf)

export const fixByteOrderMarker: BuiltinHook = {
  id: 'fix-byte-order-marker',
  name: 'fix utf-8 byte order marker',
  description: 'Removes UTF-8 byte order marker.',
  types: ['text'],
  fixes: true,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, { flags: [], rest: 'names' })
    if (isIssue(options)) return options
    return eachFile([...options.rest, ...names], context, VISIT)
  },
}

const VISIT: Visit = {
  file: (bytes, name) =>
    isMarked(bytes) ? { ...removed(name), content: bytes.subarray(MARK.length) } : undefined,
  async big(file, name) {
    if (!isMarked(file.read(0, MARK.length))) return undefined
    let isFirst = true
    await file.rewrite(
      (async function* () {
        for await (const piece of file.pieces()) {
          yield isFirst ? piece.subarray(MARK.length) : piece
          isFirst = false
        }
      })(),
    )
    return removed(name)
  },
}

function isMarked(bytes: Buffer): boolean {
  return bytes[0] === MARK[0] && bytes[1] === MARK[1] && bytes[2] === MARK[2]
}

function removed(name: string): { readonly output: string } {
  return { output: `${shownName(name)}: removed byte-order marker\n` }
}
