import type { Issue } from '../core/issue.ts'
import type { State } from '../ports/state.ts'
import type { RunRecord } from './record.ts'

const FILE = 'log/runs.jsonl'
const ROTATE_BYTES = 8 * 1_048_576

/** Adds one line; a failure is returned and never changes a verdict. */
export function appendRun(state: State, record: RunRecord): Issue | undefined {
  return state.append(FILE, JSON.stringify(record), ROTATE_BYTES)
}

/** The newest runs, newest last. Lines that do not parse (a torn tail) are counted, not shown. */
export function lastRuns(state: State, count: number): { runs: readonly RunRecord[]; unreadable: number } {
  const chunks: string[][] = []
  let found = 0
  for (const name of [FILE, ...oldFiles(state).toReversed()]) {
    if (found >= count) break
    const lines = (state.read(name) ?? '').split('\n').filter((line) => line !== '')
    chunks.unshift(lines)
    found += lines.length
  }
  const parsed = chunks.flat().slice(-count).map(parseLine)
  const runs = parsed.filter((run) => run !== undefined)
  return { runs, unreadable: parsed.length - runs.length }
}

function oldFiles(state: State): readonly string[] {
  return state
    .list('log')
    .filter((name) => name.startsWith('runs-'))
    .toSorted()
    .map((name) => `log/${name}`)
}

function parseLine(line: string): RunRecord | undefined {
  try {
    const value = JSON.parse(line) as Partial<RunRecord> | null
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: Partial<RunRecord> | null): value is RunRecord {
  if (value?.v !== 1) return false
  const { at, host, event, decision, hooks, skipped } = value
  return (
    [at, host, event, decision].every((text) => typeof text === 'string') &&
    areNamed(hooks) &&
    areNamed(skipped)
  )
}

function areNamed(list: readonly { readonly id: string }[] | undefined): boolean {
  return Array.isArray(list) && list.every((each: { id?: unknown } | null) => typeof each?.id === 'string')
}
