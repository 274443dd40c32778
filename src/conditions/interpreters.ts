import { programName } from './wrappers.ts'

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

export type ScriptSource =
  | { readonly from: 'text'; readonly text: string }
  | { readonly from: 'stdin' }
  | { readonly from: 'file' }

// The lookaheads keep the time linear: a letter followed by any letters to the end would be tried at each letter.
const SHELL: Interpreter = {
  option: /^[-+]/,
  valued: /^(?:[-+](?=[A-Za-z]+$)[A-Za-z]*?[oO]|--(?:rcfile|init-file)$)/,
  text: /^-(?=[A-Za-z]+$)[A-Za-z]*?c/,
  stdin: /^-(?=[A-Za-z]+$)[A-Za-z]*?s/,
  idle: /^--(?:version|help)$/,
}
const PYTHON: Interpreter = {
  option: /^-./,
  valued: /^-[WX]$/,
  text: /^-[A-Za-z]*c/,
  idle: /^(?:-[hV]+|--help|--version)$/,
}
const NODE: Interpreter = {
  option: /^-./,
  valued: /^(?:-[rC]|--(?:require|import|loader))$/,
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
/** Without a command of its own it takes the lines of stdin for commands. */
const PARALLEL: Interpreter = { option: /^-./, valued: /^-[jnNPILsSda]$/, idle: /^(?:--help|--version)$/ }

const SHELLS = ['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'fish']

const INTERPRETERS: ReadonlyMap<string, Interpreter> = new Map([
  ...SHELLS.map((name) => [name, SHELL] as const),
  ['python', PYTHON],
  ['pypy', PYTHON],
  ['node', NODE],
  ['nodejs', NODE],
  ['perl', PERL_OR_RUBY],
  ['ruby', PERL_OR_RUBY],
  ['php', PHP],
  ['parallel', PARALLEL],
])

/** Not a file that can be read again: what it holds is decided while the command runs. */
export const STREAM = /^(?:-$|\/dev\/(?:stdin|fd\/)|\/proc\/self\/fd\/|<\()/

export function isShell(word: string): boolean {
  return interpreterOf(word) === SHELL
}

/** Where the program at `words[0]` has its script from; undefined when it runs none. */
export function scriptSource(words: readonly string[]): ScriptSource | undefined {
  const how = interpreterOf(words[0] ?? '')
  if (how === undefined) return undefined
  const { options, operand } = splitOptions(words, how)
  const has = (option: RegExp | undefined) =>
    option !== undefined && options.some((word) => option.test(word))
  if (has(how.idle)) return undefined
  if (has(how.text) && how !== SHELL) return { from: 'text', text: words.slice(1).join(' ') }
  // Behind xargs, `sh -c` without a text gets one from stdin.
  if (operand === undefined) return { from: 'stdin' }
  if (has(how.text)) return { from: 'text', text: operand }
  return has(how.stdin) || STREAM.test(operand) ? { from: 'stdin' } : { from: 'file' }
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
  return { options, operand: words[at] }
}
