import type { Scope } from '../core/hook.ts'
import { issue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { join, type Gathered } from './read-files.ts'

type Giving = {
  /** Settings as a value: between the local and the managed files, for one session. */
  readonly settings?: unknown
  /** Managed settings of an embedding program, which can only restrict. */
  readonly managedSettings?: unknown
  readonly dialects: ReadonlyMap<string, Dialect>
}

/** Names of files that are none. No path begins like this, because paths are made absolute. */
export const GIVEN = { settings: '<settings>', managedSettings: '<managed-settings>' } as const

/** Settings handed over as values, as if they were files. */
export function gatherGiven({ settings, managedSettings, dialects }: Giving): Gathered {
  const dialect = settingsDialect(dialects)
  if (dialect === undefined) return { files: [], broken: [] }
  return join([
    asFile(settings, { dialect, path: GIVEN.settings, scope: 'user' }),
    asFile(managedSettings, { dialect, path: GIVEN.managedSettings, scope: 'managed' }),
  ])
}

/** The dialect of settings that are handed over as values. */
export function settingsDialect(dialects: Giving['dialects']): string | undefined {
  return [...dialects.values()].find((each) => each.takesSettings)?.name
}

export function asFile(value: unknown, file: { dialect: string; path: string; scope: Scope }): Gathered {
  if (value === undefined) return { files: [], broken: [] }
  const text = textOf(value)
  if (text !== undefined) return { files: [{ ...file, text }], broken: [] }
  const problem = issue('config.shape', { file: file.path }, `${file.path} cannot be written as JSON.`)
  return { files: [], broken: [{ ...file, issue: problem }] }
}

function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, undefined, 1)
  } catch {
    return undefined
  }
}
