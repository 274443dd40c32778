import { visibleJson } from '../../core/unseen.ts'
import { refuseStateInside, stateDir, findPlaces } from '../../config/places.ts'
import { lastRuns } from '../../log/store.ts'
import type { RunRecord } from '../../log/record.ts'
import { systemFiles } from '../../ports/files.ts'
import { openState } from '../../ports/state.ts'
import { lastValue, UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { issueLine } from '../render/issue-line.ts'
import { createStyle, type Style } from '../render/style.ts'
import { table } from '../render/table.ts'

export async function log({ args, io, env }: Invocation): Promise<number> {
  const dir = stateDir(env)
  const state = openState(dir, refuseStateInside(dir, findPlaces(env, systemFiles, undefined)))
  if (state.problem) io.err(`hookwright: ${issueLine(state.problem)}\n`)
  const { runs, unreadable } = lastRuns(state, count(lastValue(args, 'last')))
  if (unreadable > 0) io.err(`hookwright: ${unreadable} of the last lines of the log cannot be read.\n`)
  if (args.options.has('json')) io.out(runs.map((run) => `${visibleJson(run)}\n`).join(''))
  else io.out(`${render(runs, createStyle(io.colour)).join('\n')}\n`)
  return EXIT.ok
}

function count(text = '20'): number {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new UsageError(`--last takes a whole number above 0, not "${text}".`)
}

function render(runs: readonly RunRecord[], style: Style): readonly string[] {
  if (runs.length === 0) return ['Nothing has run yet.']
  return table(
    ['TIME', 'HOST', 'EVENT', 'TOOL', 'DECISION', 'MS', 'HOOKS'],
    runs.map((run) => [
      run.at,
      run.host,
      run.event,
      run.tool ?? '-',
      run.decision,
      String(run.ms),
      hooks(run),
    ]),
    style,
  )
}

function hooks({ hooks: ran, skipped }: RunRecord): string {
  const parts = [
    ...ran.map(({ id, class: kind }) => `${id} ${kind}`),
    ...skipped.map(({ id, because }) => `${id} ${because}`),
  ]
  return parts.length === 0 ? '-' : parts.join(', ')
}
