import type { Owner, Start } from '../../../core/hook.ts'
import { seal, unseal } from '../../../core/sealed.ts'
import { isWindowsPath, toPosixPath } from '../../../shells/posix-path.ts'
import type { Placeholders } from './profile.ts'

/** What placeholders stand for, and what they are called. */
export type Filling = {
  readonly projectDir?: string | undefined
  readonly owner?: Owner | undefined
  readonly placeholders: Placeholders
}

/** Why a hook cannot run. */
export type Unfilled = { readonly why: string }

type Paths = Readonly<Record<string, string | undefined>>
type Inline = Extract<Start, { kind: 'inline' }>

/** Its first group is the name of a path, its second the key of a plugin's option. */
function pattern({ projectDir, pluginRoot, otherPluginRoot, pluginData, options }: Placeholders): RegExp {
  const paths = [projectDir, pluginRoot, otherPluginRoot, pluginData].filter((name) => name !== undefined)
  // A group that nothing fits, where the host has no such placeholder.
  const path = paths.length === 0 ? '([])' : `(${paths.join('|')})`
  const option = options === undefined ? '([])' : String.raw`${options}\.([^}]*)`
  return new RegExp(String.raw`\$\{(?:${path}|${option})\}`, 'g')
}

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
  const places = pattern(filling.placeholders)
  const named = options === undefined ? [] : written.flatMap((word) => optionsIn(word, places))
  const missing = named.filter((key) => !Object.hasOwn(options ?? {}, key))
  if (missing.length > 0) return { why: missingOption(missing, filling) }
  const words = written.map((word) => fillWord(word, places, { paths }))
  return {
    kind: 'argv',
    words,
    ...(words.some((word, index) => word !== written[index]) && { written }),
    ...(named.length > 0 && {
      filled: seal(written.map((word) => fillWord(word, places, { paths, options }))),
    }),
  }
}

type Values = { readonly paths: Paths; readonly options?: Paths | undefined }

function fillWord(word: string, places: RegExp, { paths, options = {} }: Values): string {
  return word.replace(places, (placeholder, path: string | undefined, key = '') => {
    if (path !== undefined) return paths[path] ?? placeholder
    return Object.hasOwn(options, key) ? (options[key] ?? placeholder) : placeholder
  })
}

function optionsIn(word: string, places: RegExp): readonly string[] {
  return [...word.matchAll(places)].flatMap(([, path, key = '']) => (path === undefined ? key : []))
}

/** Only plugins have options. */
function optionsOf({ owner }: Filling): Readonly<Record<string, string>> | undefined {
  if (owner?.kind !== 'plugin') return undefined
  return (owner.options && unseal(owner.options)) ?? {}
}

/** A value of the user's in a shell's text would be run as code, so the host refuses it (2.1.207). */
function fillShellText(start: Inline, filling: Filling): Start | Unfilled {
  const places = pattern(filling.placeholders)
  const option = [...start.command.matchAll(places)].find((found) => found[2] !== undefined)
  if (option !== undefined) return { why: optionInShell(option[0]) }
  if (start.form !== 'sh-c') return start
  const paths = pathsOf(filling)
  const command = start.command.replace(places, (written, name: string) => asShellText(paths[name], written))
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
function pathsOf({ projectDir, owner, placeholders: names }: Filling): Paths {
  const root = owner?.kind === 'agent' ? undefined : owner?.root
  const data = owner?.kind === 'plugin' ? owner.dataDir : undefined
  const values: readonly (readonly [name: string | undefined, path: string | undefined])[] = [
    [names.projectDir, projectDir],
    [names.pluginRoot, root],
    [names.otherPluginRoot, root],
    [names.pluginData, data],
  ]
  return Object.fromEntries(values.flatMap(([name, path]) => (name === undefined ? [] : [[name, path]])))
}

function missingOption(keys: readonly string[], { owner }: Filling): string {
  const names = [...new Set(keys)].map((key) => `"${key}"`).join(', ')
  return `plugin "${owner?.name}" has no value for the option ${names} that its command names`
}

function optionInShell(written: string): string {
  return `${written} is not allowed in a shell command; use the exec form, with "args"`
}
