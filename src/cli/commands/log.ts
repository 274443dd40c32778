import { setTimeout } from 'node:timers/promises'
import { refuseStateInside, stateDir, findPlaces } from '../../config/places.ts'
import { lastRuns, logMark } from '../../log/store.ts'
import type { RunRecord } from '../../log/record.ts'
import { systemClock } from '../../ports/clock.ts'
import { systemFiles } from '../../ports/files.ts'
import { openState, type State } from '../../ports/state.ts'
import { lastValue, UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { logFilter, type LogFilter } from '../log-filter.ts'
import { issueLine, oneLine } from '../render/issue-line.ts'
import { logLines } from '../render/log-lines.ts'
import { createStyle } from '../render/style.ts'
import { watchSignals } from '../signals.ts'

type Showing = {
  readonly state: State
  readonly filter: LogFilter
  readonly invocation: Invocation
}

/** What ran, newest last; with `--follow` also what runs from now on. */
export async function log(invocation: Invocation): Promise<number> {
  const { args, io, env } = invocation
  const dir = stateDir(env)
  const places = findPlaces(env, systemFiles, undefined)
  const state = openState(dir, refuseStateInside(dir, places))
  const filter = logFilter(args, places, systemClock.now())
  const count = countOf(lastValue(args, 'last'))
  if (state.problem) io.err(`hookwright: ${issueLine(state.problem)}\n`)
  const from = { mark: logMark(state), last: lastRuns(state, 1).runs[0]?.id }
  const { runs, unreadable } = lastRuns(state, count, filter.isWanted)
  if (unreadable > 0) io.err(`hookwright: ${unreadable} of the last lines of the log cannot be read.\n`)
  const show = printer({ filter, invocation })
  const problem = show(runs)
  if (args.options.has('follow') && problem === undefined) return follow(state, { show, filter, from, runs })
  if (runs.length === 0 && !args.options.has('json')) io.out(`${nothing(filter, args.options.size > 0)}\n`)
  return EXIT.ok
}

function countOf(text = '20'): number {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new UsageError(`--last takes a whole number above 0, not "${text}".`)
}

function nothing({ project }: LogFilter, isFiltered: boolean): string {
  if (isFiltered) return 'No run fits.'
  if (project === undefined) return 'Nothing has run yet.'
  return oneLine(`Nothing has run in ${project} yet; \`hookwright log --all\` shows other projects.`)
}

type Show = (runs: readonly RunRecord[]) => string | undefined

/** Prints runs, the first time below a head; returns why it could not. */
function printer({ filter, invocation: { args, io } }: Pick<Showing, 'filter' | 'invocation'>): Show {
  const look = {
    style: createStyle(io.colour),
    columns: io.columns,
    hasProject: filter.project === undefined,
  }
  let hasHead = true
  return (runs) => {
    if (runs.length === 0) return undefined
    if (args.options.has('json')) return io.out(runs.map(({ v: _v, ...run }) => jsonText(run)).join(''))
    const lines = logLines(runs, { ...look, hasHead })
    hasHead = false
    return io.out(`${lines.join('\n')}\n`)
  }
}

const LOOK_AGAIN_MS = 200

/** How many runs may end between two looks. */
const MOST_NEW = 5_000

type Following = {
  readonly show: Show
  readonly filter: LogFilter
  /** How far the log was before anything was shown. */
  readonly from: { readonly mark: string | undefined; readonly last: string | undefined }
  /** What was shown. */
  readonly runs: readonly RunRecord[]
}

async function follow(state: State, { show, filter, from, runs: shown }: Following): Promise<number> {
  const { signal, stop } = watchSignals(async () => {})
  const ids = new Set(shown.map(({ id }) => id))
  let { mark, last } = from
  let problem: string | undefined
  while (!signal.aborted && problem === undefined) {
    const now = logMark(state)
    if (now !== mark) {
      mark = now
      const { runs } = lastRuns(state, MOST_NEW)
      const fresh = runs.slice(runs.findLastIndex(({ id }) => id === last) + 1)
      last = runs.at(-1)?.id
      problem = show(fresh.filter((run) => !ids.has(run.id) && filter.isWanted(run)))
      ids.clear()
    }
    await setTimeout(LOOK_AGAIN_MS, undefined, { signal }).catch(() => {})
  }
  stop()
  return problem === undefined ? EXIT.interrupted : EXIT.ok
}
