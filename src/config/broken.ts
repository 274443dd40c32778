import type { Hook } from '../core/hook.ts'
import { matchAll } from '../core/matcher.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { BrokenFile } from './gather.ts'
import { BROKEN_FILE_PREFIX } from './trust.ts'

type StandInOptions = {
  /** True for files the user has approved hooks of. */
  readonly isKnown: (file: string) => boolean
  /** The command that shows what is wrong. */
  readonly check: string
}

/**
 * A guard nobody could read may have been meant to deny, so a file of the user's (or one the user approved) that
 * cannot be loaded asks before every gate event it may have guarded. A stranger's broken file is only told about.
 */
export function standInHooks(
  broken: readonly BrokenFile[],
  dialects: ReadonlyMap<string, Dialect>,
  { isKnown, check }: StandInOptions,
): readonly Hook[] {
  return broken.flatMap((file) => {
    const dialect = dialects.get(file.dialect)
    const path = file.issue.place.file ?? ''
    const weighs = file.scope === 'user' || file.scope === 'managed' || isKnown(path)
    if (dialect?.brokenFile !== 'ask' || !weighs) return []
    return gateEvents(dialect, file.events).map((event) => standIn(event, path, { file, dialect, check }))
  })
}

function gateEvents(
  { events }: Dialect,
  written: readonly string[] = Object.keys(events),
): readonly string[] {
  const specs = written.flatMap((name) => (Object.hasOwn(events, name) ? (events[name] ?? []) : []))
  return [...new Set(specs.flatMap((spec) => (spec.gate ? spec.event : [])))]
}

function standIn(
  event: string,
  path: string,
  { file, dialect, check }: { file: BrokenFile; dialect: Dialect; check: string },
): Hook {
  return {
    id: `${BROKEN_FILE_PREFIX}${path}`,
    event,
    matcher: matchAll,
    handler: {
      type: 'rule',
      decision: 'ask',
      reason: `The hooks in ${path}${lineOf(file)} could not be loaded: ${file.issue.message} Run \`${check}\`.`,
    },
    dialect: dialect.name,
    wire: dialect.wire,
    source: { file: path, pointer: [], scope: file.scope },
    timeoutMs: 0,
    onFailure: 'ask',
    guard: false,
    detach: false,
    stopOnDeny: false,
    mode: 'wait',
  }
}

/** The model reads this too: the place and what is wrong there, never a line of the file. */
function lineOf({ issue: { place } }: BrokenFile): string {
  return place.line === undefined ? '' : `:${place.line}`
}
