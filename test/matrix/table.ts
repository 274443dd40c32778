import { dialects } from '../helpers/dialects.ts'
import type { Dialect } from '../../src/dialects/dialect.ts'
import { CASES, type MatrixCase } from './cases.ts'
import { cell, hosts, type Cell } from './cell.ts'

/** Who writes the hook of the printed table; what others write means the same, as the tests show. */
const SPEAKER = 'claude-code'

/** One line for each host and one column for each case: what comes of a hook that is written once. */
export async function matrixRows(): Promise<{
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}> {
  const speaker = dialects.get(SPEAKER) as Dialect
  const rows = await Promise.all(
    hosts.map(async (host) => [
      host.seen === undefined ? `${host.title} (documents)` : host.title,
      ...(await Promise.all(CASES.map((wanted) => wordFor(wanted, speaker, host)))),
    ]),
  )
  return { head: ['host', ...CASES.map(({ name }) => name)], rows }
}

async function wordFor(wanted: MatrixCase, speaker: Dialect, host: Dialect): Promise<string> {
  const found = await cell(wanted, speaker, host)
  return typeof found === 'string' ? 'no such event' : outcome(found, wanted)
}

function outcome({ heard, spec, verdict }: Cell, { name }: MatrixCase): string {
  const kinds = new Set(heard.effects.map(({ kind }) => kind))
  if (heard.decision === 'ask') return 'asks'
  if (heard.decision === 'deny') return name === 'ask' || name === 'rewrite' ? 'denies instead' : 'denies'
  if (kinds.has('rewrite-input')) return 'rewrites'
  if (kinds.has('stop')) return 'ends the turn'
  if (kinds.has('add-context')) return spec.gate ? 'context' : 'tells the model'
  if (verdict.lost.length > 0) return 'lost, and told'
  return 'goes on'
}
