import { addText, type Reading } from './reading.ts'
import { attached } from './add-word.ts'
import { addCode } from './code.ts'
import { codeWords } from './code-words.ts'
import { takesData } from './data-programs.ts'
import { addLookups } from './lookups.ts'
import { isOpenFile, isSystemPath } from './outside.ts'
import type { WordValue } from './values.ts'

/** One simple command: each word with everything it may become, and the texts it gets on stdin. */
export type Run = {
  readonly words: readonly (readonly WordValue[])[]
  readonly documents: readonly string[]
  /** It reads a file on stdin. */
  readonly reads: boolean
}

type Context = { readonly reading: Reading; readonly isRun: boolean; readonly functions: ReadonlySet<string> }

/** A program may stand anywhere behind another that starts it, so every word is tried as one. */
export function readProgram(run: Run, context: Context): void {
  const { words } = run
  const { names } = context.reading
  for (const value of words[0] ?? []) {
    readFirst(value, context)
    if (context.isRun) doubtOperands(value, words.slice(1), context)
  }
  const isTold = context.isRun && !isOnlyData(words)
  if (isTold && words.length > MAX_TRIED)
    names.gap({ kind: 'too-large', what: 'a command with very many words' })
  words.slice(0, MAX_TRIED).forEach((values, at) => {
    for (const { text } of values) {
      const name = programName(text)
      const rest = words.slice(at + 1)
      const given = [...rest.flat(), ...run.documents.map((each) => ({ text: each }))]
      addLookups(name, given, isTold ? names : { ...names, gap: () => undefined })
      const codes = codeWords(
        name,
        rest.flat().map((word) => word.text),
      )
      for (const code of [...codes, ...run.documents])
        addCode({ program: name, text: code, isRun: isTold }, context.reading)
      addCarried(name, { ...run, words: rest }, context)
      if (context.isRun) addDoubts(name, { ...run, words: rest }, context)
    }
  })
}

/** What follows each word is looked at, so this bounds the time. */
const MAX_TRIED = 100

/** All words are data of the program that the command starts. */
function isOnlyData([first = [], ...rest]: Run['words']): boolean {
  const texts = rest.flat().map(({ text }) => text)
  return first.length > 0 && first.every(({ text }) => takesData(programName(text), texts))
}

export function programName(text: string): string {
  return text.replace(/^.*[/\\]/, '').replace(/\.exe$/i, '')
}

function readFirst(
  { text, unknown, isGlob }: WordValue,
  { reading: { names }, isRun, functions }: Context,
): void {
  if (isGlob) names.glob(text)
  if (!isRun) return
  if (unknown !== undefined) names.gap({ kind: 'run-time', what: unknown })
  else if (/^[\w.+-]+$/.test(text) && !BUILTINS.has(text) && !functions.has(text)) names.program(text)
  else if (isOpenFile(text)) names.gap({ kind: 'input', what: text })
  else if (isSystemPath(text)) names.program(text)
  else if (text.includes('/')) names.leaving(text)
}

const SHELL = /^(?:r?bash|sh|dash|zsh|ksh|mksh|ash|fish)$/
const INTERPRETER =
  /^(?:node|nodejs|deno|bun|tsx|ts-node|(?:python|pypy|perl|ruby|php|lua|Rscript)[\d.]*|osascript|pwsh|powershell|source|\.|[gm]?awk|sed|make|gmake)$/
const STARTER =
  /^(?:exec|command|builtin|env|sudo|doas|nohup|nice|timeout|time|setsid|stdbuf|ionice|flock|chroot|unshare|xargs|parallel|busybox|strace|setpriv|taskset|chrt|caffeinate|watch|runuser|su|script|ssh)$/
/** Their arguments are shell text. */
const TEXT_TAKER = /^(?:eval|trap|watch|parallel|su|runuser|script|flock|ssh|env)$/

/** Shell text in arguments and documents. */
function addCarried(name: string, { words, documents }: Run, { reading, isRun }: Context): void {
  const texts = words.map((values) => values[0]?.text ?? '')
  if (SHELL.test(name)) {
    for (const text of [...textsAfterC(words), ...documents]) addText(text, isRun, reading)
  } else if (/^(?:npx|npm|pnpx|pnpm|bunx|yarn)$/.test(name)) {
    for (const text of calledTexts(texts)) addText(text, isRun, reading)
  } else if (name === 'eval') addText(texts.join(' '), isRun, reading)
  if (TEXT_TAKER.test(name))
    for (const { text } of words.flat()) if (/\s|^\.?\//.test(text)) addText(text, isRun, reading)
}

/** `npx -c TEXT`, `npm exec --call=TEXT`. */
function calledTexts(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text, at) => {
    if (/^(?:-c|--call|--shell-mode)$/.test(text)) return [texts[at + 1] ?? '']
    return /^(?:-c.|--call=)/.test(text) ? [text.replace(/^(?:-c|--call=)/, '')] : []
  })
}

/** `bash -c TEXT`, `bash -xec TEXT`. */
function textsAfterC(words: Run['words']): readonly string[] {
  const at = words.findIndex((values) => values.some(({ text }) => /^[-+][A-Za-z]*c[A-Za-z]*$/.test(text)))
  if (at === -1) return []
  return words
    .slice(at + 1)
    .flatMap((values) => values.flatMap(({ text }) => (/^[-+]/.test(text) ? [] : text)))
}

/** What is run, but cannot be read from the text. */
function addDoubts(name: string, run: Run, { reading: { names } }: Context): void {
  const { words, documents, reads } = run
  if (name === 'cd' || name === 'pushd') return enter(words, names)
  if (name === 'find') return doubtFind(words, names)
  const isShell = SHELL.test(name)
  if (!isShell && !INTERPRETER.test(name) && !STARTER.test(name) && name !== 'eval') return
  const until = words.findIndex(
    (values, at) => values.every(isPlainOperand) && !takesValue(name, words[at - 1] ?? []),
  )
  const isAll = STARTER.test(name) || /^(?:eval|g?make)$/.test(name) || until === -1
  const heads = words.filter((_, at) => isAll || at <= until || isFileOption(words[at - 1] ?? []))
  addOperands(heads, names)
  addLeaving(name, words, heads, names)
  for (const { unknown, isGlob, text } of heads.flat()) {
    if (unknown !== undefined) names.gap({ kind: 'run-time', what: unknown })
    if (isGlob) names.glob(text)
  }
  const fromInput = until === -1 || words.flat().some(({ text }) => /^(?:-s|-|\/dev\/stdin|-i)$/.test(text))
  const mayRead = isShell || /^(?:node|python|perl|ruby|php)/.test(name)
  if (mayRead && fromInput && !hasText(words) && (reads || documents.length === 0))
    names.gap({ kind: 'input', what: name })
  if (/^(?:python|pypy)/.test(name) && (fromInput || hasOption(words, /^-[A-Za-z]*[cm]/)))
    // -I and -P keep the folder out of the search.
    if (!hasOption(words, /^-[^cmWX-]*[IP]/))
      names.gap({ kind: 'run-time', what: `modules and __pycache__ that ${name} finds in its folder` })
  if (/^(?:xargs|parallel)$/.test(name) && (runsInput(name, words) || startsOther(words)))
    names.gap({ kind: 'input', what: name })
}

function startsOther(words: Run['words']): boolean {
  return words.flat().some(({ text }) => startsOthers(programName(text)))
}

/** `xargs -I{} {}`: the lines that it reads are programs. `parallel` without a program runs them too. */
function runsInput(name: string, words: Run['words']): boolean {
  const texts = words.flat().map(({ text }) => text)
  const [, mark = '{}'] = /(?:^| )(?:-I ?|--replace=)(\S+)/.exec(texts.join(' ')) ?? []
  const program = texts.find((text, at) => !/^(?:-|\d+$)/.test(text) && texts[at - 1] !== '-I')
  return program === undefined ? name === 'parallel' : program.includes(mark)
}

/** A program that is not known may run any of its words, or the files of a folder that one names. */
function doubtOperands({ text, unknown }: WordValue, words: Run['words'], context: Context): void {
  const { reading, functions } = context
  const name = programName(text)
  const isOwn = text.includes('/') && !/^[/~]/.test(text)
  // What files of the project do with their arguments is their own affair, which is told of all of them.
  if (unknown !== undefined || isOwn || functions.has(text) || HANDLED.test(name)) return
  const texts = words.flat().map((word) => word.text)
  if (takesData(name, texts) || isInterpreter(name) || STARTER.test(name)) return
  for (const word of words.flat()) {
    if (word.unknown !== undefined) reading.names.gap({ kind: 'run-time', what: word.unknown })
    else if (word.isGlob) reading.names.gap({ kind: 'run-time', what: word.text })
  }
  addOperands(words, reading.names)
  addLeaving(name, words, words, reading.names)
}

const HANDLED = /^(?:cd|pushd|popd|eval|find)$/

function isInterpreter(name: string): boolean {
  return SHELL.test(name) || INTERPRETER.test(name)
}

function addOperands(words: Run['words'], names: Reading['names']): void {
  for (const { text, isGlob } of words.flat())
    if (!isGlob) for (const part of [text, ...attached(text), ...text.split(/[=,:]/)]) names.operand(part)
}

/** Of `heads`, which are among `words`: paths outside the project, and files that are open already. */
function addLeaving(name: string, words: Run['words'], heads: Run['words'], names: Reading['names']): void {
  for (const values of heads) {
    const before = words[words.indexOf(values) - 1] ?? []
    const isCode = INTERPRETER.test(name) && isProgramText(name, before)
    for (const { text, unknown, isGlob } of values) {
      if (isOpenFile(text)) names.gap({ kind: 'input', what: `${name} ${text}` })
      if (isCode || isGlob || unknown !== undefined) continue
      for (const part of pathsIn(text, name)) if (!isSystemPath(part)) names.leaving(part)
    }
  }
}

/** The text of awk and sed stands without an option before it. */
function isProgramText(name: string, option: readonly WordValue[]): boolean {
  if (/awk$|^sed$/.test(name)) return !isFileOption(option)
  return option.some(({ text }) => /^(?:-[A-Za-z0-9]*[eEpr]|-c|--(?:eval|print))$/.test(text))
}

/** Returns the word and the value attached to an option in it. Assignments behind `env` are left out. */
function pathsIn(text: string, name: string): readonly string[] {
  const value = STARTER.test(name) && !text.startsWith('-') ? '' : text.replace(/^[^=]*=?/, '')
  return [text, value, ...attached(text)].filter(
    (part) => part.includes('/') || part === '~' || part === '..',
  )
}

/** Options whose value is the next word: what follows that may be the script. Not known: each may take one. */
function takesValue(name: string, option: readonly WordValue[]): boolean {
  if (name === 'sed') return false
  return option.some(({ text }) => {
    if (SHELL.test(name)) return /^(?:[-+][A-Za-z]*[oO]|--(?:rcfile|init-file))$/.test(text)
    if (/^(?:python|pypy)/.test(name)) return /^-[A-Za-z]*[WX]$/.test(text)
    if (name.endsWith('awk'))
      return /^(?:-[Fvfil]|--(?:assign|file|field-separator|include|load))$/.test(text)
    return /^-[^=]+$/.test(text) && text !== '--'
  })
}

function isFileOption(option: readonly WordValue[]): boolean {
  return option.some(({ text }) => /^(?:-f|--file)$/.test(text))
}

function isPlainOperand({ text, unknown, isGlob }: WordValue): boolean {
  return unknown === undefined && !isGlob && !text.startsWith('-')
}

/** Options that bring the script, or with which none is run. */
function hasText(words: Run['words']): boolean {
  return words
    .flat()
    .some(({ text }) =>
      /^(?:-[A-Za-z]*[cemprEM]\S*|--(?:version|help|eval|print|test)\b.*|-[vVh])$/.test(text),
    )
}

function enter(words: Run['words'], names: Reading['names']): void {
  if (words.length === 0) names.enter('~')
  for (const { text, unknown } of words.flat()) {
    if (unknown !== undefined) names.gap({ kind: 'run-time', what: `the folder ${unknown}` })
    if (!text.startsWith('-')) names.enter(text)
  }
}

function doubtFind(words: Run['words'], names: Reading['names']): void {
  const texts = words.flat().map(({ text }) => text)
  texts.forEach((text, at) => {
    const program = texts[at + 1] ?? ''
    if (/^-(?:exec|ok)(?:dir)?$/.test(text) && (program === '{}' || startsOthers(programName(program))))
      names.gap({ kind: 'run-time', what: 'what find finds' })
  })
}

function startsOthers(name: string): boolean {
  return isInterpreter(name) || STARTER.test(name)
}

function hasOption(words: Run['words'], pattern: RegExp): boolean {
  return words.flat().some(({ text }) => pattern.test(text))
}

/** Not files: bash has them inside. */
export const BUILTINS: ReadonlySet<string> = new Set(
  '. : [ alias bg bind break builtin caller cd command compgen complete continue declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait'.split(
    ' ',
  ),
)
