import type { Carried } from '../../carried.ts'
import type { Word } from '../../line.ts'
import { runsText, startsWords, type CarrierRows, type Command } from '../carrier.ts'
import { inputOf, scriptText } from '../flows/pipes.ts'
import { hasOption, readArguments, valuesOf } from '../options.ts'
import { reports } from '../reports.ts'
import { knownWord } from '../words.ts'
import { scanFlow, scanWord } from './carried.ts'
import { JAVASCRIPT } from './javascript.ts'
import { PYTHON } from './python.ts'
import { C } from './scripting.ts'

/** Interpreters with subcommands, and those whose code is read in another way. */
export const RUNTIME_ROWS: CarrierRows = {
  deno: carriedByDeno,
  bun: carriedByBun,
  osascript: carriedByAppleScript,
  'tclsh expect wish': carriedByTcl,
  'gdb lldb': carriedByDebugger,
  'gcc g++ cc c++ clang clang++ tcc': ({ program, around, args }) =>
    args.some(({ text }) => text === '-') ? scanFlow(inputOf(program, around), C) : [],
  ipython: carriedByIPython,
}

/** Lines behind `!` are text for a shell; the rest is Python, which is read elsewhere. */
function carriedByIPython({ program, around, args }: Command): readonly Carried[] {
  const flow = inputOf(program, around)
  const texts = [
    ...valuesOf(readArguments(args, { valued: 'c' }), '-c'),
    ...(flow?.kind === 'text' ? [flow.text] : []),
  ]
  return texts.flatMap(({ text }) =>
    text.split('\n').flatMap((line) => {
      const [start] = /^\s*(?:!{1,2}|%(?:sx|system)\s)/.exec(line) ?? []
      return start === undefined ? [] : runsText(knownWord(line.slice(start.length)))
    }),
  )
}

const DENO = {
  valued: 'cLr',
  long: 'config import-map location seed lock env-file ext',
  anywhere: true,
} as const

function carriedByDeno(command: Command): readonly Carried[] {
  const given = readArguments(command.args, DENO)
  const [subcommand, first] = given.operands
  switch (subcommand?.text) {
    case 'eval':
      return first === undefined ? [] : scanWord(command, first, JAVASCRIPT)
    case 'run':
      return runsScript(command, first)
    case undefined:
      return scanFlow(inputOf(command.program, command.around), JAVASCRIPT)
    case 'test':
    case 'bench':
      return reports('project-code')
    default:
      return /\.[cm]?[jt]sx?$/.test(subcommand?.text ?? '') ? runsScript(command, subcommand) : []
  }
}

function runsScript({ program, around }: Command, file: Word | undefined): readonly Carried[] {
  if (file === undefined) return []
  if (/^https?:/.test(file.text)) return reports('downloaded')
  return scanFlow(
    file.text === '-' ? inputOf(program, around) : scriptText(program, file, around),
    JAVASCRIPT,
  )
}

/** `bun run NAME` is in the table of package managers. */
function carriedByBun(command: Command): readonly Carried[] {
  const given = readArguments(command.args, {
    valued: 'ercp',
    long: 'eval print preload require config cwd env-file',
  })
  const texts = valuesOf(given, '-e', '-p', '--eval', '--print')
  const preloaded = valuesOf(given, '-r', '--preload', '--require')
  const [first] = given.operands
  const isFile = /\.[cm]?[jt]sx?$|^-$/.test(first?.text ?? '')
  return [
    ...(preloaded.length > 0 ? reports('loaded-code') : []),
    ...texts.flatMap((text) => scanWord(command, text, JAVASCRIPT)),
    ...(isFile ? runsScript(command, first) : []),
  ]
}

const SHELL_SCRIPT = /do shell script "((?:[^"\\]|\\.)*)"/g

/** AppleScript hands text to a shell; with `-l JavaScript` it is JavaScript. */
function carriedByAppleScript(command: Command): readonly Carried[] {
  const given = readArguments(command.args, { valued: 'els' })
  const [language] = valuesOf(given, '-l')
  const texts = valuesOf(given, '-e')
  if (/javascript/i.test(language?.text ?? ''))
    return texts.flatMap((text) => scanWord(command, text, JAVASCRIPT))
  const flow = texts.length > 0 ? undefined : inputOf(command.program, command.around)
  const input = flow?.kind === 'text' ? [flow.text] : []
  return [...texts, ...input].flatMap(({ text }) => scannedAppleScript(text))
}

function scannedAppleScript(text: string): readonly Carried[] {
  const scripts = [...text.matchAll(SHELL_SCRIPT)].map(([, script = '']) => script.replaceAll(/\\(.)/g, '$1'))
  const others = text.split('do shell script').length - 1 - scripts.length
  return [
    ...scripts.flatMap((script) => runsText(knownWord(script), { how: 'code' })),
    ...(others > 0 || /\brun script\b/.test(text) ? reports('hidden-code') : []),
  ]
}

const TCL_STARTS = /(?:^|[;\n[{])[ \t\r]*(exec|spawn|system|file\s+delete)[ \t]+([^\n;\]]*)/g

/** Tcl starts programs with `exec` and `spawn`, and their words stand behind. */
function carriedByTcl(command: Command): readonly Carried[] {
  const given = readArguments(command.args, { valued: 'c' })
  const texts = valuesOf(given, '-c')
  const [file] = given.operands
  const flow =
    file === undefined
      ? inputOf(command.program, command.around)
      : scriptText(command.program, file, command.around)
  if (texts.length === 0 && flow?.kind === 'unknown') return reports(flow.code)
  const all = texts.length > 0 ? texts : flow?.kind === 'text' ? [flow.text] : []
  return all.flatMap(({ text }) =>
    [...text.matchAll(TCL_STARTS)].flatMap(([, how = '', words = '']) =>
      runsText(knownWord(how.startsWith('file') ? `rm ${words.replace(/-force/, '-rf')}` : words), {
        how: 'code',
      }),
    ),
  )
}

function carriedByDebugger(command: Command): readonly Carried[] {
  const given = readArguments(command.args, {
    valued: 'xso',
    single: 'ex iex command x',
    long: 'ex command eval-command init-eval-command one-line source batch-command',
  })
  const commands = valuesOf(
    given,
    '-ex',
    '-iex',
    '--ex',
    '--eval-command',
    '--init-eval-command',
    '-o',
    '--one-line',
  )
  const isProgram = hasOption(given, '--args', '-a') || command.name === 'lldb'
  return [
    ...commands.flatMap((word) => debuggerCommand(command, word)),
    ...(isProgram ? startsWords(given.operands) : []),
  ]
}

function debuggerCommand(command: Command, word: Word): readonly Carried[] {
  const [, shell] = /^\s*(?:!|shell\s|pipe\s.*\||platform shell\s|make\s)\s*(.*)$/s.exec(word.text) ?? []
  if (shell !== undefined) return runsText(knownWord(shell))
  const [, python] = /^\s*(?:python|py|script)\s(.*)$/s.exec(word.text) ?? []
  return python === undefined ? [] : scanWord(command, knownWord(python), PYTHON)
}
