import { parseParameter, type Parameter } from './parameter.ts'
import { inDoubt, type Match } from './shell-pattern.ts'
import { compileStars, compileWildcard, type Wildcard } from '../analyze/wildcard.ts'

type Input = Readonly<Record<string, unknown>>

/** Beyond these the call is in doubt: an `if` must stay cheap. */
const MOST = { texts: 1_000, depth: 32 }

/**
 * Content is a pattern for every text in the input, whatever it is nested in; `word:pattern` may also mean the argument
 * `word`. The model chooses the names of the arguments, so both readings are always tried: a guard runs when one text
 * fits in one of them, and an allow may rest on it only when every text of the call fits.
 */
export function matchOwnTool(content: string, input: Input): Match {
  const parameter = parseParameter(content)
  const isNamed = (key: string): boolean => key === parameter?.name
  const named = isPlain(input) ? textsOf(input, isNamed) : undefined
  const others = textsOf(input, (key) => !isNamed(key))
  if (named === undefined || others === undefined)
    return inDoubt('the call has arguments that cannot be read')
  if (named.length + others.length === 0) return inDoubt('the call has no arguments to read')
  if (named.length === 0 && Object.keys(input).some(isNamed))
    return inDoubt('the argument that the rule names has no value')
  return matchTexts({ content, parameter }, { named, others })
}

type Content = { readonly content: string; readonly parameter: Parameter | undefined }
/** `named`: the texts of the argument that the rule may name. */
type Texts = { readonly named: readonly string[]; readonly others: readonly string[] }

function matchTexts({ content, parameter }: Content, { named, others }: Texts): Match {
  const fitsText = compileText(content)
  const fitsNamed = compileStars(parameter?.pattern ?? content)
  const holds = [...named, ...others].some(fitsText) || named.some(fitsNamed)
  const mayAllow = (text: string): boolean =>
    fitsText(text) || (parameter?.isUrl === false && fitsNamed(text))
  return {
    holds,
    why: holds ? 'an argument matches' : 'no argument matches',
    whole: others.every(fitsText) && named.every(mayAllow),
  }
}

/** In a rule for commands a final `:*` means ` *`; in `urn:x:*` it means what it says. */
function compileText(content: string): Wildcard {
  const [fitsCommand, fitsLiterally] = [compileWildcard(content), compileStars(content)]
  return (text) => fitsCommand(text) || fitsLiterally(text)
}

/** The texts of the chosen arguments; undefined when one of them cannot be read. */
function textsOf(input: Input, isChosen: (key: string) => boolean): readonly string[] | undefined {
  const texts: string[] = []
  const chosen = Object.keys(input).filter(isChosen)
  return chosen.every((key) => collect(input[key], texts, MOST.depth)) ? texts : undefined
}

/** False when the value holds anything but texts, numbers, flags, lists and plain objects, or is too large. */
function collect(value: unknown, texts: string[], depth: number): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string' || isScalar(value)) return texts.push(String(value)) <= MOST.texts
  if (depth === 0 || typeof value !== 'object' || !isPlain(value)) return false
  return Object.values(value).every((each) => collect(each, texts, depth - 1))
}

function isScalar(value: unknown): value is number | boolean | bigint {
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === null || prototype === Object.prototype
}
