import type { Owner, Start } from '../../../core/hook.ts'
import { seal, unseal } from '../../../core/sealed.ts'
import { isWindowsPath, toPosixPath } from '../../../shells/posix-path.ts'

export type Filling = { readonly projectDir?: string | undefined; readonly owner?: Owner | undefined }

/** Why a hook cannot run. */
export type Unfilled = { readonly why: string }

type Paths = Readonly<Record<string, string | undefined>>
type Inline = Extract<Start, { kind: 'inline' }>

const PLACEHOLDER =
  /\$\{(?:(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA)|user_config\.([^}]*))\}/g

/**
 * Puts what a placeholder stands for into a command, where the host does so as text. Values of options are sealed: the
 * rest of the hook shows them as the placeholders they were.
 */
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
function fillWords(written: readonly string[], filling: Filling): Start | Unfilled {
  const paths = pathsOf(filling)
  const options = optionsOf(filling)
  const named = options === undefined ? [] : written.flatMap(optionsIn)
  const missing = named.filter((key) => !Object.hasOwn(options ?? {}, key))
  if (missing.length > 0) return { why: missingOption(missing, filling) }
  const words = written.map((word) => fillWord(word, paths))
  return {
    kind: 'argv',
    words,
    ...(words.some((word, index) => word !== written[index]) && { written }),
    ...(named.length > 0 && { filled: seal(written.map((word) => fillWord(word, paths, options))) }),
  }
}

function fillWord(word: string, paths: Paths, options: Paths = {}): string {
  return word.replace(PLACEHOLDER, (placeholder, path: string | undefined, key = '') => {
    if (path !== undefined) return paths[path] ?? placeholder
    return Object.hasOwn(options, key) ? (options[key] ?? placeholder) : placeholder
  })
}

function optionsIn(word: string): readonly string[] {
  return [...word.matchAll(PLACEHOLDER)].flatMap(([, path, key = '']) => (path === undefined ? key : []))
}

/** Only plugins have options. */
function optionsOf({ owner }: Filling): Readonly<Record<string, string>> | undefined {
  if (owner?.kind !== 'plugin') return undefined
  return (owner.options && unseal(owner.options)) ?? {}
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
  return { ...start, command, ...(command !== start.command && { written: start.command }) }
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
