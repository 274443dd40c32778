import type { Redirection } from 'unbash'
import { isShell, scriptSource } from './interpreters.ts'
import { programName } from './names.ts'
import { plainWord, readWord, type ReadWord } from '../bash/words.ts'

/** Shell text in a command line; what it says is only known when nothing in it is left to run time. */
export type CarriedText = { readonly text: string; readonly known: boolean }

const SPLIT_STRING = /^(?:-[a-z0]*S|--s[a-z-]*(?:=|$))/
/** Means something to a shell, and nothing or something else to `env -S`. */
const SHELL_SYNTAX = /[\\$`{}()[\]*?;|&<>#~!\n]/
const COMMAND = /^(?:-[a-z]*?c|--(?:c[a-z]*|session-command)(?:=|$))/
const NPX_COMMAND = /^(?:-c$|--cal?l?(?:=|$))/

/** Shell text that the program at `read[0]` runs in turn, where it stands in the command line. */
export function carriedScripts(
  read: readonly ReadWord[],
  redirections: readonly Redirection[],
): readonly CarriedText[] {
  const [first, ...rest] = read
  const program = first?.value ?? ''
  if (isShell(program)) return [...givenAsText(read), ...textsOnStdin(redirections)]
  switch (programName(program)) {
    case 'eval':
      return [joined(withoutDashes(rest))]
    case 'trap':
      return withoutDashes(rest).slice(0, 1).map(asText)
    case 'env':
      return splitString(rest)
    case 'su':
    case 'runuser':
    case 'script':
      return valuesOf(rest, COMMAND)
    case 'npx':
      return valuesOf(rest, NPX_COMMAND)
    default:
      return []
  }
}

/** Here-documents and here-strings. */
export function textsOnStdin(redirections: readonly Redirection[]): readonly CarriedText[] {
  return redirections.flatMap((redirection) => {
    if (redirection.type === 'HereString')
      return redirection.target ? [joined(readWord(redirection.target))] : []
    if (redirection.type !== 'HereDoc') return []
    const { text, parts } = redirection.body
    if (redirection.delimiter?.quoted === true) return [{ text, known: true }]
    // The shell removes these backslashes before anybody reads the text.
    const known = parts === undefined || parts.every(({ type }) => type === 'Literal')
    return [{ text: text.replace(/\\([$`\\])|\\\n/g, '$1'), known }]
  })
}

function givenAsText(read: readonly ReadWord[]): readonly CarriedText[] {
  const source = scriptSource(read.map(({ value }) => value))
  return source?.from === 'text' ? read.slice(source.at, source.at + 1).map(asText) : []
}

/** The value of each such option, attached or as the next word. */
function valuesOf(words: readonly ReadWord[], option: RegExp): readonly CarriedText[] {
  return words.flatMap((word, at) => {
    const [written] = option.exec(word.value) ?? []
    if (written === undefined) return []
    if (word.value === written) return words.slice(at + 1, at + 2).map(asText)
    return [{ text: word.value.slice(written.length), known: word.known }]
  })
}

/** `-S` takes its text attached or as the next word; the words behind it are arguments of that command. */
function splitString(words: readonly ReadWord[]): readonly CarriedText[] {
  const at = words.findIndex(({ value }) => SPLIT_STRING.test(value))
  const option = words[at]
  if (option === undefined) return []
  const attached = { ...plainWord(option.value.replace(SPLIT_STRING, ''), option.pos), known: option.known }
  const { text, known } = joined([attached, ...words.slice(at + 1)])
  // `env -S` knows other escapes and variables than the shell, more characters that separate words, and no braces.
  return [{ text: text.replace(/[\r\v\f]/g, ' '), known: known && !SHELL_SYNTAX.test(text) }]
}

function withoutDashes(words: readonly ReadWord[]): readonly ReadWord[] {
  return words[0]?.value === '--' ? words.slice(1) : words
}

function joined(words: readonly ReadWord[]): CarriedText {
  return { text: words.map(({ value }) => value).join(' '), known: words.every(({ known }) => known) }
}

function asText({ value, known }: ReadWord): CarriedText {
  return { text: value, known }
}
