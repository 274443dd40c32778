import type { Word } from '../../line.ts'
import { joinWords, knownWord, unknownWord } from '../words.ts'
import type { Token } from './token.ts'

/** What an argument of a call is worth. */
export type Value =
  | { readonly kind: 'text'; readonly word: Word }
  | {
      readonly kind: 'list'
      readonly items: readonly Word[]
      /** How it is written, of a mapping with options such as `{ recursive: true }`. */
      readonly written?: string
    }

/** Names whose value is a literal, in the code that was read so far. */
export type Constants = ReadonlyMap<string, Value>

const UNKNOWN: Value = { kind: 'text', word: unknownWord('$VALUE') }

/** Values that every program has. */
const GIVEN: Readonly<Record<string, string>> = {
  'sys.executable': 'python3',
  'process.execPath': 'node',
  'process.argv0': 'node',
  'RbConfig.ruby': 'ruby',
  PHP_BINARY: 'php',
  'Path.home()': '~',
  'pathlib.Path.home()': '~',
  'os.homedir()': '~',
  'homedir()': '~',
  'require(os).homedir()': '~',
  'process.env.HOME': '~',
  'os.environ[HOME]': '~',
  'os.getenv(HOME)': '~',
  'Dir.home': '~',
  'ENV[HOME]': '~',
  '$ENV{HOME}': '~',
  'getenv(HOME)': '~',
  'process.cwd()': '.',
  'os.getcwd()': '.',
  'Path.cwd()': '.',
}

/** Marks between the parts of a text. */
const JOINS = /^(?:\+|\.|,)$/

/** Returns the value of an expression: a literal, several of them joined, a list of them, or a constant. */
export function valueOf(tokens: readonly Token[], constants: Constants): Value {
  const code = tokens.filter(({ kind, text }) => kind !== 'mark' || text !== '\n')
  const [first] = code
  if (first === undefined) return UNKNOWN
  if (first.kind === 'mark' && /[[{(]/.test(first.text)) return bracketed(code, constants)
  if (code.length === 1 && first.kind === 'name') return constants.get(first.text) ?? UNKNOWN
  const written = code.length < MAX_GIVEN ? code.map(({ text }) => text).join('') : ''
  if (Object.hasOwn(GIVEN, written)) return { kind: 'text', word: givenWord(GIVEN[written] ?? '') }
  const path = pathOf(code, constants)
  if (path !== undefined) return { kind: 'text', word: path }
  return { kind: 'text', word: joined(code, constants) }
}

/** `[a, b]`; of `{ args: [a] }` the list in it; of `(a)` what is in it. */
function bracketed(code: readonly Token[], constants: Constants): Value {
  const end = matching(code, 0)
  const inside = code.slice(1, end)
  const [open] = code
  if (open?.text === '(' && end === code.length - 1) return valueOf(inside, constants)
  if (open?.text === '{') {
    const at = inside.findIndex(({ text }) => text === '[')
    if (at !== -1) return bracketed(inside.slice(at), constants)
    return { kind: 'list', items: [], written: code.map(({ text }) => text).join('') }
  }
  if (end < code.length - 1 && code[end + 2]?.text !== 'join') return UNKNOWN
  const items = splitAt(inside, ',').map((each) => {
    const value = valueOf(each, constants)
    return value.kind === 'text' ? value.word : joinWords(value.items)
  })
  // `['a', 'b'].join('')`
  if (code[end + 2]?.text === 'join')
    return { kind: 'text', word: joinWords(items, code[end + 4]?.text ?? ',') }
  return { kind: 'list', items }
}

/** The home folder stands as the shell has it. */
function givenWord(text: string): Word {
  return text === '~' ? unknownWord('~') : knownWord(text)
}

/** Tokens of the longest expression above. */
const MAX_GIVEN = 12
const PATH_CALLS =
  /^(?:expanduser|Path|PurePath|str|String|abspath|realpath|normpath|resolve|quote|Pathname|expand_path|fspath|toString|join)$/

/** `os.path.expanduser('~/x')` and the like: the paths in it, joined. */
function pathOf(code: readonly Token[], constants: Constants): Word | undefined {
  const at = code.findIndex(({ kind, text }) => kind === 'mark' && text === '(')
  const name = code[at - 1]
  if (at < 1 || name?.kind !== 'name' || !PATH_CALLS.test(name.text)) return undefined
  if (matching(code, at) !== code.length - 1 || code.slice(0, at).some(({ kind }) => kind === 'string'))
    return undefined
  const parts = splitAt(code.slice(at + 1, -1), ',').map((each) => valueOf(each, constants))
  return joinWords(
    parts.map((part) => (part.kind === 'text' ? part.word : joinWords(part.items))),
    '/',
  )
}

function joined(code: readonly Token[], constants: Constants): Word {
  const parts: Word[] = []
  let depth = 0
  for (const { kind, text, known } of code) {
    if (kind === 'mark' && /[([{]/.test(text)) depth++
    else if (kind === 'mark' && /[)\]}]/.test(text)) depth--
    if (depth > 0 || (kind === 'mark' && /[)\]}]/.test(text))) {
      if (depth > 0 && parts.at(-1)?.known !== false) parts.push(unknownWord('$VALUE'))
    } else if (kind === 'string') parts.push(known ? knownWord(text) : unknownText(text))
    else if (kind === 'name') parts.push(textOf(constants.get(text)))
    else if (kind !== 'mark' || !JOINS.test(text)) parts.push(unknownWord('$VALUE'))
  }
  return joinWords(parts, '')
}

function unknownText(text: string): Word {
  return { text, shape: knownWord(text).shape.split('$VALUE').join('*'), known: false, isGlob: false }
}

function textOf(value: Value | undefined): Word {
  return value?.kind === 'text' ? value.word : unknownWord('$VALUE')
}

/** Tokens of one call are looked at up to here. */
const MAX_TOKENS = 300

/** Index of the bracket that closes the one at this index. */
export function matching(tokens: readonly Token[], at: number): number {
  const last = Math.min(tokens.length, at + MAX_TOKENS)
  let depth = 0
  for (let index = at; index < last; index++) {
    const { kind, text } = tokens[index] as Token
    if (kind !== 'mark') continue
    if (/[([{]/.test(text)) depth++
    else if (/[)\]}]/.test(text) && --depth === 0) return index
  }
  return last
}

/** Splits at a mark that stands in no bracket. */
export function splitAt(tokens: readonly Token[], mark: string): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (token.kind === 'mark' && /[([{]/.test(token.text)) depth++
    if (token.kind === 'mark' && /[)\]}]/.test(token.text)) depth--
    if (depth === 0 && token.kind === 'mark' && token.text === mark) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.some(({ text }) => text !== '\n'))
}
