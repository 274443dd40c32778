import type { TextReader } from '../reader.ts'
import { LIMITS } from '../limits.ts'
import { report, toReading, type Output } from '../windows/output.ts'
import { scanAll } from './scan.ts'
import { startCode } from './state.ts'

/** Reads a text as PowerShell would: every statement in it, in blocks and in subexpressions too. */
export const readPowerShell: TextReader = (text, { folder, variables }) => {
  const out: Output = { programs: [], unanalysable: [] }
  if (text.length > LIMITS.text) {
    report(out, 'too-large')
    return toReading(out)
  }
  scanAll({
    text: withPlainQuotes(text),
    at: 0,
    frames: [startCode('')],
    out,
    variables: new Map(Array.from(variables, ([name, value]) => [name.toLowerCase(), value] as const)),
    aliases: new Map(),
    environment: [],
    folder,
  })
  return toReading(out)
}

/** PowerShell takes the quotes and dashes of word processors for plain ones. */
function withPlainQuotes(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\u2018-\u201B]/g, "'")
    .replaceAll(/[\u201C-\u201E]/g, '"')
    .replaceAll(/[\u2013-\u2015]/g, '-')
}
