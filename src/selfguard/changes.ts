import { programName } from '../analyze/programs/names.ts'
import { codeChange } from './code-changes.ts'
import { isEditor, isInterpreter, holdsCode } from './code.ts'
import { COPIERS, copyOf, namedTarget } from './copies.ts'
import type { Finding } from './finding.ts'
import { changeOf, first, firstChange, type Line, type Program } from './line.ts'
import { isOwnProgram } from './own-commands.ts'
import { mayNameUs } from './precheck.ts'
import { judgePowerShell } from './powershell.ts'
import { filledIn } from './programs.ts'
import { onlyReads, sedFiles, writesInPlace, writtenBy } from './readers.ts'

/** Files that the line puts output into. */
export function redirected(line: Line): Finding | undefined {
  const { targets, variables } = line.dissected
  const files = filledIn(targets, variables).flat()
  return firstChange(files.map(withUnknown), line) ?? first(files, (file) => lookedUp(file, line))
}

const PATCHERS = /^(?:patch|git|apply_patch|gpatch)$/
const PATCHED = [
  /^\*{3} (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm,
  /^(?:\+\+\+|---) (?:[abciow]\/)?([^\t\n]+)/gm,
  /^rename (?:to|from) (.+)$/gm,
]

/** Files of a patch that stands in the line, as some hosts write it, or as `diff` does. */
export function patched(line: Line): Finding | undefined {
  const isDiff = line.programs.some(({ name }) => PATCHERS.test(name))
  const shapes = isDiff ? PATCHED : PATCHED.slice(0, 1)
  const files = shapes.flatMap((shape) =>
    Array.from(line.text.matchAll(shape), ([, path = '']) => path.trim()),
  )
  return firstChange(files, line)
}

/** What a program does to the files that its words name. */
export function fileChange(program: Program, line: Line): Finding | undefined {
  const { name, args, isWrapper } = program
  if (isWrapper && !/^(?:find|fd|xargs|script)$/.test(name)) return undefined
  if (isInterpreter(name) && holdsCode(name, args) && !writesInPlace(name, args))
    return (isEditor(name) ? firstChange(args, line) : undefined) ?? codeChange(program, line)
  if (/^(?:cmd|powershell|pwsh)$/i.test(name))
    return judgePowerShell(line.text, line.guarded, line.cwds[0] ?? '')
  if (onlyReads(name, args)) return firstChange(writtenBy(name, args), line)
  if (name === 'find' || name === 'fd') return foundAndChanged(program, line)
  if (COPIERS.test(name)) return copied(program, line)
  const words = name === 'sed' ? sedFiles(args) : args
  const changed = words.flatMap(partsOf).map(withUnknown)
  return (
    firstChange(changed, line) ??
    first(words, (word) => lookedUp(word, line)) ??
    takenAlong(program, line) ??
    closed(program, line) ??
    (name === 'mv' ? undefined : first(changed, (word) => heldIn(word, line)))
  )
}

/** A word, and the path in an option or an assignment: `of=x`, `--output=x`, `-ox`. A URL, and `{}` of `find`, are none. */
function partsOf(arg: string): readonly string[] {
  if (arg === '{}' || /^(?!file:)[a-z][\w+.-]*:\/\//i.test(arg)) return []
  const at = arg.indexOf('=')
  const short = /^-[A-Za-z]./.test(arg) ? [arg.slice(2)] : []
  return [...(arg.startsWith('-') ? [] : [arg]), ...(at === -1 ? [] : [arg.slice(at + 1)]), ...short]
}

/** A part that only a run can tell may be any name, behind a folder that stands in the line. */
function withUnknown(path: string): string {
  return /^[^$`]+\/[^/]*[$`]/.test(path)
    ? path.replace(/(?<!^)(?:\$\{[^}]*\}|\$\([^)]*\)|`[^`]*`|\$\w+)/g, '*')
    : path
}

/** What another program finds while the line runs: `$(which hookwright)`, `$(ls .claude/*)`. */
function lookedUp(word: string, line: Line): Finding | undefined {
  if (!/\$\(|`/.test(word)) return undefined
  if (isOwnProgram(word)) return changeOf('the program of Hookwright', word)
  const pieces = word.split(/[\s$()`"';|&]+/).filter((piece) => /[./]/.test(piece))
  return firstChange(pieces, line) ?? first(pieces, (piece) => heldIn(piece, line))
}

function heldIn(folder: string, { guarded, cwds }: Line): Finding | undefined {
  return guarded.isHolder(folder, cwds)
    ? { what: `change a folder with hook settings in it (${folder})` }
    : undefined
}

/** A copy elsewhere is nobody's settings. */
function replaced(folder: string, line: Line): Finding | undefined {
  return line.guarded.holds(folder, line.cwds) ? heldIn(folder, line) : undefined
}

/** What a copy puts somewhere. A link to a guarded file, or a second name of it, is a way around us. */
function copied({ name, args }: Pick<Program, 'name' | 'args'>, line: Line): Finding | undefined {
  const isLink = name === 'cp' && args.some((arg) => /^-[a-zA-Z]*[ls]|^--(?:link|symbolic-link)$/.test(arg))
  const { files, folder } = copyOf(args)
  return (
    firstChange((isLink ? args : files).map(withUnknown), line) ??
    first(files.slice(1), (file) => replaced(file, line)) ??
    (folder === undefined ? undefined : heldIn(folder, line))
  )
}

const TAKES_ALONG = /^(?:mv|rmdir|unlink|shred|trash|trash-put|rimraf|del-cli)$/

/** A folder that goes takes along what is in it. */
function takenAlong({ name, args }: Program, line: Line): Finding | undefined {
  const { guarded, cwds } = line
  const isRecursive = name === 'rm' && args.some((arg) => /^-[a-zA-Z]*[rR]|^--rec/.test(arg))
  if (!isRecursive && !TAKES_ALONG.test(name)) return undefined
  const operands = args.filter((arg) => !arg.startsWith('-') && arg !== '{}')
  const target = name === 'mv' ? (namedTarget(args) ?? operands.at(-1)) : undefined
  const folder = operands.find((arg) => arg !== target && guarded.holds(arg, cwds))
  if (folder !== undefined) return { what: `take away a folder with hook settings in it (${folder})` }
  return name === 'mv' ? copied({ name, args }, line) : undefined
}

/** A folder that nobody can look into any more. */
function closed({ name, args }: Program, { guarded, cwds }: Line): Finding | undefined {
  if (!/^(?:chmod|chown|chgrp|chattr|setfacl|mount|umount|icacls)$/.test(name)) return undefined
  const folder = args.find((arg) => guarded.holds(arg, cwds) && !guarded.isTop(arg, cwds))
  return folder === undefined ? undefined : { what: `close a folder with hook settings in it (${folder})` }
}

/** `find` names files by patterns, so that a name of ours among its words is enough. */
function foundAndChanged({ args }: Program, { cwds }: Line): Finding | undefined {
  const run = args[args.findIndex((arg) => /^-(?:exec|execdir|ok|okdir|x|X)$|^--exec/.test(arg)) + 1] ?? ''
  const isReading =
    args.some((arg) => /^-(?:exec|ok)|^-[xX]$|^--exec/.test(arg)) && onlyReads(programName(run), [])
  if (isReading && !args.includes('-delete')) return undefined
  const word = [...args, ...cwds].find((arg) => mayNameUs(arg) && !arg.startsWith('-'))
  return word === undefined ? undefined : { what: `change files that \`find\` finds by "${word}"` }
}
