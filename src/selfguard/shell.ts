import { dissectBash, type Dissected } from '../conditions/bash.ts'
import { personsAct } from './acts.ts'
import { fileChange, patched, redirected } from './changes.ts'
import { fileNamedIn, namedIn } from './code.ts'
import type { Finding } from './finding.ts'
import { first, type Line, type Program } from './line.ts'
import { actInText } from './own-commands.ts'
import type { Guarded } from './places.ts'
import { mayNameUs } from './precheck.ts'
import { foldersOf, hasManyValues, programsOf } from './programs.ts'
import { onlyReads } from './readers.ts'

/** What a command line would do to us; undefined when it leaves us alone, as far as its text tells. */
export function judgeShell(text: string, guarded: Guarded, cwd: string): Finding | undefined {
  const dissected = dissectBash(text)
  if (dissected.analysis.kind === 'unanalysable') return unread(text, dissected.analysis.why)
  const programs = programsOf(dissected)
  if (isTooMuch(programs)) return unread(text, 'it has too many words')
  const line: Line = { text, dissected, guarded, programs, cwds: foldersOf(programs, cwd, guarded) }
  return (
    first(programs, (program) => personsAct(program, line)) ??
    redirected(line) ??
    patched(line) ??
    first(programs, (program) => fileChange(program, line)) ??
    passedOn(line) ??
    inDoubt(line)
  )
}

const MOST_WORDS = 2_000
const MOST_MOVES = 30

/** Every word may be a path in every folder: more of them would keep the host waiting until it goes on without us. */
function isTooMuch(programs: readonly Program[]): boolean {
  const words = programs.reduce((sum, program) => sum + program.words.length, 0)
  return words > MOST_WORDS || programs.filter(({ name }) => /^(?:cd|pushd)$/.test(name)).length > MOST_MOVES
}

function unread(text: string, why: string): Finding | undefined {
  return mayNameUs(text)
    ? { what: `do something to hooks or their settings that nobody can tell: ${why}` }
    : undefined
}

/** What one program writes and another takes for commands or names of files. */
function passedOn({ dissected, programs, guarded, cwds, text }: Line): Finding | undefined {
  const { analysis } = dissected
  const mentions = analysis.kind === 'commands' ? analysis.mentions : []
  const act = first(mentions, actInText)
  if (act !== undefined) return { what: `run \`${act}\`` }
  const filled = readInto(programs, dissected.targets)
  const named = filled === undefined ? undefined : namedIn(text, guarded, cwds)
  if (named !== undefined) return { what: `change ${named} by way of \`${filled}\`` }
  const feeder = programs.find(
    ({ name, isWrapper }) => name === 'xargs' || (name === 'parallel' && !isWrapper),
  )
  if (feeder === undefined) return undefined
  const fed = programs.find(({ words }) => words !== feeder.words && feeder.words.includes(words[0] ?? ''))
  if (fed !== undefined && onlyReads(fed.name, fed.args)) return undefined
  const finder = programs.find(
    ({ name, args }) => /^(?:find|fd)$/.test(name) && args.some((arg) => mayNameUs(arg)),
  )
  const kind = namedIn(text, guarded, cwds) ?? (finder && `files that \`${finder.name}\` finds`)
  return kind === undefined ? undefined : { what: `change ${kind} by way of \`${feeder.name}\`` }
}

const READS_INTO = /^(?:read|mapfile|readarray)$/

/** The program that reads a variable which another one takes for the name of a file that it changes. */
function readInto(programs: readonly Program[], targets: readonly string[]): string | undefined {
  const reader = programs.find(({ name }) => READS_INTO.test(name))
  if (reader === undefined) return undefined
  const names = reader.args.filter((arg) => /^\w+$/.test(arg))
  const isFilled = (word: string): boolean => names.some((name) => word.match(/\$\{?(\w+)/)?.[1] === name)
  const changes = programs.some(({ name, args }) => !onlyReads(name, args) && args.some(isFilled))
  return changes || targets.some(isFilled) ? reader.name : undefined
}

/** What the line runs does not stand in it, and yet it names us. */
function inDoubt({ dissected, text, guarded, cwds }: Line): Finding | undefined {
  const { analysis, calls } = dissected
  if (analysis.kind !== 'commands') return undefined
  const hidden = calls.some(
    ({ words: [program = '', next = '', last = ''] }) =>
      (isHidden(program, dissected) && /^(?:trust|disable|uninstall)$/.test(next)) ||
      (next === 'trust' && /^(?:add|revoke)$/.test(last) && !onlyReads(program, [])),
  )
  if (hidden)
    return { what: 'run a program by a name that nobody can read, with words of a command of Hookwright' }
  const many = hasManyValues(dissected.variables) ? namedIn(text, guarded, cwds) : undefined
  if (many !== undefined) return { what: `change ${many}, by variables with many values` }
  if (analysis.doubt === undefined) return undefined
  const act = actInText(text)
  const kind = act === undefined ? fileNamedIn(text, guarded, cwds) : undefined
  if (act === undefined && kind === undefined) return undefined
  const what = act === undefined ? `change ${kind}` : `run \`${act}\``
  return { what: `${what}: ${analysis.doubt}` }
}

/** A name that the shell finds out, or that the line has given to us. */
function isHidden(program: string, { variables }: Dissected): boolean {
  return (
    /[$`*?[{]/.test(program) ||
    variables.some(([name, value]) => name === program && value.includes('hookwright'))
  )
}
