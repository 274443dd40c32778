import type { CodeLanguage } from './language.ts'
import type { Token } from './token.ts'
import { matching, splitAt, valueOf, type Constants, type Value } from './values.ts'

/** One call in code. */
export type Call = { readonly name: string; readonly args: readonly Value[] }

/** Names that stand for others: `from shutil import rmtree as r`. */
export type Aliases = ReadonlyMap<string, string>

/** Returns the last part of the name that is called here, when it is one that the table of the language knows. */
export function calledAt(
  tokens: readonly Token[],
  at: number,
  language: CodeLanguage,
  aliases: Aliases,
): string | undefined {
  const token = tokens[at] as Token
  const written = nameAt(tokens, at)
  if (written === undefined) return undefined
  // `uiop:run-program`, `clojure.java.shell/sh`
  const own = language.lisp === true ? written.replace(/^.*[:/]/, '') : written
  const name = aliases.get(own) ?? own
  if (!isKnown(name, language)) return undefined
  if (language.lisp === true) return isMark(tokens[at - 1], '(') ? name : undefined
  const next = tokens[at + 1]
  if (isMark(next, '(') || isMark(next, '?') || token.kind === 'string') return name
  if (isMark(next, '!') && isMark(tokens[at + 2], '(')) return name
  return language.bare === true && beginsArguments(next) && !isMark(tokens[at - 1], '$') ? name : undefined
}

/** True for a name that the table of the language has. */
export function isKnown(name: string, { starts, touches, evaluates, finds }: CodeLanguage): boolean {
  return (
    Object.hasOwn(starts, name) ||
    Object.hasOwn(touches, name) ||
    evaluates.includes(name) ||
    finds.includes(name)
  )
}

/** A name, or a text in brackets such as `['exec']` that is called. */
function nameAt(tokens: readonly Token[], at: number): string | undefined {
  const token = tokens[at] as Token
  if (token.kind === 'name') return token.text
  const isCalled =
    token.kind === 'string' &&
    isMark(tokens[at + 1], ']') &&
    isMark(tokens[at + 2], '(') &&
    startOfText(tokens, at)
  return isCalled ? textInBrackets(tokens, at) : undefined
}

/** `['ex' + 'ec']` is read from its last part. */
function startOfText(tokens: readonly Token[], at: number): boolean {
  return isMark(tokens[at - 1], '[') || isMark(tokens[at - 1], '+')
}

function textInBrackets(tokens: readonly Token[], at: number): string {
  let text = ''
  for (let index = at; index > at - 20 && index >= 0; index -= 2) {
    text = (tokens[index]?.text ?? '') + text
    if (!isMark(tokens[index - 1], '+')) break
  }
  return text
}

/** Returns the values that a call gets; for `Path('x').unlink()` those of its receiver come first. */
export function argumentsOf(
  tokens: readonly Token[],
  at: number,
  language: CodeLanguage,
  constants: Constants,
): { readonly args: readonly Value[] } {
  const inside = language.lisp === true ? insideLisp(tokens, at) : insideCall(tokens, at)
  // Julia has named arguments behind a semicolon.
  const parts =
    language.lisp === true
      ? inside.map((token) => [token])
      : splitAt(inside, ',').map((part) => splitAt(part, ';')[0] ?? part)
  const args = parts.filter((part) => !isNamed(part)).map((part) => valueOf(part, constants))
  return { args: [...receiverOf(tokens, at, constants), ...args] }
}

/** `shell=True` says how, not what. */
function isNamed(part: readonly Token[]): boolean {
  const words = part.filter(({ text }) => text !== '\n')
  return (
    words[0]?.kind === 'name' && isMark(words[1], '=') && !isMark(words[2], '=') && words[0].text !== 'args'
  )
}

function insideCall(tokens: readonly Token[], at: number): readonly Token[] {
  const open = [1, 2, 3].find((step) => isMark(tokens[at + step], '('))
  const isBracketed = open !== undefined && (open === 1 || tokens[at + 1]?.kind === 'mark')
  if (isBracketed) return tokens.slice(at + open + 1, matching(tokens, at + open))
  return tokens.slice(at + 1, endOfStatement(tokens, at + 1))
}

function insideLisp(tokens: readonly Token[], at: number): readonly Token[] {
  return tokens.slice(at + 1, matching(tokens, at - 1))
}

const MAX_STATEMENT = 200

function endOfStatement(tokens: readonly Token[], from: number): number {
  const last = Math.min(tokens.length, from + MAX_STATEMENT)
  let depth = 0
  for (let at = from; at < last; at++) {
    const { kind, text } = tokens[at] as Token
    if (kind === 'name' && depth === 0 && /^(?:if|unless|or|and|while|do|for|foreach|rescue)$/.test(text))
      return at
    if (kind !== 'mark') continue
    if (/[([{]/.test(text)) depth++
    if (/[)\]}]/.test(text) && --depth < 0) return at
    if (depth === 0 && /[;\n]/.test(text)) return at
  }
  return last
}

function beginsArguments(token: Token | undefined): boolean {
  if (token === undefined) return false
  return token.kind === 'mark' ? /[$@[{]/.test(token.text) : !/^(?:if|unless|or|and|do)$/.test(token.text)
}

/** Methods of a path: what they work on stands in front of them. */
function receiverOf(tokens: readonly Token[], at: number, constants: Constants): readonly Value[] {
  if (!isMark(tokens[at - 1], '.')) return []
  if (isMark(tokens[at - 2], ')')) {
    const open = openingOf(tokens, at - 2)
    const isPath = /^(?:Path|PurePath|Pathname|File|file)$/.test(tokens[open - 1]?.text ?? '')
    return isPath ? [valueOf(tokens.slice(open - 1, at - 1), constants)] : []
  }
  const constant = constants.get(tokens[at - 2]?.text ?? '')
  return constant === undefined ? [] : [constant]
}

const MAX_RECEIVER = 100

function openingOf(tokens: readonly Token[], end: number): number {
  let depth = 0
  for (let at = end; at >= 0 && at > end - MAX_RECEIVER; at--) {
    const { kind, text } = tokens[at] as Token
    if (kind === 'mark' && /[)\]}]/.test(text)) depth++
    if (kind === 'mark' && /[([{]/.test(text) && --depth === 0) return at
  }
  return 0
}

/** True for this mark. */
export function isMark(token: Token | undefined, text: string): boolean {
  return token?.kind === 'mark' && token.text === text
}
