import type { UpdateOptions } from '../../git/store/update-rules.ts'
import { systemClock } from '../../ports/clock.ts'
import { lastValue, UsageError, type OptionSpec, type ParsedArgs } from '../args.ts'
import { repeated } from './options.ts'

export const UPDATING: readonly OptionSpec[] = [
  { name: 'bleeding-edge', help: 'the newest commit instead of the newest tag' },
  { name: 'freeze', help: 'write commits instead of tags, and the tag in a comment' },
  repeated('include-tag', 'GLOB', 'only tags that match'),
  repeated('exclude-tag', 'GLOB', 'no tags that match'),
  repeated('repo-include-tag', 'URL=GLOB', 'of one repository, only tags that match'),
  repeated('repo-exclude-tag', 'URL=GLOB', 'of one repository, no tags that match'),
  { name: 'cooldown-days', value: 'DAYS', help: 'no tags younger than that' },
  repeated('repo', 'URL', 'only this repository'),
  repeated('exclude-repo', 'URL', 'not this repository'),
  { name: 'dry-run', help: 'write nothing, only show what would change' },
  { name: 'exit-code', help: 'exit with 1 when there are updates' },
  { name: 'check', help: '--dry-run and --exit-code in one' },
  { name: 'jobs', short: 'j', value: 'N', isHidden: true, help: 'accepted: repositories are asked at once' },
  { name: 'json', help: 'print JSON for programs' },
]

/** What the command line says; the configs fill in the rest. */
export function updateOptions(args: ParsedArgs): UpdateOptions {
  const given = (name: string): readonly string[] | undefined => args.options.get(name)
  const days = lastValue(args, 'cooldown-days')
  const named = {
    includeTags: given('include-tag'),
    excludeTags: given('exclude-tag'),
    repos: given('repo'),
    excludeRepos: given('exclude-repo'),
    repoIncludeTags: byRepo(args, 'repo-include-tag'),
    repoExcludeTags: byRepo(args, 'repo-exclude-tag'),
  }
  const known = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
  return {
    ...known,
    ...(args.options.has('bleeding-edge') && { bleedingEdge: true }),
    ...(args.options.has('freeze') && { freeze: true }),
    ...(days !== undefined && { cooldownDays: daysOf(days) }),
    now: systemClock.now(),
  }
}

function daysOf(text: string): number {
  const days = Number(text)
  if (/^\d+$/.test(text) && days <= 255) return days
  throw new UsageError(`--cooldown-days takes a whole number of days from 0 to 255, not "${text}".`)
}

/** The URL may hold a `=`, the glob may not. */
function byRepo(args: ParsedArgs, name: string): Record<string, readonly string[]> | undefined {
  const values = args.options.get(name)
  if (values === undefined) return undefined
  const globs: Record<string, readonly string[]> = {}
  for (const value of values) {
    const at = value.lastIndexOf('=')
    if (at <= 0) throw new UsageError(`--${name} takes URL=GLOB, not "${value}".`)
    const url = value.slice(0, at)
    globs[url] = [...(globs[url] ?? []), value.slice(at + 1)]
  }
  return globs
}
