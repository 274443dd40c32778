import { isIssue, type Issue } from '../core/issue.ts'
import type { BridgeSpec } from '../dialects/bridge-spec.ts'
import type { State } from '../ports/state.ts'
import { isOwnItem } from './compare.ts'
import { openConfigFile, writeUninstalled, type ConfigFile } from './edit/config-file.ts'
import { withoutOurs } from './edit/uninstall-config.ts'
import { isOwnProgram } from './plan.ts'

export type Removal = {
  readonly file: ConfigFile
  /** What is left; undefined: the file is deleted. */
  readonly text: string | undefined
}

/** A file in which entries of ours may stand. */
export type OwnFile = {
  readonly path: string
  readonly format: 'json' | 'jsonc' | 'yaml' | 'toml' | 'program'
}

/** Returns what an uninstallation would leave of a file; undefined where nothing of ours is in it. */
export function planRemoval(
  { path, format }: OwnFile,
  { spec, state }: { readonly spec: BridgeSpec; readonly state: State },
): Removal | Issue | undefined {
  const file = openConfigFile(path, state)
  if (isIssue(file)) return file
  if (file.text === undefined) return undefined
  if (format === 'program') return isOwnProgram(file.text) ? { file, text: undefined } : undefined
  const left = withoutOurs(file, {
    format,
    isOurs: isOwnItem,
    settings: (spec.settings ?? []).map((each) => each.path),
  })
  // What cannot be read was not written by us, unless it names us.
  if (isIssue(left)) return file.installed !== undefined || /hookwright/.test(file.text) ? left : undefined
  return left.text === file.text ? undefined : { file, text: left.text }
}

/** Writes it. */
export function applyRemoval({ file, text }: Removal, state: State, now: number): Issue | undefined {
  return writeUninstalled(file, text, { state, now })
}
