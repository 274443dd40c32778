import * as path from 'node:path'
import type { RunRecord } from '../log/record.ts'
import type { Places } from '../dialects/dialect.ts'
import { systemFiles } from '../ports/files.ts'
import { lastValue, UsageError, type ParsedArgs } from './args.ts'
import { parseSpan } from './span.ts'

type Wanted = (run: RunRecord) => boolean

/** Which runs a person wants to see. */
export type LogFilter = {
  readonly isWanted: Wanted
  /** The only project whose runs are shown; absent: all of them. */
  readonly project?: string
}

export function logFilter(args: ParsedArgs, places: Places, now: number): LogFilter {
  const project = projectOf(args, places)
  const since = sinceOf(lastValue(args, 'since'), now)
  const tests: readonly (Wanted | undefined)[] = [
    project === undefined ? undefined : (run) => run.project === project,
    since === undefined ? undefined : ({ at }) => Date.parse(at) >= since,
    given(args, 'host', ({ host }, value) => host === value),
    given(args, 'event', ({ event }, value) => event.toLowerCase() === value.toLowerCase()),
    given(args, 'decision', ({ decision }, value) => decision === value),
    given(args, 'session', ({ session }, value) => session === value),
    given(args, 'hook', ({ hooks, skipped }, value) => [...hooks, ...skipped].some(({ id }) => id === value)),
    given(args, 'outcome', ({ hooks, skipped }, value) =>
      [...hooks.map((hook) => hook.class), ...skipped.map(({ because }) => because)].some(
        (each) => each === value,
      ),
    ),
  ]
  const isWanted: Wanted = (run) => tests.every((test) => test === undefined || test(run))
  return { isWanted, ...(project !== undefined && { project }) }
}

function given(
  args: ParsedArgs,
  name: string,
  test: (run: RunRecord, value: string) => boolean,
): Wanted | undefined {
  const value = lastValue(args, name)
  return value === undefined ? undefined : (run) => test(run, value)
}

/** Outside of a repository there is no project that one would mean. */
function projectOf(args: ParsedArgs, { startDir, projectDir }: Places): string | undefined {
  const named = lastValue(args, 'project')
  if (args.options.has('all')) {
    if (named !== undefined) throw new UsageError('--all and --project cannot be used together.')
    return undefined
  }
  if (named !== undefined) return path.resolve(startDir, named)
  return systemFiles.kind(path.join(projectDir, '.git')) === undefined ? undefined : projectDir
}

function sinceOf(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  const span = parseSpan(text)
  if (span !== undefined) return now - span
  // A date without a time is read as midnight here, not in Greenwich.
  const at = Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00` : text)
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(at)) return at
  throw new UsageError(
    `--since takes a time such as 30m, 2h or 7d, or a date such as 2026-11-18, not "${text}".`,
  )
}
