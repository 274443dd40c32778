import { isAbsolute, join, normalize } from 'node:path'
import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { warning, type Issue } from '../core/issue.ts'
import type { MatcherSpec } from '../core/matcher.ts'
import type { Run } from '../engine/run.ts'

/** Events whose hooks may say what is watched from now on. */
const NAMING: ReadonlySet<string> = new Set(['SessionStart', 'CwdChanged', 'FileChanged'])

/** A hook may name files without end; each costs a look. */
const MOST_PATHS = 4_096

export type Listed = { readonly paths: readonly string[]; readonly issues: readonly Issue[] }

/** The files that the matchers of FileChanged hooks name, in the working directory. */
export function namedFiles(hooks: readonly Hook[], cwd: string): readonly string[] {
  const watching = hooks.filter(({ event, disabled }) => event === 'FileChanged' && disabled === undefined)
  const names = watching.flatMap(({ matcher }) => segments(matcher))
  return [...new Set(names.map((name) => join(cwd, name)))]
}

/** A matcher that reads like a pattern is a pattern when it is matched, and a literal name when it is watched. */
export function patternIssues(hooks: readonly Hook[]): readonly Issue[] {
  const watching = hooks.filter(({ event, disabled }) => event === 'FileChanged' && disabled === undefined)
  return watching.flatMap((hook) =>
    segments(hook.matcher)
      .filter(isPattern)
      .map((name) => literal(name, hook)),
  )
}

/** What the hooks of this run want watched; undefined when none of them said. An empty list clears. */
export function askedFor({ plan, verdict }: Run): Listed | undefined {
  if (!NAMING.has(plan.event.name)) return undefined
  const lists = verdict.effects.filter((effect) => effect.kind === 'watch-paths')
  if (lists.length === 0) return undefined
  const asked = [...new Set(lists.flatMap(({ paths }) => paths))]
  const absolute = asked.filter((path) => isAbsolute(path))
  const relative = asked.filter((path) => !isAbsolute(path))
  return {
    paths: [...new Set(absolute.slice(0, MOST_PATHS).map(normalize))],
    issues: [
      ...relative.slice(0, MOST_TOLD).map((path) => relativePath(path, plan.event)),
      ...(absolute.length > MOST_PATHS ? [tooMany(absolute.length, plan.event)] : []),
    ],
  }
}

const MOST_TOLD = 8

function segments(matcher: MatcherSpec): readonly string[] {
  switch (matcher.kind) {
    case 'all':
      return []
    case 'names':
      return matcher.names
    case 'regex':
      return matcher.source.split('|').filter((segment) => segment !== '')
  }
}

function isPattern(segment: string): boolean {
  return /[\\^$*+?()[\]{}]/.test(segment)
}

function literal(name: string, { id, source }: Hook): Issue {
  return warning(
    'watch.pattern',
    { file: source.file, pointer: source.pointer, hook: id },
    `A FileChanged matcher names files: "${name}" watches a file of exactly that name.`,
    'Write plain names separated by "|", or return "watchPaths".',
  )
}

function relativePath(path: string, { name }: Event): Issue {
  return warning(
    'watch.relative',
    {},
    `A ${name} hook asked to watch "${path}", which is no absolute path; it is not watched.`,
  )
}

function tooMany(count: number, { name }: Event): Issue {
  return warning(
    'watch.many',
    {},
    `${name} hooks asked to watch ${count} paths; only the first ${MOST_PATHS} are watched.`,
  )
}
