import type { Redirection } from 'unbash'
import { carriedScripts, textsOnStdin, type CarriedText } from '../analyze/programs/carriers.ts'
import { doubtAbout } from './doubts.ts'
import { mayTakeOption, runByGit, straysInGit } from '../analyze/programs/git.ts'
import {
  assembles,
  isAwk,
  isListed,
  isPicky,
  strays,
  usageOf,
  type Usage,
} from '../analyze/programs/inert.ts'
import { isInterpreter, isShell, scriptSource } from '../analyze/programs/interpreters.ts'
import { programName } from '../analyze/programs/names.ts'
import { isSedScript } from '../analyze/programs/sed.ts'
import {
  assignmentIn,
  holdsCode,
  holdsCommand,
  redefines,
  setsVariables,
} from '../analyze/programs/variables.ts'
import type { ReadWord } from '../analyze/bash/words.ts'
import { isWrapper } from '../analyze/programs/wrappers.ts'

/** What is known about one program and its words. */
export type Reading = {
  readonly doubt: string | undefined
  /** Text that is certainly run by a shell. */
  readonly scripts: readonly CarriedText[]
  /** Words that the program may run, or take commands from. */
  readonly words: readonly ReadWord[]
  /** The same without the possibility that a word made at run time is one of them. */
  readonly texts: readonly string[]
  readonly assigned: readonly Assigned[]
  /** It may run files, or what it reads. */
  readonly isOpen: boolean
  /** It takes commands from what it reads. */
  readonly isConsole: boolean
  /** It starts nothing by itself, but was told to. */
  readonly strays: boolean
}

const CONSOLES =
  /^(?:ed|ex|vim?|nvim|view|vimdiff|gdb|lldb|sqlite3|mysql|psql|crontab|m4|ftp|sftp|telnet|socat|nc)$/

const ASSEMBLED = 'the command has a program run what it puts together itself'
const UNKNOWN_SCRIPT = 'the command has a shell run text that is only known at run time'
const REDEFINED = 'the command sets a variable that gives names a new meaning'

/** `read[0]` is the program. */
export function readProgram(read: readonly ReadWord[], redirections: readonly Redirection[]): Reading {
  const scripts = carriedScripts(read, redirections)
  const { words, code, isOpen } = mayRun(read)
  const assigned = assignments(read)
  const path = read[0]?.value ?? ''
  const name = programName(path)
  const shapes = read.slice(1).map(({ shape }) => shape)
  const commands = assigned.filter((each) => holdsCommand(each.name) && !each.word.known)
  return {
    doubt:
      doubtAbout(
        read.map(({ value }) => value),
        redirections,
      ) ??
      (scripts.some(({ known }) => !known) ? UNKNOWN_SCRIPT : undefined) ??
      (assembles(name, shapes) ? ASSEMBLED : undefined) ??
      (assigned.some((each) => redefines(each.name) || holdsCode(each.name, each.value))
        ? REDEFINED
        : undefined),
    scripts,
    words: [...words, ...commands.map(({ word }) => word)],
    texts: [...code, ...(isOpen && !isShell(path) ? textsOnStdin(redirections) : [])].map(textOf),
    assigned,
    // The commands in a script that stands in the text say themselves what they run.
    isOpen: isOpen && !(isShell(path) && scripts.length > 0 && !readsStartupFiles(name, shapes)),
    isConsole: CONSOLES.test(name),
    strays: strays(name, shapes) || (name === 'git' && straysInGit([name, ...shapes])),
  }
}

function readsStartupFiles(shell: string, words: readonly string[]): boolean {
  return (
    /^(?:zsh|fish|t?csh)$/.test(shell) || words.some((word) => /^-[a-zA-Z]*[il]|^--(?:rc|init|lo)/.test(word))
  )
}

function textOf(text: ReadWord | CarriedText): string {
  return 'text' in text ? text.text : text.value
}

/** True for a name that means a certain program, so that no function may take it. */
export function isKnownProgram(name: string): boolean {
  return (
    isListed(name) ||
    isWrapper(name) ||
    isInterpreter(name) ||
    /^(?:git|eval|trap|alias|source|\.)$/.test(name)
  )
}

/** `code` is text in another language, so that only the names in it count. */
type Possible = {
  readonly words: readonly ReadWord[]
  readonly code: readonly ReadWord[]
  readonly isOpen: boolean
}

const NOTHING: Possible = { words: [], code: [], isOpen: false }

function mayRun(read: readonly ReadWord[]): Possible {
  const [first, ...rest] = read
  const path = first?.value ?? ''
  const name = programName(path)
  const anything = { words: rest, code: [], isOpen: true }
  if (!isStandard(path)) return anything
  if (isShell(path) && onlyChecks(rest)) return NOTHING
  if (isInterpreter(path)) return ofInterpreter(read)
  if (/^(?:eval|trap|su)$/.test(name) || isWrapper(name)) return NOTHING
  if (name === 'git') return ofGit(read)
  const usage = usageOf(
    name,
    rest.map(({ shape }) => shape),
  )
  if (usage === undefined)
    return isAwk(name) ? { ...anything, words: rest.filter(({ known }) => !known), code: rest } : anything
  const unknown = rest.filter(({ known }) => !known)
  return {
    words: usage.code === true ? codeIn(name, rest, unknown) : [],
    // One of them may turn out to be an option that makes it run the others.
    code: isPicky(name) && rest.some((word, at) => mayBeOption(word, rest[at - 1], usage)) ? rest : [],
    isOpen: usage.open === true || (isPicky(name) && unknown.some(({ pos }) => pos === Infinity)),
  }
}

/** With `-n` a shell reads a script and runs nothing of it, unless another option follows. */
function onlyChecks([first, ...files]: readonly ReadWord[]): boolean {
  return first?.value === '-n' && files.length > 0 && files.every(({ shape }) => /^[^-+*]/.test(shape))
}

function mayBeOption(word: ReadWord, before: ReadWord | undefined, { valued }: Usage): boolean {
  if (word.known || !word.shape.startsWith('*')) return false
  return word.splits || valued?.test(before?.value ?? '') !== true
}

/** Above this many the words are not looked at one by one. */
const MAX_FILES = 20

/** Returns the unknown words that may be a part of the program of awk or sed; names of files are left out. */
function codeIn(name: string, rest: readonly ReadWord[], unknown: readonly ReadWord[]): readonly ReadWord[] {
  if (unknown.length > MAX_FILES) return unknown
  const shapes = rest.map(({ shape }) => shape)
  const program = isAwk(name) ? awkProgram(shapes) : -1
  const mayBeCode = (at: number): boolean => (isAwk(name) ? at <= program : mayBeSed(shapes, at))
  return rest.filter(({ known }, at) => !known && mayBeCode(at))
}

function mayBeSed(shapes: readonly string[], at: number): boolean {
  const isOption = /^[-*]/.test(shapes[at] ?? '') && !shapes.slice(0, at).includes('--')
  return isOption || isSedScript(shapes, at)
}

/** Index of the program among the words of awk. Behind it awk takes no options. */
function awkProgram(shapes: readonly string[]): number {
  let at = 0
  while (/^-[^-]/.test(shapes[at] ?? '')) at += /^-[Fv]$/.test(shapes[at] ?? '') ? 2 : 1
  return /^[-*]/.test(shapes[at] ?? '-') ? Infinity : at
}

function ofGit(read: readonly ReadWord[]): Possible {
  const shapes = read.map(({ shape }) => shape)
  const run = runByGit(shapes)
  const isLate = read.some(({ known }, at) => !known && mayTakeOption(shapes, at))
  if (run.length === 0 && isLate) return { ...NOTHING, code: read.slice(1), isOpen: true }
  return { ...NOTHING, words: run.flatMap((at) => read[at] ?? []), isOpen: run.length > 0 }
}

/** The script of a shell is read as such. Code of another language, and a script in a file, make of their arguments what they like. */
function ofInterpreter(read: readonly ReadWord[]): Possible {
  const source = scriptSource(read.map(({ value }) => value))
  const rest = read.slice(1)
  if (source?.from === 'file') return { words: read.slice(1, source.at), code: rest, isOpen: true }
  if (source?.from !== 'text') return { words: rest, code: [], isOpen: true }
  if (!isShell(read[0]?.value ?? '')) return { words: [], code: rest, isOpen: true }
  return { words: read.filter((_, at) => at > 0 && at !== source.at), code: [], isOpen: true }
}

/** A program that the system brings, as far as the text says. */
function isStandard(path: string): boolean {
  return /^(?:\/bin\/|\/usr\/bin\/|\/usr\/local\/bin\/)?[^/]+$/.test(path)
}

export type Assigned = { readonly name: string; readonly value: string; readonly word: ReadWord }

/** Variables that `export`, `env` and their kin set. */
function assignments(read: readonly ReadWord[]): readonly Assigned[] {
  const name = programName(read[0]?.value ?? '')
  const sets = setsVariables(name)
  if (!sets && !isWrapper(name)) return []
  return read.slice(1).flatMap((word) => {
    const assigned = assignmentIn(word.value)
    if (assigned !== undefined) return [{ ...assigned, word }]
    return sets && redefines(word.value) ? [{ name: word.value, value: '', word }] : []
  })
}
