import type { Owner, Start } from '../../../core/hook.ts'
import { isWindowsPath, toPosixPath } from '../../../shells/posix-path.ts'

export type Filling = { readonly projectDir?: string | undefined; readonly owner?: Owner | undefined }

/** Why a hook cannot run. */
export type Unfilled = { readonly why: string }

type Paths = Readonly<Record<string, string | undefined>>
type Inline = Extract<Start, { kind: 'inline' }>

const PLACEHOLDER =
  /\$\{(?:(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA)|user_config\.([^}]*))\}/g

/** Puts what a placeholder stands for into a command, where the host does so as text (sheet 8.2). */
export function fillPlaceholders(start: Start, filling: Filling): Start | Unfilled {
  switch (start.kind) {
    case 'argv':
      return fillWords(start.words, filling)
    case 'inline':
      return filling.owner?.kind === 'plugin' ? fillShellText(start, filling) : start
    case 'script':
      return start
  }
}

/** One pass over each word, so that nothing inside a value is ever read as a placeholder. */
function fillWords(words: readonly string[], filling: Filling): Start | Unfilled {
  const paths = pathsOf(filling)
  const options = filling.owner?.kind === 'plugin' ? (filling.owner.options ?? {}) : undefined
  const missing: string[] = []
  const filled = words.map((word) =>
    word.replace(PLACEHOLDER, (written, path: string | undefined, key = '') => {
      if (path !== undefined) return paths[path] ?? written
      if (options === undefined) return written
      if (!Object.hasOwn(options, key)) missing.push(key)
      return options[key] ?? written
    }),
  )
  return missing.length === 0 ? { kind: 'argv', words: filled } : { why: missingOption(missing, filling) }
}

/** A value of the user's in a shell's text would be run as code, so the host refuses it (2.1.207). */
function fillShellText(start: Inline, filling: Filling): Start | Unfilled {
  const [, , key] = [...start.command.matchAll(PLACEHOLDER)].find((found) => found[2] !== undefined) ?? []
  if (key !== undefined) return { why: optionInShell(key) }
  if (start.form !== 'sh-c') return start
  const paths = pathsOf(filling)
  const command = start.command.replace(PLACEHOLDER, (written, name: string) =>
    asShellText(paths[name], written),
  )
  const isNative = command === start.command || !Object.values(paths).some(isNativeElsewhere)
  return { ...start, command, ...(!isNative && { written: start.command }) }
}

function isNativeElsewhere(path: string | undefined): boolean {
  return path !== undefined && isWindowsPath(path)
}

/** Characters that mean nothing to a shell, and white space, which is split in a variable's value too. */
const INERT = /^[\p{L}\p{N}_./:@%+,= -]*$/u

/** A path that a shell would act on stays a variable: it means the same, and `$(…)` in it is never run. */
function asShellText(path: string | undefined, written: string): string {
  if (path === undefined) return written
  const text = isWindowsPath(path) ? toPosixPath(path) : path
  return INERT.test(text) ? text : written
}

/** A skill has no data folder; the host counts its own root as a plugin's. */
function pathsOf({ projectDir, owner }: Filling): Paths {
  return {
    CLAUDE_PROJECT_DIR: projectDir,
    ...(owner !== undefined && owner.kind !== 'agent' && { CLAUDE_PLUGIN_ROOT: owner.root }),
    ...(owner?.kind === 'plugin' && { CLAUDE_PLUGIN_DATA: owner.dataDir }),
  }
}

function missingOption(keys: readonly string[], { owner }: Filling): string {
  const names = [...new Set(keys)].map((key) => `"${key}"`).join(', ')
  return `plugin "${owner?.name}" has no value for the option ${names} that its command names`
}

function optionInShell(key: string): string {
  return `\${user_config.${key}} is not allowed in a shell command; use the exec form, with "args"`
}
