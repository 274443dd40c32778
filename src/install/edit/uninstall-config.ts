import { isIssue, type Issue } from '../../core/issue.ts'
import type { ConfigFile } from './config-file.ts'
import { digestOf } from './backups.ts'
import { isSamePath, type Edit, type EditFormat, type KeyPath } from './edit.ts'
import { editConfig } from './edit-config.ts'
import { readLists, type ListItem } from './read-lists.ts'

/** What of a file is ours. */
export type OwnParts = {
  readonly format: EditFormat
  readonly isOurs: (item: ListItem) => boolean
  /** Keys that were set where they were missing. */
  readonly settings?: readonly KeyPath[]
}

/**
 * The text of a config file without our entries; undefined: the file is to be deleted. A file that is as we wrote it
 * becomes what it was before. Otherwise our entries go, and what was made for them and holds nothing else.
 */
export function withoutOurs(file: ConfigFile, own: OwnParts): { readonly text: string | undefined } | Issue {
  const { text, installed, original } = file
  if (text === undefined) return { text }
  const isUntouched = installed?.written.includes(digestOf(text)) === true
  if (isUntouched && installed.isCreated) return { text: undefined }
  if (isUntouched && original !== undefined) return { text: original }
  return withoutEntries(file, text, own)
}

function withoutEntries(
  { shown, installed }: ConfigFile,
  text: string,
  { format, isOurs, settings = [] }: OwnParts,
): { readonly text: string | undefined } | Issue {
  const source = { file: shown, format }
  const items = readLists(text, source)
  if (isIssue(items)) return items
  const traces = installed?.traces ?? []
  const removals = items
    .filter(isOurs)
    .toReversed()
    .map(({ list, index }): Edit => ({ kind: 'remove', list, index }))
  const made = settings.filter((path) => traces.some((each) => isSamePath(each.path, path)))
  const unsets = made.toReversed().map((path): Edit => ({ kind: 'unset', path }))
  const bare = editConfig(text, source, [...removals, ...unsets], traces)
  if (isIssue(bare) || installed?.isCreated !== true) return bare
  if (/^\uFEFF?\s*(?:\{\s*\})?\s*$/.test(bare.text)) return { text: undefined }
  // Others have put something into the file that we made, and it needs the settings.
  return editConfig(text, source, removals, traces)
}
