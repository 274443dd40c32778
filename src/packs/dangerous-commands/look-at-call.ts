import { analyze } from '../../analyze/index.ts'
import type { LineAnalysis } from '../../analyze/line.ts'
import type { Event } from '../../core/event.ts'
import { isBeyondBounds } from '../calls/calls.ts'
import { commandsOf, hasUnreadCommand, type CalledCommand } from '../calls/commands.ts'
import { filesOf, type CalledFile } from '../calls/files.ts'
import { quotedWords } from '../calls/quote.ts'
import { wordsOf } from '../calls/tool-kinds.ts'
import type { PackContext } from '../code.ts'
import { rootsOf, type Roots } from '../places/roots.ts'
import { spotOf } from '../places/spot.ts'
import { placeOf } from '../places/where.ts'
import { literal } from '../touches/touch.ts'
import { isAllowed } from './allowed.ts'
import type { Finding } from './finding.ts'
import { looksAt, type Line } from './look.ts'
import { levelOf, levelOfWritten, type Level, type Settings } from './options.ts'
import { boundedReader } from '../places/bounded-reader.ts'
import { RULES } from './rules/index.ts'
import { repeatsItself } from './fork-bomb.ts'
import { unknownIn } from './unknown.ts'
import { writtenByLine, type ShellWritten } from './shell-written.ts'
import { isRun, linesOfFile, type WrittenLine } from './written.ts'

/** A finding and what is done with it. */
export type Judged = Finding & { readonly level: Level }

type Around = {
  readonly roots: Roots
  readonly settings: Settings
  readonly read: (path: string) => string | undefined
  readonly exists: Line['exists']
}

/** Returns everything dangerous in the call of an event, with what is done about it. */
export function lookAtCall(event: Event, context: PackContext, settings: Settings): readonly Judged[] {
  const roots = rootsOf(event, context)
  const exists = (path: string): boolean => {
    const spot = spotOf(literal(path), { folder: { kind: 'known', path: '.' }, roots })
    return spot.kind === 'known' && spot.paths.some((each) => context.files.kind(each) === 'file')
  }
  const around: Around = { roots, settings, read: boundedReader(context.files, roots), exists }
  const found = [
    ...commandsOf(event).flatMap((command) => inCommand(command, around)),
    ...filesOf(event).flatMap((file) => [...inFile(file, event, around), ...inWritten(file, around)]),
    ...(isBeyondBounds(event) ? [{ ...TOO_MANY, level: settings.unanalysable }] : []),
    ...(hasUnreadCommand(event) ? [{ ...NO_TEXT, level: settings.unanalysable }] : []),
  ]
  return found.filter(({ level }) => level !== 'off')
}

const TOO_MANY: Finding = {
  category: 'unanalysable',
  program: '',
  what: 'do more than can be looked at: it has too many arguments',
  instead: 'Split the call.',
}

const NO_TEXT: Finding = {
  category: 'unanalysable',
  program: '',
  what: 'run something that cannot be known: its command is neither a text nor a list of texts',
  instead: 'Give the command as one text.',
}

function inCommand(command: CalledCommand, around: Around): readonly Judged[] {
  const { settings, read } = around
  const roots = command.folder === undefined ? around.roots : inFolder(command.folder, around.roots)
  const analysis = analyze(command.line, { language: command.language, read })
  if (isAllowed(analysis, settings.allow)) return []
  const found = [
    ...findingsIn(command.line, analysis, { ...around, roots }),
    ...inInstalled(analysis, { ...around, roots }),
  ]
  const written = writtenByLine(analysis).flatMap((each) => inShellWritten(each, { ...around, roots }))
  const isHidden = command.certain || around.settings.unanalysable === 'off'
  const unknown = isHidden ? unknownIn(analysis) : []
  const direct = [
    ...found.filter(({ category }) => command.certain || category !== 'unanalysable'),
    ...unknown,
  ]
  return [...direct.map((finding) => ({ ...finding, level: levelOf(finding, settings) })), ...written]
}

/** A tool of the project that is a shell script: what is dangerous in it counts, what cannot be known of it does not. */
function inInstalled({ programs }: LineAnalysis, around: Around): readonly Finding[] {
  return programs.flatMap(({ words: [first] }) => {
    if (first === undefined || !/(?:^|\/)node_modules\/\.bin\//.test(first.text)) return []
    const text = around.read(first.text) ?? ''
    if (!/^#!.{0,100}\b(?:ba|z|da|k)?sh\b/.test(text)) return []
    return findingsIn(text, analyze(text), around).filter(({ category }) => category !== 'unanalysable')
  })
}

function inFolder(folder: string, roots: Roots): Roots {
  const spot = spotOf(literal(folder), { folder: { kind: 'known', path: '.' }, roots })
  return spot.kind === 'known' && spot.paths[0] !== undefined ? { ...roots, cwd: spot.paths[0] } : roots
}

function findingsIn(
  text: string,
  analysis: LineAnalysis,
  { roots, settings, exists, read }: Around,
): readonly Finding[] {
  const looks = looksAt(analysis, { text, roots, folders: settings.folders, exists, read })
  const bomb = repeatsItself(text)
  return [
    ...(bomb === undefined ? [] : [bomb]),
    ...looks.flatMap((look) => RULES.flatMap((rule) => rule(look) ?? [])),
  ]
}

const DELETES = /delete|remove|rmdir|unlink|trash|wipe|purge/i
const MOVES = /(?<!re)move|rename/i

/** What a tool does with the file itself: the same as a program would. */
function inFile({ path, access }: CalledFile, { tool }: Event, around: Around): readonly Judged[] {
  if (path === '' || access === 'read' || access === 'search') return []
  const { roots, settings } = around
  const words = wordsOf(tool?.name ?? '')
  const verb = DELETES.test(words)
    ? ['rm', '-rf', path]
    : MOVES.test(words)
      ? ['mv', path, '/tmp/x']
      : undefined
  if (verb !== undefined) {
    const line = quotedWords(verb)
    return findingsIn(line, analyze(line), around).map((finding) => ({
      ...finding,
      program: tool?.name ?? '',
      level: levelOf(finding, settings),
    }))
  }
  if (access === 'any') return []
  const place = placeOf(
    spotOf(literal(path), { folder: { kind: 'known', path: '.' }, roots }),
    roots,
    settings.folders,
  )
  const isGit = place === 'git' && !/\/(?:hooks\/[^/]+|info\/exclude|COMMIT_EDITMSG)$/.test(path)
  if (place !== 'system' && place !== 'device' && !isGit) return []
  const what = isGit
    ? "change a file of git's own folder"
    : 'change a file that the system or every shell reads'
  const finding: Finding = {
    category: 'system',
    program: tool?.name ?? '',
    what: `${what} (${path.slice(0, 80)})`,
    instead: 'Let a person do it in a terminal of their own.',
  }
  return [{ ...finding, level: levelOf(finding, settings) }]
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).slice(0, 60)
}

/** What a script would do that the call writes. */
function inWritten({ path, text }: CalledFile, around: Around): readonly Judged[] {
  if (text === undefined || text === '' || path === '') return []
  return inLines(path, linesOfFile(path, text), around)
}

/** The same for what a command line writes; a piece counts as one line of the file. */
function inShellWritten({ path, text, isPiece }: ShellWritten, around: Around): readonly Judged[] {
  if (isPiece !== true) return inWritten({ path, text, access: 'write' }, around)
  return inLines(path, isRun(path) ? [{ line: text, language: 'bash' }] : [], around)
}

function inLines(path: string, lines: readonly WrittenLine[], around: Around): readonly Judged[] {
  return lines.flatMap(({ line, language, isCode }) => {
    const analysis = analyze(line, { language, read: around.read })
    return findingsIn(line, analysis, around)
      .filter(
        ({ category }) =>
          category !== 'unanalysable' && (isCode !== true || category === 'delete' || category === 'system'),
      )
      .map((finding) => ({
        ...finding,
        what: `${finding.what}, when something runs ${nameOf(path)}`,
        level: levelOfWritten(finding, around.settings),
      }))
  })
}
