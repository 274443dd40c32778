import type { Carried } from '../carried.ts'
import type { Word } from '../line.ts'
import { runsText, type CarrierRows, type Command } from './carrier.ts'
import { inputOf } from './flows/pipes.ts'
import { readArguments, valuesOf, type OptionRules } from './options.ts'
import { knownWord } from './words.ts'

/** How a console of a database or server is given commands, and how these start a shell. */
type Console = {
  readonly rules: OptionRules
  /** Options whose value is a command. */
  readonly texts: readonly string[]
  /** True: operands are commands, too, but for this many. */
  readonly operands?: number
  /** Begins a command that a shell runs. */
  readonly shell: RegExp
}

const SQL_SHELL = /^\s*\\!\s*|\\!\s+|\bsystem\s+|\bTO\s+PROGRAM\s+'|\bFROM\s+PROGRAM\s+'/i
const MYSQL: Console = {
  rules: { valued: 'ehPuDS', long: 'execute init-command host port user database', anywhere: true },
  texts: ['-e', '--execute', '--init-command'],
  shell: /(?:^|;)\s*(?:\\!|system\s)\s*/i,
}

const CONSOLES: Readonly<Record<string, Console>> = {
  psql: {
    rules: {
      valued: 'cdfvhpUoLFPRT',
      long: 'command dbname file set variable host port username output',
      anywhere: true,
    },
    texts: ['-c', '--command'],
    shell: SQL_SHELL,
  },
  'mysql mariadb': MYSQL,
  'sqlite3 sqlite': {
    rules: { single: 'cmd init separator', anywhere: true },
    texts: ['-cmd'],
    operands: 1,
    shell: /^\s*\.(?:shell|system)\s+|^\s*\.(?:import|once|output|read|excel)\s+\|/,
  },
  'ftp lftp sftp telnet': {
    rules: { valued: 'ecfuPpio', anywhere: true },
    texts: ['-e', '-c'],
    shell: /^\s*!\s*/,
  },
  'bc dc gnuplot octave': {
    rules: { valued: 'e', long: 'eval', anywhere: true },
    texts: ['-e', '--eval'],
    shell: /^\s*!|\bsystem\s{0,99}\(?\s{0,99}["']/,
  },
  duckdb: {
    rules: { valued: 'cs', anywhere: true },
    texts: ['-c', '-s'],
    operands: 1,
    shell: /^\s*\.(?:shell|system)\s+/,
  },
}

/** Consoles that read commands, of which some run a shell. */
export const CONSOLE_ROWS: CarrierRows = Object.fromEntries(
  Object.entries(CONSOLES).map(([names, row]) => [
    names,
    (command: Command) => carriedByConsole(command, row),
  ]),
)

function carriedByConsole(command: Command, { rules, texts, operands, shell }: Console): readonly Carried[] {
  const given = readArguments(command.args, rules)
  const flow = inputOf(command.program, command.around)
  const all = [
    ...valuesOf(given, ...texts),
    ...(operands === undefined ? [] : given.operands.slice(operands)),
    ...(flow?.kind === 'text' ? [flow.text] : []),
  ]
  return all.flatMap((word) => shellLines(word, shell))
}

function shellLines({ text }: Word, shell: RegExp): readonly Carried[] {
  return text.split('\n').flatMap((line) => {
    const found = shell.exec(line)
    if (found === null) return []
    const behind = line.slice(found.index + found[0].length)
    const quote = /['"]$/.exec(found[0])?.[0]
    return runsText(knownWord(quote === undefined ? behind : (behind.split(quote)[0] ?? '')))
  })
}
