import { isKnown, isMark, type Aliases } from './calls.ts'
import type { CodeLanguage } from './language.ts'
import type { Token } from './token.ts'
import { valueOf, type Constants, type Value } from './values.ts'

/** What names in code stand for: values that are literals, and other names of known calls. */
export type Definitions = { readonly constants: Constants; readonly aliases: Aliases }

/** An expression longer than this is not a constant. */
const MAX_EXPRESSION = 60

/** Reads `name = 'text'`, `name = os.system` and `import a as b`. A name that gets several values has none. */
export function definitionsOf(tokens: readonly Token[], language: CodeLanguage): Definitions {
  const constants = new Map<string, Value>()
  const aliases = new Map<string, string>()
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'name') continue
    const alias = aliasAt(tokens, at, language)
    if (alias !== undefined) aliases.set(alias, token.text)
    if (isAssigned(tokens, at)) define(constants, aliases, tokens, at, language)
  }
  return { constants, aliases }
}

/** `a as b`, and `{ a: b }` of a name that the language knows. */
function aliasAt(tokens: readonly Token[], at: number, language: CodeLanguage): string | undefined {
  const [next, behind] = [tokens[at + 1], tokens[at + 2]]
  const names = next?.text === 'as' || isMark(next, ':')
  return names && behind?.kind === 'name' && isKnown(tokens[at]?.text ?? '', language)
    ? behind.text
    : undefined
}

function isAssigned(tokens: readonly Token[], at: number): boolean {
  return isMark(tokens[at + 1], '=') && !isMark(tokens[at + 2], '=') && !isMark(tokens[at - 1], '.')
}

function define(
  constants: Map<string, Value>,
  aliases: Map<string, string>,
  tokens: readonly Token[],
  at: number,
  language: CodeLanguage,
): void {
  const name = (tokens[at] as Token).text
  const expression = expressionFrom(tokens, at + 2)
  const last = expression.at(-1)
  if (last?.kind === 'name' && isKnown(last.text, language)) {
    aliases.set(name, last.text)
    return
  }
  const value = valueOf(expression, constants)
  const isKnownValue = value.kind === 'list' || value.word.known
  if (constants.has(name) || !isKnownValue) constants.set(name, valueOf([], constants))
  else constants.set(name, value)
}

function expressionFrom(tokens: readonly Token[], from: number): readonly Token[] {
  let depth = 0
  for (let at = from; at < Math.min(tokens.length, from + MAX_EXPRESSION); at++) {
    const { kind, text } = tokens[at] as Token
    if (kind !== 'mark') continue
    if (/[([{]/.test(text)) depth++
    if (/[)\]}]/.test(text) && --depth < 0) return tokens.slice(from, at)
    if (depth === 0 && /[;\n,]/.test(text)) return tokens.slice(from, at)
  }
  return tokens.slice(from, from + MAX_EXPRESSION)
}
