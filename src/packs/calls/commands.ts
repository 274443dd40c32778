import type { Language } from '../../analyze/line.ts'
import type { CallPart, Event } from '../../core/event.ts'
import { callsOf } from './calls.ts'
import { codeLines } from './code-lines.ts'
import { toolLine } from './tool-lines.ts'
import { isDatabase, isTerminal } from './tool-kinds.ts'
import { isWordList, quotedWords } from './quote.ts'

/** A command line in a tool call. */
export type CalledCommand = {
  /** The line. */
  readonly line: string
  /** The language in which it is written. */
  readonly language: Language
  /** The folder in which it runs, as the call has it. Absent: that of the event. */
  readonly folder?: string
  /** True: the tool runs it. False: it may; what cannot be known of it says nothing. */
  readonly certain: boolean
}

const SHELLS: Readonly<Record<string, Language>> = {
  Bash: 'bash',
  Monitor: 'bash',
  PowerShell: 'powershell',
}

/** Canonical tools that run nothing; their arguments are texts, whatever their names are. */
const RUN_NOTHING: ReadonlySet<string> = new Set(
  (
    'Edit MultiEdit Write Read Glob Grep LS WebFetch WebSearch TodoWrite Agent Task AskUserQuestion ExitPlanMode ' +
    'ToolSearch Skill BashOutput KillShell TaskStop TaskOutput'
  ).split(' '),
)

const COMMAND_KEY = /^(?:(?:\w{1,40}_)?(?:commands?|cmds?)|\w{0,40}Command|command_?line|argv|script)$/i
const TYPED_KEY = /^(?:args|arguments|input|text|keys|data|line|stdin|shell|expression|content)$/i
const CODE_KEY = /^(?:(?:\w{1,40}_)?code|source|new_source|python|javascript|js|expression|snippet)$/i
const SQL_KEY = /^(?:sql|query|queries|statements?|command)$/i
const FOLDER_KEYS = ['cwd', 'workdir', 'working_dir', 'working_directory', 'workingDirectory', 'directory']

/**
 * Returns every command line in the call that an event is about: of shell tools, of arguments of other tools that are
 * named as one, and code as a line that runs it.
 */
export function commandsOf(event: Pick<Event, 'tool'>): readonly CalledCommand[] {
  return callsOf(event).flatMap(commandsIn)
}

function commandsIn({ name, input }: CallPart): readonly CalledCommand[] {
  const language = Object.hasOwn(SHELLS, name) ? SHELLS[name] : undefined
  const place = folderIn(input)
  if (language !== undefined) {
    const command = input['command'] ?? undefined
    return (command === undefined ? spelledOtherwise(input) : lineOf(command)).map((line) => ({
      line,
      language,
      ...place,
      certain: true,
    }))
  }
  if (name === 'NotebookEdit') return codeCommands(input['new_source'], 'python')
  if (RUN_NOTHING.has(name)) return []
  const line = toolLine({ name, input })
  const spoken: readonly CalledCommand[] =
    line === undefined ? [] : [{ line, language: 'bash', certain: false }]
  return [...otherCommands({ name, input }), ...spoken].map((command) => ({ ...command, ...place }))
}

/** A shell tool without a `command` may still get one under another name. */
function spelledOtherwise(input: CallPart['input']): readonly string[] {
  return Object.entries(input).flatMap(([key, value]) => (COMMAND_KEY.test(key) ? lineOf(value) : []))
}

/** True when a shell tool gets a command that is neither a text nor a list of texts: nobody can say what it runs. */
export function hasUnreadCommand(event: Pick<Event, 'tool'>): boolean {
  return callsOf(event).some(({ name, input }) => {
    const command = input['command'] ?? undefined
    return Object.hasOwn(SHELLS, name) && command !== undefined && lineOf(command).length === 0
  })
}

function folderIn(input: CallPart['input']): Pick<CalledCommand, 'folder'> {
  const folder = FOLDER_KEYS.map((key) => input[key]).find(
    (value) => typeof value === 'string' && value !== '',
  )
  return typeof folder === 'string' ? { folder } : {}
}

/** The words of a list are words of the line, in their order: `["sh", "-c", "two words"]`. */
function lineOf(command: unknown): readonly string[] {
  if (typeof command === 'string') return [command]
  return isWordList(command) && command.length > 0 ? [quotedWords(command)] : []
}

const MOST_LEVELS = 4

function otherCommands({ name, input }: CallPart, level = 0): readonly CalledCommand[] {
  const language = languageOf(name, input)
  return Object.entries(input).flatMap(([key, value]) => {
    if (isDatabase(name) && SQL_KEY.test(key)) return databaseCommands(name, value)
    if (COMMAND_KEY.test(key)) return linesOf(value, input).map((line) => ({ line, language, certain: true }))
    if (CODE_KEY.test(key)) return codeCommands(value, languageOfCode(key, input))
    if (isTerminal(name) && TYPED_KEY.test(key))
      return linesOf(value, {}).map((line) => ({ line, language, certain: false }))
    return level < MOST_LEVELS
      ? nested(value).flatMap((each) => otherCommands({ name, input: each }, level + 1))
      : []
  })
}

function nested(value: unknown): readonly CallPart['input'][] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((each): each is CallPart['input'] => typeof each === 'object' && each !== null)
}

/** A program and its words may be two arguments; several lines may be a list of texts with blanks in them. */
function linesOf(command: unknown, beside: CallPart['input']): readonly string[] {
  if (typeof command === 'string') {
    const args = beside['args'] ?? beside['arguments']
    return [isWordList(args) && args.length > 0 ? `${command} ${quotedWords(args)}` : command]
  }
  if (!isWordList(command)) return nested(command).flatMap((each) => Object.values(each).flatMap(lineOf))
  const isLines = command.every((word) => /^\S+\s+\S/.test(word))
  return isLines ? command : [quotedWords(command)]
}

function languageOf(tool: string, input: CallPart['input']): Language {
  const said = `${tool} ${textIn(input, ['shell', 'language', 'interpreter']) ?? ''}`
  if (/powershell|pwsh/i.test(said)) return 'powershell'
  return /(?:^|[_\W])cmd(?:\.exe)?(?:$|[_\W])/i.test(said) ? 'cmd' : 'bash'
}

function textIn(input: CallPart['input'], keys: readonly string[]): string | undefined {
  const found = keys.map((key) => input[key]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : undefined
}

function codeCommands(code: unknown, language: string | undefined): readonly CalledCommand[] {
  if (typeof code !== 'string') return []
  return codeLines(code, language).map((line) => ({ line, language: 'bash', certain: false }))
}

/** `python_code` says its language. */
function languageOfCode(key: string, input: CallPart['input']): string | undefined {
  const own = /^(python|javascript|js|ruby|perl|php|bash|shell|node)/i.exec(key)?.[1]
  return textIn(input, ['language', 'lang', 'runtime']) ?? own
}

function databaseCommands(tool: string, statements: unknown): readonly CalledCommand[] {
  const texts = isWordList(statements) ? statements : [statements]
  const client = /mongo/i.test(tool) ? ['mongosh', '--eval'] : ['psql', '-c']
  return texts
    .filter((text) => typeof text === 'string')
    .map((text) => ({
      line: /redis|valkey/i.test(tool) ? `redis-cli ${text}` : quotedWords([...client, text]),
      language: 'bash',
      certain: false,
    }))
}
