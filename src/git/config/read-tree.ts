import { Buffer } from 'node:buffer'
import { issue, type Issue } from '../../core/issue.ts'
import { parseTree } from '../../config/parse.ts'
import { Malformed, type Tree } from '../../config/tree.ts'
import { expandMerges } from './merge-keys.ts'
import { placeIn, type Source } from './source.ts'

/** Far above any real file. */
export const MAX_CONFIG_BYTES = 4 * 1_048_576
const MAX_DEPTH = 64

/** Undefined for a file without content. Never throws, whatever the text. */
export function readTree(source: Source): Tree | Issue | undefined {
  const { file, text, format } = source
  if (Buffer.byteLength(text) > MAX_CONFIG_BYTES) return tooLarge(file)
  try {
    const tree = parseTree(text, `config.${isJson(file) ? 'json' : format}`, MAX_DEPTH)
    return tree && expandMerges(tree, source, MAX_DEPTH)
  } catch (error) {
    if (error instanceof Malformed) {
      const place = placeIn(source, { start: error.offset, end: error.offset })
      return issue(error.code, place, error.message, error.hint)
    }
    // A parser that gives up on strange input, by running out of stack or by a fault of its own.
    return issue('config.syntax', { file }, `"${file}" cannot be parsed: ${String(error)}.`)
  }
}

/** A file of Hookwright's own may be JSON; any other file is YAML, whatever its name. */
function isJson(file: string): boolean {
  return /(?:^|[\\/])hookwright\.json$/.test(file)
}

export function tooLarge(file: string): Issue {
  const hint = 'Move long scripts into files of their own and name them in "entry".'
  return issue('config.too-large', { file }, `"${file}" has more than ${MAX_CONFIG_BYTES} bytes.`, hint)
}
