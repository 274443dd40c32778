import type { Assignment, Command, SyntaxNode } from 'unbash'
import type { Analysis, Subcommand } from './analysis.ts'
import {
  createArithmetic,
  evaluatedTexts,
  evaluatesInput,
  noteAssigned,
  noteCommand,
  noteEvaluated,
  type Arithmetic,
} from './arithmetic.ts'
import { inOrder, programName } from '../analyze/programs/names.ts'
import { isKnownProgram } from './program.ts'
import { readCommand } from './subcommand.ts'
import { hasTwoReadings, TWO_READINGS } from '../analyze/bash/two-readings.ts'
import { holdsCode, holdsCommand, redefines } from '../analyze/programs/variables.ts'
import { readWord } from '../analyze/bash/words.ts'

/**
 * `isGuess`: the text may not be shell text at all, so parse errors in it are ignored. `isArithmetic`: a guess that comes
 * from arithmetic. Bash certainly runs the substitutions in it, so parse errors put the line in doubt.
 */
export type Script = { readonly text: string; readonly isGuess: boolean; readonly isArithmetic?: boolean }

/** One simple command by its words, as the shell will see them; what is only known at run time stands as written. */
export type Call = {
  readonly words: readonly string[]
  /** Indexes of `words` at which a program stands: the first, and what each wrapper runs. */
  readonly starts: readonly number[]
  /** Text of another program that may give it to a shell. */
  readonly isGuess: boolean
}

/** What is found while a command line and the scripts in it are gone through. */
export type Findings = {
  /** Grows while it is read. */
  readonly scripts: Script[]
  readonly known: Set<string>
  readonly commands: Subcommand[]
  readonly guessed: Subcommand[]
  readonly calls: Call[]
  /** Files that the line redirects output into. */
  readonly targets: string[]
  /** Values that the line gives to variables, each with the name. */
  readonly variables: (readonly [name: string, value: string])[]
  readonly shapes: Set<string>
  readonly mentions: Set<string>
  /** Words of all commands: they are mentions where one program of the line may read what another writes. */
  readonly data: string[]
  /** Words that count only where the line puts something into a file. */
  readonly kept: string[]
  /** Names of files that the line makes. */
  readonly made: Set<string>
  readonly arithmetic: Arithmetic
  /** Values of variables: they are mentions where a program may read a variable. */
  readonly assigned: string[]
  readonly functions: Set<string>
  doubt: string | undefined
  unknown: boolean
  plain: boolean
  /** A program may run files, or what it reads. */
  isOpen: boolean
  /** A program takes commands from what it reads. */
  isConsole: boolean
  pipes: boolean
  /** A program may write words that do not stand in the line. */
  decodes: boolean
  /** A program takes options from a pipe. */
  takesOptions: boolean
  /** Something of the line is written or passed on. */
  flows: boolean
  /** Something of the line is put into a file. */
  stores: boolean
  work: number
}

/** The node's positions point into `source`. `isNested`: another shell than bash may read it. */
export type Context = {
  readonly source: string
  readonly findings: Findings
  readonly isGuess: boolean
  readonly isNested: boolean
}

const UNKNOWN: ReadonlySet<SyntaxNode['type']> = new Set([
  'SimpleExpansion',
  'ParameterExpansion',
  'CommandExpansion',
  'ArithmeticCommandExpansion',
])

const PLAIN: ReadonlySet<SyntaxNode['type']> = new Set([
  'Script',
  'Statement',
  'AndOr',
  'Pipeline',
  'CompoundList',
  'Subshell',
  'BraceGroup',
  'Time',
  'Negation',
  'Command',
  'Word',
  'Literal',
  'SingleQuoted',
  'DoubleQuoted',
  'AnsiCQuoted',
])

/** One value for a folder or a separator is taken for granted in these, so a line may not use and change them. */
const USES_SHELL_VARIABLE = /\$\{?(?:HOME|PWD|OLDPWD|IFS)\b/
const NAMES_SHELL_VARIABLE = /(?<!\$\{?)\b(?:HOME|PWD|OLDPWD|IFS)\b/

/** Text that arithmetic runs, whatever variable it gets there by. */
const SUBSCRIPT = inOrder(/\[/, ['$(', '`'])
const QUOTED_SUBSTITUTION = inOrder(/['"\\[]/, ['$(', '`'])

const COMMANDS_FROM_PIPE = 'the command pipes text into a program that takes commands from it'
const DECODED_OPTIONS = 'the command hands decoded text to a program that some options make run others'
const EVALUATES_INPUT = 'the command uses text that it reads in arithmetic, which may run it'
const REDEFINED = 'the command gives a name a new meaning'

export function createFindings(source: string): Findings {
  return {
    scripts: [{ text: source, isGuess: false }],
    known: new Set([source]),
    commands: [],
    guessed: [],
    calls: [],
    targets: [],
    variables: [],
    shapes: new Set(),
    mentions: new Set(),
    data: [],
    kept: [],
    made: new Set(),
    arithmetic: createArithmetic(),
    assigned: [],
    functions: new Set(),
    doubt: USES_SHELL_VARIABLE.test(source) && NAMES_SHELL_VARIABLE.test(source) ? REDEFINED : undefined,
    unknown: false,
    plain: true,
    isOpen: false,
    isConsole: false,
    pipes: false,
    decodes: false,
    takesOptions: false,
    flows: false,
    stores: false,
    work: 0,
  }
}

export function toAnalysis(findings: Findings): Analysis {
  const { commands, guessed, shapes, unknown, plain, flows, isConsole, pipes, arithmetic } = findings
  const isOpen = findings.isOpen || runsWhatItMade(findings)
  const doubt =
    findings.doubt ??
    (isConsole && pipes ? COMMANDS_FROM_PIPE : undefined) ??
    (findings.decodes && findings.takesOptions ? DECODED_OPTIONS : undefined) ??
    (evaluatesInput(arithmetic) ? EVALUATES_INPUT : undefined)
  const mentions = [
    ...findings.mentions,
    ...evaluatedTexts(arithmetic),
    ...(isOpen && flows ? findings.data : []),
    ...(isOpen && findings.stores ? findings.kept : []),
    ...(isOpen || unknown ? findings.assigned : []),
  ]
  return { kind: 'commands', commands, guessed, shapes: [...shapes], doubt, mentions, unknown, plain }
}

/** Notes what a node says, without its children. Returns why the rest need not be looked at, if so. */
export function addNode(node: SyntaxNode, context: Context): string | undefined {
  const { findings, source } = context
  if (!context.isGuess) {
    if (UNKNOWN.has(node.type)) findings.unknown = true
    if (!PLAIN.has(node.type)) findings.plain = false
  }
  if (hasTwoReadings(node, source)) findings.doubt ??= TWO_READINGS
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the other nodes say nothing by themselves
  switch (node.type) {
    case 'Command':
      return addCommand(node, context)
    case 'Assignment':
      addAssignment(node, findings)
      break
    case 'Function':
      if (isKnownProgram(node.name.value)) findings.doubt ??= REDEFINED
      findings.functions.add(node.name.value)
      break
    case 'For':
    case 'Select':
      if (redefines(node.name.value)) findings.doubt ??= REDEFINED
      findings.data.push(...(node.wordlist ?? []).map(({ value }) => value))
      for (const word of (node.wordlist ?? []).flatMap(readWord))
        findings.variables.push([node.name.value, word.value])
      break
    case 'Pipeline':
      if (node.commands.length > 1) findings.flows = findings.pipes = true
      break
    case 'Redirect':
      if (node.operator.includes('>') && node.target !== undefined)
        findings.targets.push(...readWord(node.target).map(({ value }) => value))
      if (node.operator.includes('>') && !/^(?:\/dev\/null|\d+|-)$/.test(node.target?.value ?? ''))
        addMade(node.target?.value ?? '', findings)
      break
    case 'HereDoc':
    case 'HereString':
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      findings.flows = true
      break
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      if (SUBSCRIPT.test(node.value)) addEvaluated(node.value, findings)
      break
    // To bash it may be the subscript of a variable.
    case 'Glob':
      addEvaluated(node.value, findings)
      break
    // Arithmetic evaluates the values of variables, and runs substitutions in their subscripts.
    case 'TestCommand':
    case 'ArithmeticCommand':
    case 'ArithmeticFor':
    case 'ArithmeticExpansion':
    case 'ParameterExpansion':
      addArithmetic(source.slice(node.pos, node.end), findings)
      noteEvaluated(findings.arithmetic, node.type, source.slice(node.pos, node.end))
      // A shell without arithmetic commands reads a subshell.
      if (node.type === 'ArithmeticCommand' && context.isNested)
        addScript({ text: node.body, isGuess: true }, findings)
      break
    default:
  }
  return undefined
}

function addCommand(node: Command, context: Context): string | undefined {
  if (node.name === undefined) return undefined
  const { findings, isGuess, source } = context
  const read = readCommand(node, source)
  if (read === undefined) return 'it nests too many wrappers'
  const name = read.subcommand.texts[1] ?? ''
  ;(isGuess ? findings.guessed : findings.commands).push(read.subcommand)
  findings.calls.push({ words: read.words, starts: read.starts, isGuess })
  const isFunction = findings.functions.has(name.split(' ')[0] ?? '')
  for (const shape of read.shapes) findings.shapes.add(shape)
  if (!isGuess && !isFunction) for (const shape of read.argumentShapes) findings.shapes.add(shape)
  findings.doubt ??= read.doubt
  for (const text of read.mentions) addMention(text, findings)
  for (const { text } of read.scripts) addScript({ text, isGuess }, findings)
  for (const text of read.guesses) addScript({ text, isGuess: true }, findings)
  for (const { name: variable, value } of read.assigned) {
    findings.variables.push([variable, value])
    addAssigned(variable, value, findings)
  }
  findings.data.push(...read.data)
  findings.kept.push(...read.kept)
  for (const file of read.makes) addMade(file, findings)
  noteCommand(findings.arithmetic, name)
  findings.isOpen ||= read.isOpen
  findings.flows ||= read.writes
  findings.isConsole ||= read.isConsole
  findings.decodes ||= read.decodes
  findings.takesOptions ||= read.takesOptions
  if (read.strays) findings.plain = false
  return undefined
}

function addMade(file: string, findings: Findings): void {
  findings.flows = findings.stores = true
  findings.made.add(file)
}

/** Settings and hooks of other programs: what a line writes there may be run by a program that is inert otherwise. */
const SETTINGS = /\.git\b|hooks?\b|config|rc$|profile$|\.service$/

function runsWhatItMade({ made, commands }: Findings): boolean {
  if (made.size === 0) return false
  const names = new Set(commands.map(({ texts }) => programName((texts[1] ?? '').split(' ')[0] ?? '')))
  return [...made].some((file) => SETTINGS.test(file) || names.has(programName(file)))
}

/** What a variable holds may be run by whoever reads it. */
function addAssignment({ name, text, value, index }: Assignment, findings: Findings): void {
  if (redefines(name)) findings.doubt ??= REDEFINED
  if (index !== undefined) addArithmetic(`[${index.text}]`, findings)
  const words = value.type === 'Word' ? readWord(value) : value.elements.flatMap(readWord)
  for (const word of words) findings.variables.push([name, word.value])
  if (holdsCommand(name) && words.some(({ known }) => !known)) findings.shapes.add('*')
  if (holdsCode(name, text)) findings.doubt ??= REDEFINED
  noteAssigned(findings.arithmetic, name, words.map(({ value: part }) => part).join(' '))
  addAssigned(name, words.map(({ shape }) => shape).join(' '), findings)
}

function addAssigned(name: string, value: string, findings: Findings): void {
  if (holdsCommand(name)) addMention(value, findings)
  else findings.assigned.push(value)
}

/** Text that may get into arithmetic, which also runs substitutions that stand in quotes. */
function addEvaluated(text: string, findings: Findings): void {
  if (!QUOTED_SUBSTITUTION.test(text)) return
  addMention(text, findings)
  addScript({ text: text.replace(/['"\\]/g, ''), isGuess: true }, findings)
}

function addArithmetic(text: string, findings: Findings): void {
  if (!QUOTED_SUBSTITUTION.test(text)) return
  addMention(text, findings)
  addScript({ text: text.replace(/['"\\]/g, ''), isGuess: true, isArithmetic: true }, findings)
}

function addMention(text: string, findings: Findings): void {
  if (text === '' || findings.mentions.has(text)) return
  findings.mentions.add(text)
  findings.work += text.length
}

function addScript(script: Script, findings: Findings): void {
  const key = `${script.isGuess ? '?' : ''}${script.text}`
  if (findings.known.has(key)) return
  findings.known.add(key)
  findings.scripts.push(script)
}
