import type { AlwaysSet } from './always-set.ts'
import type { ParameterExpansionPart, ParsedScript, Word, WordPart } from 'unbash'

/** One text that a word may become. */
export type WordValue = {
  readonly text: string
  /** The first piece of it that only a run can tell, as written. */
  readonly unknown?: string
  /** It holds a pattern that the shell turns into names of files. */
  readonly isGlob?: true
}

/** Values that variables get anywhere in the text; which of them holds at which place is not followed. */
export type Variables = Pick<KnownVariables, 'get' | 'alwaysSet'>

/** The same while they are collected. */
export type KnownVariables = Map<string, readonly WordValue[]> & { readonly alwaysSet: AlwaysSet }

export function createVariables(alwaysSet: AlwaysSet): KnownVariables {
  return Object.assign(new Map<string, readonly WordValue[]>(), { alwaysSet })
}

/** More alternatives than this are not told apart. */
export const MAX_VALUES = 24

/** Everything that the word may become, with quotes removed. */
export function valuesOf(word: Word, variables: Variables): readonly WordValue[] {
  if (/^~-(?:\/|$)/.test(word.text)) return [{ text: `.${word.value.slice(2)}`, unknown: '~-' }]
  if (word.parts === undefined) return [{ text: withoutTilde(word) }]
  return word.parts.reduce<readonly WordValue[]>(
    (heads, part) => {
      const tails = partValues(part, variables)
      if (heads.length * tails.length > MAX_VALUES) return joinEach(heads.slice(0, 1), [unknown(part.text)])
      return joinEach(heads, tails)
    },
    [{ text: '' }],
  )
}

function withoutTilde({ text, value }: Word): string {
  return text.startsWith('~+') ? `.${value.slice(2)}` : value
}

function joinEach(heads: readonly WordValue[], tails: readonly WordValue[]): readonly WordValue[] {
  return heads.flatMap((head) => tails.map((tail) => joined(head, tail)))
}

function joined(head: WordValue, tail: WordValue): WordValue {
  const missing = head.unknown ?? tail.unknown
  return {
    text: head.text + tail.text,
    ...(missing !== undefined && { unknown: missing }),
    ...((head.isGlob ?? tail.isGlob) && { isGlob: true as const }),
  }
}

/** A variable keeps its name in the text: what stands behind it may lead below the project all the same. */
function unknown(written: string): WordValue {
  return { text: /^\$\w+$/.test(written) ? written : '$UNKNOWN', unknown: written }
}

function partValues(part: WordPart, variables: Variables): readonly WordValue[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [{ text: part.value }]
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.reduce<readonly WordValue[]>(
        (heads, each) => bounded(joinEach(heads, partValues(each, variables)), part.text),
        [{ text: '' }],
      )
    case 'Glob':
    case 'ExtendedGlob':
      return [{ text: part.type === 'Glob' ? part.text : '*', isGlob: true }]
    case 'BraceExpansion':
      return alternatives(part.text)
    case 'SimpleExpansion':
      return namedValues(part.text.slice(1), part.text, variables)
    case 'ParameterExpansion':
      return parameterValues(part, variables)
    case 'CommandExpansion':
      return substituted(part.script, part.text)
    case 'ArithmeticExpansion':
    case 'ProcessSubstitution':
      return [unknown(part.text)]
  }
}

function bounded(values: readonly WordValue[], text: string): readonly WordValue[] {
  return values.length > MAX_VALUES ? [unknown(text)] : values
}

function alternatives(text: string): readonly WordValue[] {
  const inner = text.slice(1, -1)
  if (!inner.includes(',') || /[{}$`'"\\]/.test(inner)) return [unknown(text)]
  return inner.split(',').map((each) => ({ text: each }))
}

/** Every operator is read as if it changed nothing, and as if the variable were not set. */
function parameterValues(part: ParameterExpansionPart, variables: Variables): readonly WordValue[] {
  const { parameter, operation, prefix } = part
  const named = namedValues(parameter, `$${parameter}`, variables)
  if (prefix !== undefined) return [unknown(part.text)]
  if (operation === undefined) return named
  if (operation.type === 'Default') {
    const words = /[?]$/.test(operation.operator) ? [] : valuesOf(operation.operand, variables)
    if (operation.operator.endsWith('+')) return [...named, ...words]
    return variables.alwaysSet.has(parameter) ? named : [...words, ...named]
  }
  if (isOwnFolder(part)) return [{ text: '.' }]
  return named.map((value) => ({ ...value, unknown: value.unknown ?? part.text }))
}

/** `${0%/*}` and `${BASH_SOURCE%/*}` are the folder of the script. */
function isOwnFolder({ parameter, operation }: ParameterExpansionPart): boolean {
  return /^(?:0|BASH_SOURCE)$/.test(parameter) && operation?.type === 'Remove'
}

/** The text of variables that the reader of paths knows stays; see `expandPlaces` in config/. */
function namedValues(name: string, text: string, variables: Variables): readonly WordValue[] {
  if (variables.alwaysSet.has(name)) return [{ text: `\${${name}}` }, ...(variables.get(name) ?? [])]
  if (name === 'PWD') return [{ text: '.' }]
  // The environment of the session may hold any folder.
  if (name === 'OLDPWD') return [{ text: '.', unknown: text }]
  const known = variables.get(name)
  if (name === 'HOME') return [{ text: '~' }, ...(known ?? [])]
  return known === undefined || known.length === 0 ? [unknown(text)] : known
}

/** The project's folder as git tells it: another one where the session is in a repository below. */
export const GIT_ROOT = '${GIT_ROOT}'

const FOLDERS: readonly (readonly [RegExp, string])[] = [
  [/^git rev-parse (?:--\S+ )*--show-toplevel(?: 2>\s?\/dev\/null)?(?: \|\| (?:pwd|echo \.))?$/, GIT_ROOT],
  [/^pwd(?: -[LP])?$/, '.'],
  [/^dirname (?:-- )?\$(?:0|\{?BASH_SOURCE(?:\[0\])?\}?)$/, '.'],
  [/^(?:cd|pushd) (?:-\S+ )?(?:-- )?.* ?(?:&&|;) ?pwd(?: -[LP])?$/, '.'],
  [/^(?:readlink -f|realpath)(?: --)? \.?\/?$/, '.'],
]

/** The few substitutions that give the folder a hook runs in; all others are known at run time. */
function substituted(script: ParsedScript | undefined, text: string): readonly WordValue[] {
  if (script === undefined) return [unknown(text)]
  const inner = text
    .replace(/^(?:\$\(|`)|(?:\)|`)$/g, '')
    .replaceAll(/["']/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const [, folder] = FOLDERS.find(([pattern]) => pattern.test(inner)) ?? []
  if (folder !== undefined) return [{ text: folder }]
  return [unknown(text)]
}
