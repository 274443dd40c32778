import { LIMITS } from '../limits.ts'
import type { TextReader } from '../reader.ts'
import { report, toReading, type Output } from '../windows/output.ts'
import { scanAll } from './scan.ts'

/** Reads a text as cmd would, in a batch file or behind `cmd /c`. */
export const readCmd: TextReader = (text, { folder, variables }) => {
  const out: Output = { programs: [], unanalysable: [] }
  if (text.length > LIMITS.text) {
    report(out, 'too-large')
    return toReading(out)
  }
  scanAll({
    text,
    at: 0,
    out,
    variables: new Map(
      Array.from(
        variables,
        ([name, word]) => [name.toLowerCase(), word.known ? word.text : undefined] as const,
      ),
    ),
    environment: [],
    folder,
    word: undefined,
    isQuoted: false,
    words: [],
    redirections: [],
    redirects: undefined,
    piped: [],
    depth: 0,
    replaced: 0,
  })
  return toReading(out)
}
