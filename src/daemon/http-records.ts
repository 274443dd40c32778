import type { Reply } from '../core/decision.ts'
import { HEAD } from './wire.ts'

/**
 * Returns what the records of a call come to, as the launcher would have written it. Undefined: the worker declined, or
 * its last record is missing.
 */
export function replyIn(records: Buffer): Reply | undefined {
  const said = { out: '', err: '' }
  let at = 0
  const take = (length: number): string => {
    at += length
    return records.toString('utf8', at - length, at)
  }
  while (at + HEAD <= records.length) {
    const [kind = '', ...words] = take(HEAD).trimEnd().split(' ')
    const [first = '', second = '', third = ''] = words
    if (kind === 'out' || kind === 'err') said[kind] += take(Number(first))
    else if (kind === 'nul') said[first === 'out' ? 'out' : 'err'] += '\0'
    else if (kind === 'end')
      return {
        stdout: said.out + take(Number(second)),
        stderr: said.err + take(Number(third)),
        exitCode: Number(first),
      }
    else if (kind !== 'beat') return undefined
  }
  return undefined
}
