import type { Via, Word } from '../line.ts'
import { addUnknown, addWord, startDraft, toWord, type Draft } from '../windows/draft.ts'
import { LIMITS } from '../limits.ts'
import { report, type ProgramDraft } from '../windows/output.ts'
import { isScriptFile } from '../windows/program-name.ts'
import { takeEffect } from './effects.ts'
import { commandName, KEYWORDS, type MethodCall } from './names.ts'
import { currentCode, startCode, type CodeFrame, type Scan } from './state.ts'

/** Returns the word that is being read, or begins one. `isValue`: a statement that begins with it is an expression. */
export function wordOf(scan: Scan, { isValue = false, isQuoted = false } = {}): Draft {
  const code = currentCode(scan)
  if (code.word !== undefined) return code.word
  if (isValue && code.statement === 'start' && !code.isCalled) code.statement = 'expression'
  code.word = startDraft(isQuoted)
  return code.word
}

/** Ends the word that is being read, and gives it to the statement. */
export function endWord(scan: Scan): void {
  const code = currentCode(scan)
  const draft = code.word
  if (draft === undefined) return
  code.word = undefined
  const word = toWord(draft)
  if (code.namesFunction) code.namesFunction = false
  else if (code.redirects !== undefined) endRedirection(scan, code, word)
  else if (code.statement === 'start') startStatement(scan, word, draft)
  else if (code.statement === 'command') code.program?.words.push(word)
  else if (isAssignment(word.text)) code.statement = 'start'
  else code.values.push(word)
}

function isAssignment(text: string): boolean {
  return /^(?:[-+*/%]|\?\?)?=$/.test(text)
}

const WRITES: Word = { text: 'Out-File', shape: 'Out-File', known: true, isGlob: false }

/** A value that goes into a file is written as by `Out-File`. */
function endRedirection(scan: Scan, code: CodeFrame, target: Word): void {
  const program = code.program ?? addProgram(scan, 'out-file', WRITES, code)
  if (code.redirects !== undefined) program?.redirections.push({ mode: code.redirects, target })
  code.redirects = undefined
}

const NUMBER_OR_OPERATOR = /^(?:[-+]?\d[\d.]*(?:[kmgtp]b)?|[-+!].*)$/i

function startStatement(scan: Scan, word: Word, { isQuoted }: Draft): void {
  const code = currentCode(scan)
  if (!code.isCalled && !isQuoted && word.known) {
    const keyword = word.text.toLowerCase()
    if (code.piped.length === 0 && KEYWORDS.has(keyword)) {
      code.namesFunction = /^(?:function|filter|class|workflow)$/.test(keyword)
      return
    }
    if (NUMBER_OR_OPERATOR.test(word.text)) {
      code.statement = 'expression'
      code.values.push(word)
      return
    }
  }
  code.statement = 'command'
  code.program = startProgram(scan, word, code)
}

function startProgram(scan: Scan, word: Word, code: CodeFrame): ProgramDraft | undefined {
  // `?` is the name of a cmdlet: no wildcard is one here.
  const isNamed = word.known || word.isGlob
  const name = isNamed ? commandName(word.text, scan.aliases) : ''
  const program = addProgram(scan, name, word, code)
  if (program === undefined) return undefined
  if (!isNamed) report(scan.out, 'run-time-name', program.id)
  if (isScriptFile(name)) report(scan.out, 'unseen-script', program.id)
  if (code.piped.length > 0) program.input = { from: 'pipe', programs: code.piped }
  else if (code.pipedText !== undefined) program.input = { from: 'text', text: code.pipedText }
  return program
}

function addProgram(scan: Scan, name: string, word: Word, code: CodeFrame): ProgramDraft | undefined {
  const { programs } = scan.out
  if (programs.length >= LIMITS.programs) {
    report(scan.out, 'too-large')
    scan.at = scan.text.length
    return undefined
  }
  const program: ProgramDraft = {
    id: programs.length,
    name,
    words: [word],
    redirections: [],
    variables: [...scan.environment],
    folder: scan.folder,
    input: { from: 'line' },
    via: viaOf(code),
  }
  programs.push(program)
  return program
}

function viaOf({ owner, close }: CodeFrame): Via | undefined {
  return owner && { how: close === '}' ? 'script' : 'substitution', program: owner.id }
}

/** Ends a statement. `isPipe`: what it prints goes to the next one. */
export function endStatement(scan: Scan, { isPipe = false } = {}): void {
  endWord(scan)
  const code = currentCode(scan)
  const { program } = code
  const value = valueOf(code)
  if (program !== undefined) takeEffect(scan, program)
  if (code.assigned !== undefined && !isPipe) assign(scan, code.assigned, value)
  const assigned = isPipe ? code.assigned : undefined
  const piped = isPipe && program !== undefined ? [program.id] : []
  const pipedText = isPipe && program === undefined ? value : undefined
  const { kind: _, close, isTable, owner, isPart } = code
  Object.assign(code, startCode(close, { isTable, owner, isPart }), { assigned, piped, pipedText })
}

/** The value of an expression that is one word, or words that are added to each other. */
export function valueOf({ statement, values }: CodeFrame): Word | undefined {
  if (statement !== 'expression' || values.length % 2 === 0) return undefined
  if (values.some(({ text }, at) => at % 2 === 1 && text !== '+')) return undefined
  const draft = startDraft()
  for (const [at, value] of values.entries()) if (at % 2 === 0) addWord(draft, value)
  return draft.text.length > LIMITS.word ? undefined : toWord(draft)
}

function assign(scan: Scan, name: string, value: Word | undefined): void {
  const word = value ?? { text: `$${name}`, shape: '*', known: false, isGlob: false }
  if (name.startsWith('env:')) scan.environment.push({ name: name.slice(4).toUpperCase(), value: word })
  scan.variables.set(name, word)
}

/** Begins code between brackets, whose result becomes a word, or a part of one. */
export function openCode(scan: Scan, close: ')' | '}', { isTable = false, isPart = false } = {}): void {
  const outer = currentCode(scan)
  wordOf(scan, { isValue: true })
  if (scan.frames.length >= LIMITS.depth) {
    report(scan.out, 'too-deep')
    scan.at = scan.text.length
    return
  }
  scan.frames.push(startCode(close, { isTable, isPart, owner: outer.program ?? outer.owner }))
}

/** Begins the arguments of a method. */
export function openCall(scan: Scan, call: MethodCall): void {
  openCode(scan, ')')
  if (!call.isHarmful) return
  const code = currentCode(scan)
  const word = { text: call.name, shape: call.name, known: true, isGlob: false }
  code.statement = 'command'
  code.program = addProgram(scan, call.name, word, code)
  if (code.program !== undefined) report(scan.out, 'hidden-code', code.program.id)
}

/** Ends code between brackets; undefined: no such bracket is open. */
export function closeCode(scan: Scan, close: string): boolean {
  endWord(scan)
  const code = currentCode(scan)
  if (code.close !== close || scan.frames.at(-1) !== code) return false
  const value = code.program === undefined ? valueOf(code) : undefined
  endStatement(scan)
  scan.frames.pop()
  const outer = currentCode(scan)
  const word = wordOf(scan, { isValue: true })
  if (value !== undefined && close === ')') addWord(word, value)
  else addUnknown(word, close === ')' ? '(…)' : '{…}')
  // A statement may follow the block of another one without a separator.
  if (close === '}' && outer.statement === 'expression' && !code.isPart) endBlock(scan)
  return true
}

/** What follows a block that is no argument may be a statement of its own, or call the block. */
function endBlock(scan: Scan): void {
  if (scan.text[scan.at + 1] !== '.') endStatement(scan)
}
