import { Buffer, isUtf8 } from 'node:buffer'
import { SyntaxProblem } from './problem.ts'

const SPACE = String.raw`[ \t\r\n]`
const DECLARATION = new RegExp(
  String.raw`^<\?xml${SPACE}+version${SPACE}*=${SPACE}*(?:"1\.\d+"|'1\.\d+')` +
    `(?:${SPACE}+encoding${SPACE}*=${SPACE}*(?:"([^"<&]*)"|'([^'<&]*)'))?` +
    String.raw`(?:${SPACE}+standalone${SPACE}*=${SPACE}*(?:"(?:yes|no)"|'(?:yes|no)'))?${SPACE}*\?>`,
)
/** More than any declaration has. */
const HEAD_BYTES = 1024

export type XmlText = {
  readonly text: string
  /** Where the declaration ends. */
  readonly start: number
  readonly isVersion11: boolean
}

/** Decodes a document by its byte order mark, else by what it declares. Throws `SyntaxProblem`. */
export function decodeXml(bytes: Buffer): XmlText {
  const marked = decodeMarked(bytes)
  const head = marked?.text.slice(0, HEAD_BYTES) ?? bytes.toString('latin1', 0, HEAD_BYTES)
  const declaration = declarationOf(head)
  const declared = (declaration?.encoding ?? '').toLowerCase()
  if (marked) refuseOther(declared, marked.encoding)
  const text = marked?.text ?? decodeUnmarked(bytes, declared)
  return {
    text,
    start: declaration?.length ?? 0,
    isVersion11: declaration !== undefined && !/version\s*=\s*["']1\.0/.test(head),
  }
}

type Marked = { readonly text: string; readonly encoding: 'utf-8' | 'utf-16' }

function decodeMarked(bytes: Buffer): Marked | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return { text: utf8(bytes.subarray(3)), encoding: 'utf-8' }
  }
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe
  if (!isLittle && !(bytes[0] === 0xfe && bytes[1] === 0xff)) return undefined
  if (bytes.length % 2 !== 0) throw new SyntaxProblem('the file ends inside a character', 0)
  const body = bytes.subarray(2)
  return { text: (isLittle ? body : Buffer.from(body).swap16()).toString('utf16le'), encoding: 'utf-16' }
}

type Declaration = { readonly length: number; readonly encoding: string }

function declarationOf(head: string): Declaration | undefined {
  if (!/^<\?xml(?![-.:\w\u0080-\uffff])/i.test(head)) return undefined
  const found = DECLARATION.exec(head)
  if (!found) {
    throw new SyntaxProblem('the XML declaration is not of the form <?xml version="1.0" encoding="…"?>', 0)
  }
  return { length: found[0].length, encoding: found[1] ?? found[2] ?? '' }
}

const UTF8 = new Set(['', 'utf-8', 'utf8'])
const UTF16 = new Set(['utf-16', 'utf16', 'utf-16le', 'utf-16be'])
const LATIN1 = new Set(['iso-8859-1', 'iso-8859-15', 'latin1'])
const ASCII = new Set(['ascii', 'us-ascii'])

function refuseOther(declared: string, found: Marked['encoding']): void {
  const accepted = found === 'utf-8' ? UTF8 : UTF16
  if (declared === '' || accepted.has(declared)) return
  throw new SyntaxProblem(`the file declares "${declared}" and is ${found.toUpperCase()}`, 0)
}

function decodeUnmarked(bytes: Buffer, declared: string): string {
  if (LATIN1.has(declared)) return bytes.toString('latin1')
  if (UTF8.has(declared) || ASCII.has(declared)) {
    const text = utf8(bytes)
    const at = ASCII.has(declared) ? text.search(/[^\0-\x7f]/) : -1
    if (at >= 0) throw new SyntaxProblem('the file declares ASCII and holds other characters', at)
    return text
  }
  const problem = UTF16.has(declared) ? 'and has no byte order mark' : 'which is not supported'
  throw new SyntaxProblem(`the file declares the encoding "${declared}", ${problem}`, 0)
}

function utf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new SyntaxProblem('the file holds bytes that are no UTF-8', 0)
  return bytes.toString('utf8')
}
