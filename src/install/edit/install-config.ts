import type { Issue } from '../../core/issue.ts'
import type { ConfigFile } from './config-file.ts'
import type { Edit, EditedConfig, EditFormat } from './edit.ts'
import { editConfig } from './edit-config.ts'

/** The text of a config file with edits, for `writeInstalled`. A file that does not exist becomes a new document. */
export function withEdits(
  { shown, text = '', installed }: ConfigFile,
  format: EditFormat,
  edits: readonly Edit[],
): EditedConfig | Issue {
  return editConfig(text, { file: shown, format }, edits, installed?.traces ?? [])
}
