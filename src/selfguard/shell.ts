import { dissectBash, type Dissected } from '../conditions/bash.ts'
import { programName } from '../conditions/names.ts'
import { holdsCode, isInterpreter, mayWrite, namedIn } from './code.ts'
import type { Finding } from './finding.ts'
import { weakLaunch } from './launches.ts'
import { actIn, actInText } from './own-commands.ts'
import { PROJECT_FILE, type Guarded } from './places.ts'
import { mayNameUs } from './precheck.ts'
import { gitCommand, onlyReads, writesInPlace } from './readers.ts'

/** A change of a guarded file. */
export function changeOf(kind: string, path: string): Finding {
  const what = `change ${kind} (${path.length > 200 ? `${path.slice(0, 200)}…` : path})`
  if (kind !== PROJECT_FILE) return { what }
  const next =
    'A person may agree; its hooks then need a review with `hookwright trust show` before they run.'
  return { what, next }
}

/** One program of the line and its words, with what the line sets filled in. */
type Program = {
  readonly name: string
  readonly args: readonly string[]
  /** As they stand from the program on. */
  readonly words: readonly string[]
  /** It runs another program of the same command, whose words these are too. */
  readonly isWrapper: boolean
}

type Line = {
  readonly text: string
  readonly dissected: Dissected
  readonly guarded: Guarded
  /** Folders that the line may be in when a command runs. */
  readonly cwds: readonly string[]
  readonly programs: readonly Program[]
}

/** What a command line would do to us; undefined when it leaves us alone, as far as its text tells. */
export function judgeShell(text: string, guarded: Guarded, cwd: string): Finding | undefined {
  const dissected = dissectBash(text)
  if (dissected.analysis.kind === 'unanalysable') return unread(text, dissected.analysis.why)
  const programs = programsOf(dissected)
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

function unread(text: string, why: string): Finding | undefined {
  return mayNameUs(text)
    ? { what: `do something to hooks or their settings that nobody can tell: ${why}` }
    : undefined
}

const MOST_FOLDERS = 8

/** Every folder that a `cd` may have led to, and those of `git -C`. */
function foldersOf(programs: readonly Program[], cwd: string, { resolve }: Guarded): readonly string[] {
  const folders = [cwd]
  for (const { name, args } of programs) {
    const isMove = /^(?:cd|pushd)$/.test(name)
    const at = isMove ? args.findIndex((arg) => !arg.startsWith('-')) : args.indexOf('-C') + 1
    const target = at > 0 || isMove ? args[at] : undefined
    const known = target === undefined ? [] : resolve(target, folders)
    folders.push(...known.filter((folder) => !folders.includes(folder)).slice(0, MOST_FOLDERS))
    if (folders.length > MOST_FOLDERS) folders.splice(1, folders.length - MOST_FOLDERS)
  }
  return folders
}

function programsOf({ calls, variables }: Dissected): readonly Program[] {
  return calls.flatMap(({ words, starts }) =>
    filledIn(words, variables).flatMap((filled) =>
      starts.map((start): Program => {
        const own = filled.slice(start)
        const [name = '', ...args] = own
        const program = programName(name.replaceAll('\\', '/')).replace(/\.exe$/i, '')
        return { name: program, args, words: own, isWrapper: starts.some((other) => other > start) }
      }),
    ),
  )
}

const MOST_READINGS = 16

/** The words with each value that the line gives to a variable in them. */
function filledIn(
  words: readonly string[],
  variables: Dissected['variables'],
): readonly (readonly string[])[] {
  if (!words.some((word) => word.includes('$'))) return [words]
  let readings: readonly (readonly string[])[] = [words]
  for (const name of new Set(variables.map(([each]) => each))) {
    const pattern = new RegExp(`\\$(?:${name}(?!\\w)|\\{${name}[^}]*\\})`, 'g')
    if (!/^\w+$/.test(name) || !words.some((word) => pattern.test(word))) continue
    const values = variables.filter(([each]) => each === name).map(([, value]) => value)
    readings = readings
      .flatMap((reading) =>
        values.map((value) =>
          reading.flatMap((word) =>
            splitUp(
              word,
              word.replace(pattern, () => value),
            ),
          ),
        ),
      )
      .slice(0, MOST_READINGS)
  }
  return readings
}

/** Without quotes around it the value of a variable becomes several words. */
function splitUp(before: string, after: string): readonly string[] {
  return before !== after && /^\$\{?\w+\}?$/.test(before)
    ? after.split(/\s+/).filter((word) => word !== '')
    : [after]
}

function personsAct({ name, args, words }: Program, { dissected }: Line): Finding | undefined {
  const act = actIn(words)
  if (act !== undefined) return { what: `run \`${act}\`` }
  if (/^(?:kill|pkill|killall|skill)$/.test(name) && args.some((arg) => /hookwright/i.test(arg)))
    return { what: 'end a process of Hookwright' }
  if (isRemoval(name, args))
    return { what: `remove the program of Hookwright (\`${name} ${args.join(' ')}\`)` }
  const set = dissected.variables.map(([variable]) => variable)
  const launch = weakLaunch(name, args, set)
  if (launch !== undefined) return { what: launch }
  return name === 'git' ? hooksPath(args, dissected) : undefined
}

function isRemoval(name: string, args: readonly string[]): boolean {
  const isPackager = /^(?:npm|pnpm|yarn|bun|brew|volta|mise|asdf)$/.test(name)
  const removes = args.some((arg) => /^(?:uninstall|un|unlink|remove|rm|r)$/.test(arg))
  return isPackager && removes && args.some((arg) => /^(?:@[\w.-]+\/)?hookwright(?:@|$)/.test(arg))
}

/** Where git looks for its hooks, set for good or for one command. */
function hooksPath(args: readonly string[], { variables }: Dissected): Finding | undefined {
  const finding = { what: 'change where git looks for its hooks (core.hooksPath)' }
  const isPath = (text: string): boolean => /^(?:-c)?core\.hookspath(?:=|$)/i.test(text)
  if (variables.some(([, value]) => isPath(value))) return finding
  const at = args.findIndex((arg) => isPath(arg) || /^--config-env=core\.hookspath/i.test(arg))
  if (at === -1) return undefined
  if (gitCommand(args) !== 'config') return finding
  const isRead = args.some((arg) => /^(?:--get(?:-all|-regexp)?|get|--list|-l)$/.test(arg))
  const isSet =
    args.slice(at + 1).some((arg) => !arg.startsWith('-')) || args.some((arg) => /unset|edit/.test(arg))
  return isSet && !isRead ? finding : undefined
}

function redirected(line: Line): Finding | undefined {
  const { targets, variables } = line.dissected
  return firstChange(filledIn(targets, variables).flat(), line)
}

/** Files of a patch that stands in the line, as some hosts write it: `*** Update File: PATH`. */
function patched(line: Line): Finding | undefined {
  const files = line.text.matchAll(/^\*{3} (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm)
  return firstChange(
    Array.from(files, ([, path = '']) => path.trim()),
    line,
  )
}

const COPIERS = /^(?:cp|rsync|scp|install|ditto|robocopy|xcopy)$/
const TAKES_ALONG = /^(?:mv|rmdir|unlink|shred|trash|trash-put)$/

function fileChange(program: Program, line: Line): Finding | undefined {
  const { name, args, isWrapper } = program
  if (isWrapper && !/^(?:find|fd|xargs|script)$/.test(name)) return undefined
  if (isInterpreter(name) && holdsCode(name, args) && !writesInPlace(name, args))
    return codeChange(program, line)
  if (onlyReads(name, args)) return undefined
  if (name === 'find' || name === 'fd') return foundAndChanged(program)
  const changed = COPIERS.test(name) ? copiedTo(args) : args.flatMap(partsOf)
  return firstChange(changed, line) ?? takenAlong(program, line)
}

function firstChange(paths: readonly string[], { guarded, cwds }: Line): Finding | undefined {
  return first(paths, (path) => {
    const kind = guarded.kindOf(path, cwds)
    return kind === undefined ? undefined : changeOf(kind, path)
  })
}

/** A word, and the path in an option or an assignment: `of=x`, `--output=x`, `-ox`. */
function partsOf(arg: string): readonly string[] {
  const at = arg.indexOf('=')
  const short = /^-[A-Za-z]./.test(arg) ? [arg.slice(2)] : []
  return [...(arg.startsWith('-') ? [] : [arg]), ...(at === -1 ? [] : [arg.slice(at + 1)]), ...short]
}

/** The target, and the names that the sources would have in it. */
function copiedTo(args: readonly string[]): readonly string[] {
  const operands = args.filter((arg) => !arg.startsWith('-'))
  const option = args.findIndex((arg) => /^(?:-[a-zA-Z]*t|--target-directory)$/.test(arg))
  const folder = args
    .find((arg) => arg.startsWith('--target-directory='))
    ?.slice('--target-directory='.length)
  const target = folder ?? (option === -1 ? operands.at(-1) : args[option + 1])
  if (target === undefined) return []
  const isFile = /(?:^|\/)[^/.][^/]*\.\w+$/.test(target)
  const inside = (isFile ? [] : operands.filter((each) => each !== target)).map(
    (each) => `${target}/${programName(each)}`,
  )
  return [target, ...inside]
}

/** A folder that goes takes along what is in it. */
function takenAlong({ name, args }: Program, line: Line): Finding | undefined {
  const { guarded, cwds } = line
  const isRecursive = name === 'rm' && args.some((arg) => /^-[a-zA-Z]*[rR]|^--rec/.test(arg))
  if (!isRecursive && !TAKES_ALONG.test(name)) return undefined
  const operands = args.filter((arg) => !arg.startsWith('-'))
  const gone = name === 'mv' ? operands.slice(0, -1) : operands
  const folder = gone.find((arg) => guarded.holds(arg, cwds))
  if (folder !== undefined) return { what: `take away a folder with hook settings in it (${folder})` }
  return name === 'mv' ? firstChange(copiedTo(args), line) : undefined
}

/** `find` names files by patterns, so that a name of ours among its words is enough. */
function foundAndChanged({ args }: Program): Finding | undefined {
  const run = args[args.findIndex((arg) => /^-(?:exec|execdir|ok|okdir|x|X)$|^--exec/.test(arg)) + 1] ?? ''
  const isReading =
    args.some((arg) => /^-(?:exec|ok)|^-[xX]$|^--exec/.test(arg)) && onlyReads(programName(run), [])
  if (isReading && !args.includes('-delete')) return undefined
  const word = args.find((arg) => mayNameUs(arg) && !arg.startsWith('-'))
  return word === undefined ? undefined : { what: `change files that \`find\` finds by "${word}"` }
}

/** Code in another language that stands in the line. */
function codeChange({ name, args }: Program, { dissected, guarded, cwds }: Line): Finding | undefined {
  const { analysis } = dissected
  const texts = [args.join(' '), ...(analysis.kind === 'commands' ? analysis.mentions : [])]
  return first(texts, (text) => {
    const act = actInText(text)
    if (act !== undefined) return { what: `run \`${act}\` from code for ${name}` }
    const kind = namedIn(text, guarded, cwds)
    return kind === undefined || !mayWrite(text)
      ? undefined
      : { what: `change ${kind} with code for ${name}` }
  })
}

/** What one program writes and another takes for commands or names of files. */
function passedOn({ dissected, programs, guarded, cwds, text }: Line): Finding | undefined {
  const { analysis } = dissected
  const mentions = analysis.kind === 'commands' ? analysis.mentions : []
  const act = first(mentions, actInText)
  if (act !== undefined) return { what: `run \`${act}\`` }
  const feeder = programs.find(
    ({ name, isWrapper }) => name === 'xargs' || (name === 'parallel' && !isWrapper),
  )
  if (feeder === undefined) return undefined
  const fed = programs.find(({ words }) => words !== feeder.words && feeder.words.includes(words[0] ?? ''))
  if (fed !== undefined && onlyReads(fed.name, fed.args)) return undefined
  const kind = namedIn(text, guarded, cwds)
  return kind === undefined ? undefined : { what: `change ${kind} by way of \`${feeder.name}\`` }
}

/** What the line runs does not stand in it, and yet it names us. */
function inDoubt({ dissected: { analysis, calls }, text, guarded, cwds }: Line): Finding | undefined {
  if (analysis.kind !== 'commands') return undefined
  const hidden = calls.some(
    ({ words }) => /[$`]/.test(words[0] ?? '') && /^(?:trust|disable|uninstall)$/.test(words[1] ?? ''),
  )
  if (hidden)
    return { what: 'run a program by a name that nobody can read, with words of a command of Hookwright' }
  if (analysis.doubt === undefined) return undefined
  const act = actInText(text)
  const kind = act === undefined ? namedIn(text, guarded, cwds) : undefined
  if (act === undefined && kind === undefined) return undefined
  const what = act === undefined ? `change ${kind}` : `run \`${act}\``
  return { what: `${what}: ${analysis.doubt}` }
}

function first<T, R>(items: Iterable<T>, find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
