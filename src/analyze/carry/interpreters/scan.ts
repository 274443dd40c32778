import type { Carried } from '../../carried.ts'
import type { Word } from '../../line.ts'
import { runsText, startsWords } from '../carrier.ts'
import { reports } from '../reports.ts'
import { joinWords, knownWord } from '../words.ts'
import { argumentsOf, calledAt, type Call } from './calls.ts'
import { definitionsOf } from './definitions.ts'
import type { CodeLanguage, Starts } from './language.ts'
import { readTokens } from './tokens.ts'
import type { Value } from './values.ts'

/** Longer code is not looked at. */
const MAX_CODE = 200_000
/** More calls than this that start or change something are not read one by one. */
const MAX_CALLS = 200
/** Code in strings of code is followed this far. */
const MAX_DEPTH = 4

/** Returns what code of an interpreter starts and changes. Takes time that grows with its length only. */
export function scanCode(code: string, language: CodeLanguage, depth = 0): readonly Carried[] {
  if (code.length > MAX_CODE || depth > MAX_DEPTH) return reports('too-large')
  const { tokens, isWhole } = readTokens(code, language.quoting)
  const { constants, aliases } = definitionsOf(tokens, language)
  const isMeant = meaningIn(code, language)
  const found: Carried[] = []
  let calls = 0
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token?.kind === 'command') found.push(...startsCode(runsText(wordOf(token)), 'code'))
    const name = calledAt(tokens, at, language, aliases)
    if (name === undefined || !isMeant(name)) continue
    if (++calls > MAX_CALLS) return [...found, ...reports('too-large')]
    found.push(...carriedByCall({ name, ...argumentsOf(tokens, at, language, constants) }, language, depth))
  }
  const isHidden = language.hides?.test(code) === true || (!isWhole && mentionsStarts(code, language))
  return isHidden ? [...found, ...reports('hidden-code')] : found
}

function wordOf({ text, known }: { readonly text: string; readonly known: boolean }): Word {
  return { text, shape: known ? text.replaceAll('*', '\\*') : '*', known, isGlob: false }
}

/** Programs that code starts are reached through code. */
function startsCode(carried: readonly Carried[], how: 'code'): readonly Carried[] {
  return carried.map((each) => (each.kind === 'text' || each.kind === 'words' ? { ...each, how } : each))
}

/** Tells whether a name means what the table says in this code. Each name is looked up once: the code may be long. */
function meaningIn(code: string, { ambiguous = {} }: CodeLanguage): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    const needs = Object.hasOwn(ambiguous, name) ? ambiguous[name] : undefined
    const isMeant = known.get(name) ?? needs?.test(code) ?? true
    known.set(name, isMeant)
    return isMeant
  }
}

function carriedByCall(call: Call, language: CodeLanguage, depth: number): readonly Carried[] {
  const { name, args } = call
  if (Object.hasOwn(language.starts, name))
    return startsCode(startedBy(language.starts[name] as Starts, call), 'code')
  if (Object.hasOwn(language.touches, name)) return changedBy(language.touches[name] as string, args)
  if (language.evaluates.includes(name)) return evaluated(args[0], language, depth)
  return foundByName(name, args)
}

function startedBy(how: Starts, { args }: Call): readonly Carried[] {
  switch (how) {
    case 'text':
      return textOrWords(args.slice(0, 1))
    case 'words':
      return textOrWords(args)
    case 'exec':
      return argumentVector(args)
    case 'mode':
      return argumentVector(args.slice(1))
    case 'pipe':
      return openedPipe(args.slice(1))
  }
}

function textOrWords(args: readonly Value[]): readonly Carried[] {
  const [first] = args
  if (first === undefined) return []
  const words = args.flatMap((arg) => (arg.kind === 'list' ? arg.items : [arg.word]))
  const isOneText = args.length === 1 ? first.kind === 'text' : words.length === 1
  const [program] = words
  if (program === undefined) return []
  if (isNothingKnown(program)) return reports('hidden-code')
  if (
    isOneText ||
    (first.kind === 'text' && /\s/.test(first.word.text) && args.every(({ kind }) => kind === 'text'))
  )
    return runsText(isOneText ? program : joinWords(words))
  return startsWords(words)
}

/** The first argument of the program repeats its name. */
function argumentVector(args: readonly Value[]): readonly Carried[] {
  const [file, ...rest] = args.flatMap((arg) => (arg.kind === 'list' ? arg.items : [arg.word]))
  if (file === undefined) return []
  return isNothingKnown(file) ? reports('hidden-code') : startsWords([file, ...rest.slice(1)])
}

/** Of `open F, "x |"` and `open F, "-|", "x"`, and of files that are written. */
function openedPipe(args: readonly Value[]): readonly Carried[] {
  const words = args.flatMap((arg) => (arg.kind === 'list' ? arg.items : [arg.word]))
  const [mode, ...rest] = words
  if (mode === undefined) return []
  const text = mode.text.trim()
  if (/^(?:-\||\|-)$/.test(text)) return rest.length > 1 ? startsWords(rest) : runsText(rest[0])
  if (text.startsWith('|') || text.endsWith('|'))
    return runsText({ ...mode, text: text.replace(/^\||\|$/g, '') })
  return />/.test(text)
    ? [{ kind: 'call', name: 'open', args: [...(rest.length > 0 ? rest : [mode]), mode] }]
    : []
}

/** Options stand as they are written. */
function changedBy(name: string, args: readonly Value[]): readonly Carried[] {
  const words = args.flatMap((arg) => {
    if (arg.kind === 'text') return [arg.word]
    return arg.written === undefined ? arg.items : [knownWord(arg.written)]
  })
  return [{ kind: 'call', name, args: words }]
}

function evaluated(value: Value | undefined, language: CodeLanguage, depth: number): readonly Carried[] {
  if (value === undefined || value.kind === 'list') return []
  return value.word.known ? scanCode(value.word.text, language, depth + 1) : reports('hidden-code')
}

/** A module or a function that is found by a name is seen, unless the name is put together. */
function foundByName(name: string, args: readonly Value[]): readonly Carried[] {
  const index = name === 'getattr' ? 1 : 0
  const value = args[index]
  if (value === undefined || value.kind === 'list') return []
  const { known, shape, text } = value.word
  if (index === 1) return !known || SENSITIVE.test(text) ? reports('hidden-code') : []
  return known || /[/.]/.test(shape) ? [] : reports('hidden-code')
}

/** Names that nobody looks up by text who does not want to hide them. */
const SENSITIVE =
  /^(?:system|popen|exec|eval|spawn\w*|rmtree|remove|unlink|run|call|Popen|__import__|__builtins__)$/

function isNothingKnown({ known, shape }: Word): boolean {
  return !known && /^\*+(?![\w/.-])/.test(shape)
}

function mentionsStarts(code: string, { starts, evaluates }: CodeLanguage): boolean {
  return [...Object.keys(starts), ...evaluates].some((name) => code.includes(name))
}
