import type { Carried } from '../carried.ts'
import type { Language, Word } from '../line.ts'
import { decodeCommand } from '../windows/encoded.ts'
import { runsText, type CarrierRows, type Command } from './carrier.ts'
import type { Flow } from './flows/flow.ts'
import { fileText, inputOf } from './flows/pipes.ts'
import { reports } from './reports.ts'
import { joinWords, knownWord, withoutStart } from './words.ts'

export const WINDOWS_SHELL_ROWS: CarrierRows = {
  'powershell pwsh': carriedByPowerShell,
  cmd: carriedByCmd,
  'invoke-expression': carriedByInvokeExpression,
  'invoke-command start-job start-threadjob': carriedByBlock,
  'wmic runas schtasks forfiles': carriedByText,
  'cscript wscript mshta regsvr32 rundll32 msbuild installutil': () => reports('unseen-script'),
}

const READ_IN_PLACE = '{…}'

/** Options of PowerShell whose value is the next word; every beginning of a name is taken. */
const VALUED = [
  'configurationfile configurationname custompipename encodedarguments executionpolicy inputformat outputformat',
  'psconsolefile settingsfile version windowstyle workingdirectory ea ep if of wd',
].flatMap((names) => names.split(' '))

function carriedByPowerShell(command: Command): readonly Carried[] {
  const { args } = command
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as Word
    const option = /^(?:--?|\/)([a-z]+)$/i.exec(word.text)?.[1]?.toLowerCase()
    if (option === undefined) return startsWith(command, args.slice(at))
    if ('commandwithargs'.startsWith(option) || option === 'cwa')
      return runsWords(command, args.slice(at + 1))
    if ('file'.startsWith(option)) return runsScript(command, args[at + 1])
    if ('encodedcommand'.startsWith(option) || option === 'ec') return runsEncoded(args[at + 1])
    if (VALUED.some((name) => name.startsWith(option))) at++
  }
  return runsFlow(inputOf(command.program, command.around), 'powershell')
}

/** Windows PowerShell takes the first operand for a command, PowerShell 7 for a file. */
function startsWith(command: Command, words: readonly Word[]): readonly Carried[] {
  const isFile = /\.ps1$/i.test(words[0]?.text ?? '')
  return isFile ? runsScript(command, words[0]) : runsWords(command, words)
}

function runsWords(command: Command, words: readonly Word[]): readonly Carried[] {
  const [first] = words
  if (first?.text === '-') return runsFlow(inputOf(command.program, command.around), 'powershell')
  if (first?.text === READ_IN_PLACE) return []
  return runsText(joinWords(words), { language: 'powershell' })
}

function runsScript({ program, around }: Command, file: Word | undefined): readonly Carried[] {
  if (file === undefined) return []
  if (file.text === '-') return runsFlow(inputOf(program, around), 'powershell')
  return runsFlow(fileText(program, file, around), 'powershell', 'file')
}

function runsEncoded(encoded: Word | undefined): readonly Carried[] {
  if (encoded === undefined) return []
  const text = encoded.known ? decodeCommand(encoded.text) : undefined
  return text === undefined ? reports('decoded') : runsText(knownWord(text), { language: 'powershell' })
}

function runsFlow(
  flow: Flow | undefined,
  language: Language,
  how: 'script' | 'file' = 'script',
): readonly Carried[] {
  if (flow === undefined) return []
  return flow.kind === 'text' ? runsText(flow.text, { language, how }) : reports(flow.code)
}

/** `/c`, `//c` as a shell of Unix needs it, and `/crd` without a space. */
function carriedByCmd(command: Command): readonly Carried[] {
  const { args } = command
  const at = args.findIndex(({ text }) => /^\/{1,2}(?:[a-z](?::\w+)?\/)*[ckr]/i.test(text))
  if (at === -1) return runsFlow(inputOf(command.program, command.around), 'cmd')
  const option = args[at] as Word
  const length = /^\/{1,2}(?:[a-z](?::\w+)?\/)*[ckr]/i.exec(option.text)?.[0].length ?? 0
  const attached = option.text.length > length ? [withoutStart(option, length)] : []
  return runsText(joinWords([...attached, ...args.slice(at + 1).map(withoutDouble)]), { language: 'cmd' })
}

/** `//s` reaches cmd as `/s` where a shell of Unix started it. */
function withoutDouble(word: Word): Word {
  return /^\/\/[a-z?]{1,3}(?::|$)/i.test(word.text) ? withoutStart(word, 1) : word
}

function carriedByInvokeExpression(command: Command): readonly Carried[] {
  const words = command.args.filter(({ text }) => !/^-c/i.test(text))
  if (words.length > 0) return runsText(joinWords(words), { language: 'powershell' })
  return runsFlow(inputOf(command.program, command.around), 'powershell')
}

/** A block is read where it stands; one in a variable, or a file, is not. */
function carriedByBlock({ args }: Command): readonly Carried[] {
  if (args.some(({ text }) => /^-f/i.test(text))) return reports('unseen-script')
  if (args.some(({ text }) => text === READ_IN_PLACE)) return []
  return args.some(({ known, isGlob }) => !known && !isGlob) ? reports('run-time-script') : []
}

/** A command line for cmd in one of the words. */
function carriedByText({ name, args }: Command): readonly Carried[] {
  const lines = name === 'runas' ? args.slice(-1) : behindOption(args, /^(?:\/tr|\/c|create)$/i)
  return lines.flatMap((line) => runsText(line, { language: 'cmd' }))
}

function behindOption(args: readonly Word[], option: RegExp): readonly Word[] {
  const at = args.findIndex(({ text }) => option.test(text))
  return at === -1 ? [] : args.slice(at + 1, at + 2)
}
