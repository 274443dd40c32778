import type { OptionRules } from '../options.ts'
import { JAVASCRIPT } from './javascript.ts'
import type { CodeLanguage } from './language.ts'
import { PYTHON } from './python.ts'
import { LISP, LUA, OTHER, PERL, PHP, R, RUBY } from './scripting.ts'

/** How an interpreter is told which code to run. */
export type CodeProgram = {
  readonly language: CodeLanguage
  readonly rules: OptionRules
  /** Options whose value is code. */
  readonly code: readonly string[]
  /** Options whose value is a file with code, as its only operand otherwise is. */
  readonly file?: readonly string[]
  /** Options whose value is the name of a module that runs instead of a file. */
  readonly module?: readonly string[]
  /** Options that load a file with code first. */
  readonly loads?: readonly string[]
  /** With these it runs no code at all. */
  readonly idle?: readonly string[]
  /** Code stands behind this subcommand. */
  readonly subcommand?: string
}

const HELP = ['-h', '-V', '--help', '--version']

const PYTHON_PROGRAM: CodeProgram = {
  language: PYTHON,
  rules: { valued: 'cmWXQ', long: 'check-hash-based-pycs' },
  code: ['-c'],
  module: ['-m'],
  idle: HELP,
}

const NODE_PROGRAM: CodeProgram = {
  language: JAVASCRIPT,
  rules: {
    valued: 'erCp',
    long:
      'eval print require import loader experimental-loader title conditions env-file env-file-if-exists input-type ' +
      'test-name-pattern test-reporter max-old-space-size inspect-port',
  },
  code: ['-e', '-p', '--eval', '--print'],
  loads: ['-r', '--require', '--import', '--loader', '--experimental-loader'],
  idle: ['-h', '-v', '--help', '--version', '--check', '-c'],
}

/** Interpreters by name; a version at the end of the name does not count. */
const ROWS: Readonly<Record<string, CodeProgram>> = {
  'python pypy pythonw py ipython': PYTHON_PROGRAM,
  'node nodejs electron tsx ts-node': NODE_PROGRAM,
  'perl raku': {
    language: PERL,
    rules: { valued: 'eEI', attached: 'iMmFlCDx0' },
    code: ['-e', '-E'],
    idle: ['-v', '-h', '--help', '--version'],
  },
  'ruby jruby irb': {
    language: RUBY,
    rules: { valued: 'eIrEC', attached: 'iFKTWx0' },
    code: ['-e'],
    idle: ['-v', '-h', '--help', '--version'],
  },
  php: {
    language: PHP,
    rules: { valued: 'rRBEdfczStFH', long: 'run process-begin process-code process-end define file' },
    code: ['-r', '-R', '-B', '-E', '--run'],
    file: ['-f', '--file'],
    idle: ['-v', '-i', '-m', '-h', '-l', '-S', '--version', '--help'],
  },
  'lua luajit': { language: LUA, rules: { valued: 'el' }, code: ['-e'], idle: ['-v'] },
  'Rscript R': { language: R, rules: { valued: 'ef' }, code: ['-e'], file: ['-f'], idle: HELP },
  'julia elixir iex groovy groovysh erl crystal scala kotlin swift ghc ghci runghc jshell': {
    language: OTHER,
    rules: { valued: 'eE', long: 'eval print', single: 'eval' },
    code: ['-e', '-E', '--eval', '-eval', '--print'],
    idle: HELP,
  },
  'guile sbcl racket clisp clojure clj bb': {
    language: LISP,
    rules: { valued: 'ce', long: 'eval load' },
    code: ['-c', '-e', '--eval'],
    file: ['--load'],
    idle: HELP,
  },
}

const PROGRAMS: ReadonlyMap<string, CodeProgram> = new Map(
  Object.entries(ROWS).flatMap(([names, row]) => names.split(' ').map((name) => [name, row] as const)),
)

/** How the interpreter of this name is told its code; undefined: it is none. */
export function codeProgram(name: string): CodeProgram | undefined {
  return PROGRAMS.get(name) ?? PROGRAMS.get(name.replace(/(?<![\d.])[\d.]{1,20}w?$/, ''))
}
