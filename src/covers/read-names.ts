import type { Hook, ShellName, Start } from '../core/hook.ts'
import type { HostVariables } from '../core/host-variables.ts'
import type { NamedFiles } from '../core/named-files.ts'
import { unseal } from '../core/sealed.ts'
import { addSearchPath, addSettings, addWord } from './add-word.ts'
import { alwaysSetBy } from './always-set.ts'
import { readTexts } from './bash-names.ts'
import { readProgram } from './commands.ts'
import { cutWords } from './cut-words.ts'
import { EVERYTHING, REDEFINES } from './inert.ts'
import { noHost, type CommandHost } from './command-host.ts'
import { namesOfModule } from './module-imports.ts'
import { collectNames } from './names.ts'
import { addText, type Reading } from './reading.ts'
import { createVariables } from './values.ts'

/** What a hook's command, or the command of its server, names. Undefined: the hook starts nothing. */
export function namesOf({ handler }: Hook, host: CommandHost = noHost): NamedFiles | undefined {
  if (handler.type === 'command') return readStart(handler.start, { env: handler.env, host })
  if (handler.type === 'module') return namesOfModule(handler.module)
  if (handler.type !== 'mcp_tool' || handler.connection?.transport !== 'stdio') return undefined
  const { command, args, env } = handler.connection
  return readStart({ kind: 'argv', words: [command, ...args] }, { env, host })
}

/** The same with options of a plugin filled in, which may be secret. Undefined: there are none. */
export function filledNamesOf({ handler }: Hook, host: CommandHost): NamedFiles | undefined {
  if (handler.type !== 'command' || handler.start.kind !== 'argv') return undefined
  const filled = handler.start.filled && unseal(handler.start.filled)
  return filled && readStart({ kind: 'argv', words: filled }, { env: handler.env, host })
}

/** What a script of a package names. */
export function namesInText(text: string, variables: HostVariables): NamedFiles {
  return readStart(
    { kind: 'script', shell: 'bash', source: text, args: [] },
    { host: { ...noHost, variables } },
  )
}

type Variables = Readonly<Record<string, string>>

type Around = { readonly env?: Variables | undefined; readonly host?: CommandHost }

function readStart(start: Start, { env = {}, host = noHost }: Around): NamedFiles {
  const reading: Reading = {
    names: collectNames(),
    variables: createVariables(alwaysSetBy(host.variables)),
    redefined: new Set(),
    texts: new Map(),
  }
  readVariables(env, reading)
  switch (start.kind) {
    case 'argv':
      readWords(start.words, reading, host)
      break
    case 'script':
      readText(start.source, start.shell, reading)
      for (const word of start.args) addWord({ text: word }, reading)
      break
    case 'inline':
      for (const shell of host.shellsOf(start.form)) readText(start.command, shell, reading)
  }
  readTexts(reading)
  return reading.names.finish()
}

function readVariables(env: Variables, reading: Reading): void {
  for (const [name, value] of Object.entries(env)) {
    reading.variables.set(name, [{ text: value }])
    if (REDEFINES.test(name)) reading.redefined.add(EVERYTHING)
    addSearchPath(name, value, reading.names)
    addSettings(name, value, reading.names)
    addWord({ text: value }, reading)
    for (const word of cutWords(value, reading.variables.alwaysSet))
      for (const part of [word, ...word.split(/[:;]/)]) reading.names.word(part)
  }
}

/** Words that no shell touches. */
function readWords(words: readonly string[], reading: Reading, { variables }: CommandHost): void {
  // With a PATH of the hook's own, the program may be another one.
  if (/^(?:echo|printf|test|\[|true|false)$/.test(words[0] ?? '') && !reading.variables.has('PATH')) return
  for (const text of words) {
    addWord({ text }, reading)
    for (const word of cutWords(text, reading.variables.alwaysSet))
      if (word !== text && !/\s|>/.test(text)) reading.names.word(word)
  }
  const values = words.map((text) => [placeholder(text, variables)])
  readProgram({ words: values, documents: [], reads: true }, { reading, isRun: true, functions: new Set() })
}

/** Options of a plugin are known to the process only. */
function placeholder(
  text: string,
  { options }: HostVariables,
): { readonly text: string; readonly unknown?: string } {
  if (options === undefined) return { text }
  const { prefix, path } = options
  const [option] = new RegExp(`\\$\\{?(?:${prefix}\\w+|${path}\\.[\\w.-]+)\\}?`).exec(text) ?? []
  return { text, ...(option !== undefined && { unknown: option }) }
}

function readText(text: string, shell: ShellName, reading: Reading): void {
  if (shell === 'sh' || shell === 'bash') return addText(text, true, reading)
  const { names } = reading
  names.gap({ kind: 'text', what: shell === 'cmd' ? 'cmd text' : 'PowerShell text' })
  for (const word of cutWords(text, reading.variables.alwaysSet, shell)) {
    names.word(word)
    names.word(word.replace(/^\.[/\\]/, ''))
  }
  for (const line of text.split(/[\n;|&]+/)) {
    const words = line.trim().split(/\s+/)
    readProgram(
      { words: words.map((word) => [{ text: word.replaceAll(/["']/g, '') }]), documents: [], reads: true },
      { reading, isRun: false, functions: new Set() },
    )
  }
}
