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
  const lines: string[] = []
  for (const name of [FILE, ...oldFiles(state).toReversed()]) {
    if (lines.length >= count) break
    lines.unshift(...(state.read(name) ?? '').split('\n').filter((line) => line !== ''))
  }
  const parsed = lines.slice(-count).map(parseLine)
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
    const value = JSON.parse(line) as RunRecord
    return value.v === 1 ? value : undefined
  } catch {
    return undefined
  }
}
