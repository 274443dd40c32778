import {
  forEachChild,
  parse,
  type Assignment,
  type Command,
  type ParsedScript,
  type SyntaxNode,
  type Word,
} from 'unbash'
import { addSearchPath, addSettings, addWord } from './add-word.ts'
import { readProgram, type Run } from './commands.ts'
import { cutWords } from './cut-words.ts'
import { findRedefined, inertNodes } from './inert.ts'
import { addText, type Reading } from './reading.ts'
import { MAX_VALUES, valuesOf, type Variables, type WordValue } from './values.ts'

/** Above this many of each, unbash 6.0.3 needs time quadratic in the length of the text. */
const LIMITS = [
  ['<<', 1_000],
  ['{', 300],
  ['$[', 25],
] as const
const MAX_LENGTH = 64 * 1_024
const MAX_TEXTS = 100
const MAX_TOTAL = 256 * 1_024

/** Reads every text that waits, and those found in them. Never throws, in bounded time. */
export function readTexts(reading: Reading): void {
  const { texts, names } = reading
  let total = 0
  let count = 0
  for (const [text, isRun] of texts) {
    total += text.length
    if (++count > MAX_TEXTS || total > MAX_TOTAL) {
      names.gap({ kind: 'too-large', what: 'a very long command' })
      for (const word of cutWords(text.slice(0, MAX_TOTAL), reading.variables.alwaysSet)) names.word(word)
      return
    }
    readText(text, { isRun, isFirst: count === 1 }, reading)
  }
}

type Role = { readonly isRun: boolean; readonly isFirst: boolean }

function readText(text: string, { isRun, isFirst }: Role, reading: Reading): void {
  const script = parseBash(text)
  if (script === undefined || (script.errors?.length ?? 0) > 0) {
    for (const word of cutWords(text, reading.variables.alwaysSet)) reading.names.word(word)
    if (isRun) reading.names.gap({ kind: 'text', what: 'text that is not valid bash' })
  }
  if (script === undefined) return
  if (isFirst && startsElsewhere(script)) reading.names.startsElsewhere()
  const nodes = flatten(script)
  learn(nodes, reading)
  const functions = new Set(nodes.flatMap((node) => (node.type === 'Function' ? node.name.value : [])))
  for (const node of nodes) if (node.type === 'Assignment') lookAtAssignment(node, reading)
  findRedefined(nodes, reading)
  const inert = inertNodes(script, reading)
  for (const node of nodes) {
    if (!inert.has(node)) look(node, { reading, isRun, functions })
    else if (node.type === 'Word') lookAtSubscripts(node, reading)
  }
}

/** `test -v 'x[$(cmd)]'` runs the command, though it is quoted. */
function lookAtSubscripts(word: Word, reading: Reading): void {
  for (const { text } of valuesOf(word, reading.variables))
    if (/\$\(|`|[<>]\(/.test(text)) addText(text, false, reading)
}

/** Undefined for text that is too long, or takes too long to read. */
export function parseBash(text: string): ParsedScript | undefined {
  const isTooMuch = LIMITS.some(([piece, most]) => text.split(piece).length > most)
  if (isTooMuch || text.length > MAX_LENGTH) return undefined
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** `cd x && …`: nothing is run before. */
function startsElsewhere({ commands }: ParsedScript): boolean {
  const [first] = commands
  const node = first?.command
  const start = node?.type === 'AndOr' ? node.commands[0] : node
  return start?.type === 'Command' && /^(?:cd|pushd)$/.test(start.name?.value ?? '')
}

const OUTPUT: ReadonlySet<string> = new Set(['>', '>>', '>|', '&>', '&>>', '>&'])

/** All nodes, but for the words that name what is written to: only what is run inside of those counts. */
function flatten(script: ParsedScript): readonly SyntaxNode[] {
  const nodes: SyntaxNode[] = []
  const pending: SyntaxNode[] = [script]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    nodes.push(node)
    const isTarget = node.type === 'Redirect' && OUTPUT.has(node.operator)
    forEachChild(node, (child) => {
      if (isTarget && child.type === 'Word') forEachChild(child, (inner) => void pending.push(inner))
      else pending.push(child)
    })
  }
  return nodes
}

/** Values of variables, wherever they are set. Twice, because one may be set from another that comes later in our order. */
export function learn(nodes: readonly SyntaxNode[], { variables }: Pick<Reading, 'variables'>): void {
  for (let pass = 0; pass < 3; pass++) {
    const found = new Map<string, WordValue[]>()
    const add = (name: string, values: readonly WordValue[]): void =>
      void found.set(name, [...(found.get(name) ?? []), ...values])
    for (const node of nodes) {
      if (node.type === 'Assignment') add(node.name, assigned(node, variables))
      if (node.type === 'For' || node.type === 'Select')
        add(
          node.name.value,
          (node.wordlist ?? []).flatMap((word) => valuesOf(word, variables)),
        )
      if (node.type === 'Command' && READERS.has(node.name?.value ?? ''))
        for (const name of operands(node)) add(name, [{ text: `$${name}`, unknown: `$${name}` }])
    }
    for (const [name, values] of found)
      variables.set(name, distinct(name, [...(variables.get(name) ?? []), ...values]))
  }
}

const READERS: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray', 'getopts', 'printf'])

function operands({ args }: Command): readonly string[] {
  return args.flatMap((word) => (word.type === 'Word' && /^[A-Za-z_]\w*$/.test(word.value) ? word.value : []))
}

function assigned({ name, value, append }: Assignment, variables: Variables): readonly WordValue[] {
  if (value.type === 'ArrayValue') return value.elements.flatMap((word) => valuesOf(word, variables))
  const values = valuesOf(value, variables)
  return append ? [...values, { text: `$${name}`, unknown: `$${name}` }] : values
}

function distinct(name: string, values: readonly WordValue[]): readonly WordValue[] {
  const byText = new Map(values.map((value) => [value.text, value]))
  return byText.size > MAX_VALUES ? [{ text: `$${name}`, unknown: `$${name}` }] : [...byText.values()]
}

type Looking = { readonly reading: Reading; readonly isRun: boolean; readonly functions: ReadonlySet<string> }

function look(node: SyntaxNode, { reading, isRun, functions }: Looking): void {
  if (node.type === 'Word') for (const value of valuesOf(node, reading.variables)) addWord(value, reading)
  if (node.type === 'HereDocBody') addDocument(node.text, reading)
  if (node.type === 'Command' && node.name !== undefined)
    readProgram(runOf(node.name, node, reading), { reading, isRun, functions })
}

/** Before the commands, which search in the folders that variables name. */
function lookAtAssignment(node: Assignment, reading: Reading): void {
  for (const { text } of assigned(node, reading.variables)) {
    addSearchPath(node.name, text, reading.names)
    addSettings(node.name, text, reading.names)
  }
}

function addDocument(text: string, reading: Reading): void {
  for (const each of [text, text.replaceAll(/\\([$`\\])/g, '$1')]) addText(each, false, reading)
  for (const word of cutWords(text, reading.variables.alwaysSet)) reading.names.word(word)
}

function runOf(name: Word, { args, redirects }: Command, { variables }: Reading): Run {
  const words = [name, ...args].map((word) =>
    word.type === 'Word' ? valuesOf(word, variables) : [{ text: word.text }],
  )
  const documents = redirects.flatMap((redirect) => {
    if (redirect.type === 'HereDoc') return [redirect.body.text]
    if (redirect.type !== 'HereString' || redirect.target === undefined) return []
    return valuesOf(redirect.target, variables).map(({ text }) => text)
  })
  const reads = redirects.some(({ operator }) => operator === '<')
  return { words, documents, reads }
}
