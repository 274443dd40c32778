import { discover } from '../../config/discover.ts'
import { parseConfig } from '../../config/parse.ts'
import { findPlaces } from '../../config/places.ts'
import type { Scope } from '../../core/hook.ts'
import { issue, type Issue } from '../../core/issue.ts'
import { files as filesOf } from '../../dialects/hookwright/files.ts'
import { limits } from '../../engine/limits.ts'
import type { Env } from '../../ports/env.ts'
import { readText, systemFiles } from '../../ports/files.ts'

export type GitTrust = 'consent' | 'pinned'

/** Files nobody but the user or an administrator writes; a broken one could have said `pinned`. */
const STRONG: ReadonlySet<Scope> = new Set(['managed', 'user'])

/** What hookwright files say about trust in git configs; one that asks for more is enough. */
export function gitTrust(env: Env, cwd: string): GitTrust | Issue {
  const { found, issues } = discover(filesOf(findPlaces(env, systemFiles, cwd)), systemFiles)
  const broken = issues.find(({ scope }) => STRONG.has(scope))
  if (broken) return unclear(broken)
  let wanted: GitTrust = 'consent'
  for (const { path, scope } of found) {
    const value = valueOf(path)
    if (value === 'unreadable' && STRONG.has(scope)) return unclear({ place: { file: path } })
    if (saysPinned(value)) wanted = 'pinned'
  }
  return wanted
}

function valueOf(path: string): unknown {
  const text = readText(systemFiles, path, limits.configBytes)
  if (typeof text !== 'string') return 'unreadable'
  // Most files do not say a word about git, and need no parser for that.
  if (!/\bgit\b/.test(text)) return undefined
  const { value } = parseConfig(text, path)
  return value === undefined ? 'unreadable' : value
}

function saysPinned(value: unknown): boolean {
  return read(read(value, 'git'), 'trust') === 'pinned'
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}

function unclear({ place }: Pick<Issue, 'place'>): Issue {
  return issue(
    'git.policy',
    place,
    `"${place.file ?? ''}" cannot be read, so nobody knows whether it asks for approved hooks only.`,
    '`hookwright check` shows what is wrong with it.',
  )
}
