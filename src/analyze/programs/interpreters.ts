import { inOrder, programName } from './names.ts'

/** How a program that runs scripts is told which one. */
type Interpreter = {
  readonly option: RegExp
  /** Options whose value is the next word, other than a script. */
  readonly valued?: RegExp
  /** Options that bring the script along. */
  readonly text?: RegExp
  /** Options that make it read stdin although operands follow. */
  readonly stdin?: RegExp
  /** Options with which it runs no script of ours. */
  readonly idle: RegExp
}

/** `at` is the index of the word that holds the script, or of the first word that the script itself gets. */
export type ScriptSource =
  | { readonly from: 'text'; readonly at: number }
  | { readonly from: 'stdin' }
  | { readonly from: 'file'; readonly at: number }

// The lookaheads keep the time linear: a letter followed by any letters to the end would be tried at each letter.
const SHELL: Interpreter = {
  option: /^[-+]/,
  valued: /^(?:[-+](?=[A-Za-z]+$)[A-Za-z]*?[oO]|--(?:rcfile|init-file)$)/,
  text: /^[-+](?=[A-Za-z]+$)[A-Za-z]*?c/,
  stdin: /^-(?=[A-Za-z]+$)[A-Za-z]*?s/,
  idle: /^--(?:version|help)$/,
}
const PYTHON: Interpreter = {
  option: /^-./,
  valued: /^-[WX]$|^--check-hash-based-pycs$/,
  text: /^-[A-Za-z]*c/,
  idle: /^(?:-[hV]+|--help|--version)$/,
}
const NODE: Interpreter = {
  option: /^-./,
  valued: /^(?:-[rC]|--(?:require|import|loader|title|conditions|env-file|input-type))$/,
  text: /^(?:-[a-z]*[ep]|--eval|--print)/,
  idle: /^(?:-[hv]|--help|--version|--test)$/,
}
const PERL_OR_RUBY: Interpreter = {
  option: /^-./,
  valued: /^-[IrC]$/,
  text: /^-[A-Za-z\d.]*[eE]/,
  idle: /^(?:-[hvV]|--help|--version)$/,
}
const PHP: Interpreter = {
  option: /^-./,
  valued: /^-[cdz]$/,
  text: /^-[rRB]/,
  idle: /^(?:-[himv]|--help|--version)$/,
}
const LUA: Interpreter = { option: /^-./, valued: /^-l$/, text: /^-e/, idle: /^-v$/ }
/** When no command is given, each line of stdin is a command. */
const PARALLEL: Interpreter = { option: /^-./, valued: /^-[jnNPILsSda]$/, idle: /^(?:--help|--version)$/ }
/** Programs that read their own command language from stdin, and can start other programs with it. */
const CONSOLE: Interpreter = { option: /^-./, idle: /^-/ }

const SHELLS = [
  'sh',
  'bash',
  'rbash',
  'dash',
  'zsh',
  'ksh',
  'rksh',
  'mksh',
  'ash',
  'fish',
  'yash',
  'tcsh',
  'csh',
]

const INTERPRETERS: ReadonlyMap<string, Interpreter> = new Map([
  ...SHELLS.map((name) => [name, SHELL] as const),
  ['python', PYTHON],
  ['pypy', PYTHON],
  ['node', NODE],
  ['nodejs', NODE],
  ['perl', PERL_OR_RUBY],
  ['ruby', PERL_OR_RUBY],
  ['php', PHP],
  ['lua', LUA],
  ['luajit', LUA],
  ['parallel', PARALLEL],
  ['at', { option: /^-./, idle: /^-[lrdc]/ }],
  ...['batch', 'dc', 'tclsh', 'expect', 'osascript', 'irb', 'guile', 'ocaml', 'julia'].map(
    (name) => [name, CONSOLE] as const,
  ),
])

/** Not a file that can be read again: what it holds is decided while the command runs. */
const STREAM = /^(?:-$|\/(?:dev|proc)\/|<\()|(?:^|\/)(?:stdin|\d+)$/

/** Code that starts other programs, in any of the languages. */
const STARTS_PROGRAMS =
  /system|exec|popen|spawn|subprocess|child_process|shell|eval|fork|`|%x|\bqx|passthru|pty/
const OPENS_PIPE = inOrder(/\bopen3?\b/, ['|'])

/** The folder may be spelled in many ways, and `cd /dev` makes it unnecessary. */
export function isStream(path: string): boolean {
  return STREAM.test(path.replace(/\/(?:\.?\/)+/g, '/'))
}

export function isShell(word: string): boolean {
  return interpreterOf(word) === SHELL
}

export function isInterpreter(word: string): boolean {
  return interpreterOf(word) !== undefined
}

/** True when the code of an interpreter may start a program, whose name it can put together as it likes. */
export function startsPrograms(written: string): boolean {
  // Without arguments it starts nothing, whatever the name means.
  const code = written.replaceAll('platform.system()', '')
  return STARTS_PROGRAMS.test(code) || code.split(')').some((piece) => OPENS_PIPE.test(piece))
}

/** Where the program at `words[0]` has its script from; undefined when it runs none. */
export function scriptSource(words: readonly string[]): ScriptSource | undefined {
  const how = interpreterOf(words[0] ?? '')
  if (how === undefined) return undefined
  const { options, at } = splitOptions(words, how)
  const has = (option: RegExp | undefined) =>
    option !== undefined && options.some((word) => option.test(word))
  if (has(how.idle)) return undefined
  if (has(how.text) && how !== SHELL) return { from: 'text', at: 1 }
  const operand = words[at]
  // Behind xargs, `sh -c` without a text gets one from stdin.
  if (operand === undefined) return { from: 'stdin' }
  if (has(how.text)) return { from: 'text', at }
  if (has(how.stdin) || isStream(operand) || mayBeValue(words, at)) return { from: 'stdin' }
  const mayBeOption = followsLongOption(words, at) && !looksLikeFile(operand)
  return { from: 'file', at: mayBeOption || how === PARALLEL ? words.length : at + 1 }
}

function followsLongOption(words: readonly string[], at: number): boolean {
  return /^--\w[^=]*$/.test(words[at - 1] ?? '')
}

function looksLikeFile(word: string): boolean {
  return /[./]/.test(word)
}

/** The last word may be the value of a long option that we do not know, unless it looks like a file. */
function mayBeValue(words: readonly string[], at: number): boolean {
  return at === words.length - 1 && followsLongOption(words, at) && !looksLikeFile(words[at] ?? '')
}

function interpreterOf(word: string): Interpreter | undefined {
  const [, name = ''] = /^([a-z]+)[\d.]*$/.exec(programName(word)) ?? []
  return INTERPRETERS.get(name)
}

function splitOptions(words: readonly string[], { option, valued }: Interpreter) {
  const options: string[] = []
  let at = 1
  for (; option.test(words[at] ?? ''); at++) {
    options.push(words[at] ?? '')
    if (valued?.test(words[at] ?? '')) at++
  }
  return { options, at }
}
