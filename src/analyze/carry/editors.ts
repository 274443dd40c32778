import type { Carried } from '../carried.ts'
import type { Word } from '../line.ts'
import { runsText, type CarrierRows, type Command } from './carrier.ts'
import { inputOf } from './flows/pipes.ts'
import { scanWord } from './interpreters/carried.ts'
import { LUA, LISP } from './interpreters/scripting.ts'
import { PYTHON } from './interpreters/python.ts'
import { scanCode } from './interpreters/scan.ts'
import { readArguments, valuesOf } from './options.ts'
import { reports } from './reports.ts'
import { knownWord } from './words.ts'

export const EDITOR_ROWS: CarrierRows = {
  'vim vi nvim view vimdiff ex gvim mvim rvim': carriedByVi,
  'emacs emacsclient': carriedByEmacs,
  'ed red': (command) => linesOfInput(command).flatMap((line) => runsText(shellOf(line))),
  'less more most': ({ args }) =>
    args.flatMap(({ text }) => (text.startsWith('+') ? runsText(shellOf(text.slice(1))) : [])),
}

/** Text behind `!`, as editors and pagers run it. */
function shellOf(line: string): Word | undefined {
  const at = line.indexOf('!')
  return at === -1 ? undefined : knownWord(line.slice(at + 1).replace(/^!/, ''))
}

function linesOfInput({ program, around }: Command): readonly string[] {
  const flow = inputOf(program, around)
  return flow?.kind === 'text'
    ? flow.text.text.split('\n').filter((line) => /^[\s:\d,$%.rwe]*!/.test(line))
    : []
}

const VI = {
  valued: 'cSsuUWwqTti',
  long: 'cmd startuptime servername remote-send remote-expr listen',
} as const

function carriedByVi(command: Command): readonly Carried[] {
  // Behind `-e` the letter `s` means silent, and takes no file.
  const isEx = command.name === 'ex' || command.args.some(({ text }) => /^-\w*[eE]/.test(text))
  const valued = isEx ? VI.valued.replace('s', '') : VI.valued
  const given = readArguments(command.args, { ...VI, valued, anywhere: true })
  const commands = [
    ...valuesOf(given, '-c', '--cmd', '--remote-send', '--remote-expr'),
    ...given.operands.flatMap((word) => (word.text.startsWith('+') ? [knownWord(word.text.slice(1))] : [])),
  ]
  const loads = valuesOf(given, '-S', '-s', '-u', '-U').filter(
    ({ text }) => !/^(?:NONE|NORC|DEFAULTS|)$/.test(text),
  )
  const input = /^(?:ex|vi|vim|nvim)$/.test(command.name) ? linesOfInput(command) : []
  return [
    ...(loads.length > 0 ? reports('unseen-script') : []),
    ...[...commands, ...input.map(knownWord)].flatMap((word) => runByVi(command, word)),
  ]
}

/** `:!x`, `%!x`, `r !x`, `w !x`, `terminal x`, and code of other languages. */
const VI_SHELL =
  /^[:\s]*(?:sil(?:ent)?!?\s{1,99}|exe(?:cute)?\s{1,99}["'])?[\d,$%.'<>]{0,99}\s{0,99}(?:r(?:ead)?|w(?:rite)?)?\s{0,99}!/
const VI_TERMINAL = /^[:\s]*(?:ter(?:minal)?|make|grep)\s+/
const VI_CODE: readonly (readonly [RegExp, typeof LUA])[] = [
  [/^[:\s]*lua\s/, LUA],
  [/^[:\s]*(?:py|python3?|py3)\s/, PYTHON],
]
const VI_CALLS = {
  ...LUA,
  starts: { system: 'text', systemlist: 'text', termopen: 'words', jobstart: 'words' },
} as const

function runByVi(command: Command, word: Word): readonly Carried[] {
  const { text } = word
  const [shell] = VI_SHELL.exec(text) ?? VI_TERMINAL.exec(text) ?? []
  if (shell !== undefined)
    return runsText(knownWord(text.slice(shell.length).replace(/\|\s*(?:q|wq|qa)!?$/, '')))
  const code = VI_CODE.find(([start]) => start.test(text))
  if (code !== undefined) return scanWord(command, knownWord(text.replace(code[0], '')), code[1])
  const calls = scanCode(text, { ...VI_CALLS, touches: { delete: 'delete', writefile: 'writefile' } })
  const loads = /^[:\s]*(?:so(?:urce)?|ru(?:ntime)?)\s/.test(text) ? reports('unseen-script') : []
  const bang = /\|\s*(?:silent\s+)?!/.test(text) ? runsText(shellOf(text)) : []
  return [...calls, ...loads, ...bang]
}

function carriedByEmacs(command: Command): readonly Carried[] {
  const given = readArguments(command.args, {
    valued: 'lfes',
    long: 'eval execute load script funcall directory',
    single: 'eval load funcall script',
    anywhere: true,
  })
  const isClient = command.name === 'emacsclient'
  const texts = valuesOf(given, '--eval', '--execute', '-eval', ...(isClient ? ['-e'] : []))
  const files = valuesOf(given, '-l', '--load', '-load', '--script', '-script')
  return [
    ...texts.flatMap((text) => scanWord(command, text, LISP)),
    ...(isClient && texts.length === 0 && given.options.some(({ name }) => name === '-e')
      ? given.operands.flatMap((text) => scanWord(command, text, LISP))
      : []),
    ...(files.length > 0 ? reports('unseen-script') : []),
  ]
}
