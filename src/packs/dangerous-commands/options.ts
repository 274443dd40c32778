import type { Options } from '../manifest.ts'
import type { Finding } from './finding.ts'

/** What is done with a finding. */
export type Level = 'off' | 'observe' | 'ask' | 'deny'

/** The options of a use. */
export type Settings = {
  readonly level: Level
  readonly categories: Readonly<Record<string, Level>>
  readonly unanalysable: Level
  readonly allow: readonly string[]
  readonly folders: readonly string[]
}

/** Reads options that were checked when the config was read. */
export function settingsOf(options: Options): Settings {
  const { level = 'ask', categories = {}, unanalysable = 'ask', allow = [], folders = [] } = options
  return {
    level: level as Level,
    categories: categories as Settings['categories'],
    unanalysable: unanalysable as Level,
    allow: allow as readonly string[],
    folders: folders as readonly string[],
  }
}

/** Returns what is done with a finding in a command line. */
export function levelOf({ category }: Finding, settings: Settings): Level {
  if (category === 'unanalysable') return settings.unanalysable
  return settings.categories[category] ?? settings.level
}

/** The same for a text that is written to a file: nothing runs yet, so that it is asked about at most, unless told. */
export function levelOfWritten(finding: Finding, settings: Settings): Level {
  if (finding.category === 'unanalysable') return 'off'
  const own = settings.categories[finding.category]
  return own ?? (settings.level === 'deny' ? 'ask' : settings.level)
}
