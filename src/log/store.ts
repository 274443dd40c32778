import type { Issue } from '../core/issue.ts'
import type { State } from '../ports/state.ts'
import type { RunRecord } from './record.ts'

const FILE = 'log/runs.jsonl'
const ROTATE_BYTES = 8 * 1_048_576

/** Adds one line; a failure is returned and never changes a verdict. */
export function appendRun(state: State, record: RunRecord): Issue | undefined {
  return state.append(FILE, JSON.stringify(record), ROTATE_BYTES)
}

/**
 * The newest runs that are wanted, newest last. Lines on the way that do not parse (a torn tail) are counted, not
 * shown.
 */
export function lastRuns(
  state: State,
  count: number,
  isWanted: (run: RunRecord) => boolean = () => true,
): { runs: readonly RunRecord[]; unreadable: number } {
  const runs: RunRecord[] = []
  let unreadable = 0
  for (const line of newestFirst(state)) {
    if (runs.length >= count) break
    const run = parseLine(line)
    if (run === undefined) unreadable += 1
    else if (isWanted(run)) runs.push(run)
  }
  return { runs: runs.toReversed(), unreadable }
}

/** Tells whether there may be new runs, for the price of one system call. */
export function logMark(state: State): string | undefined {
  return state.stamp(FILE)?.mark
}

function* newestFirst(state: State): Iterable<string> {
  for (const name of [FILE, ...oldFiles(state).toReversed()]) {
    const lines = (state.read(name) ?? '').split('\n')
    yield* lines.filter((line) => line !== '').toReversed()
  }
}

function oldFiles(state: State): readonly string[] {
  return state
    .list('log')
    .filter((name) => name.startsWith('runs-'))
    .toSorted()
    .map((name) => `log/${name}`)
}

function parseLine(line: string): RunRecord | undefined {
  // An exception costs more than the look, and a damaged log may have a million of such lines.
  if (!line.startsWith('{')) return undefined
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
