import type { CallWord } from '../covers/calls.ts'
import { nameOf } from './call-program.ts'

/** How an interpreter is told which file to run. */
type Interpreter = {
  readonly name: RegExp
  /** Options with which it runs no file. */
  readonly without: RegExp
  /** Options that take the next word. */
  readonly valued: RegExp
  /** Only a word with such an ending is a file; others are names of its own commands. */
  readonly endings?: RegExp
}

const SCRIPT_ENDING = /\.(?:[cm]?[jt]sx?|py|sh|bash|rb|pl|php|ps1|lua|wasm)$/

const INTERPRETERS: readonly Interpreter[] = [
  {
    name: /^(?:ba|z|da|k|a)?sh$/,
    without: /^-[a-zA-Z]*[cs]/,
    valued: /^(?:[-+][a-zA-Z]*[oO]|--rcfile|--init-file)$/,
  },
  {
    name: /^(?:node|nodejs|tsx|ts-node)$/,
    without: /^(?:-[epihv]|-pe|--eval(?:=.*)?|--print(?:=.*)?|--test|--run(?:=.*)?|--version|--help|-)$/,
    valued:
      /^(?:-r|-C|--require|--import|--loader|--experimental-loader|--conditions|--env-file|--tsconfig)$/,
  },
  {
    name: /^(?:python|pypy)[\d.]*$/,
    without: /^(?:-[a-zA-Z]*[cmV].*|-|--version|--help)$/,
    valued: /^-[a-zA-Z]*[WX]$/,
  },
  { name: /^ruby$/, without: /^(?:-[a-zA-Z]*[eSv].*|-|--version)$/, valued: /^-[rIC]$/ },
  { name: /^perl$/, without: /^(?:-[a-zA-Z0-9]*[eEvVx].*|-)$/, valued: /^-[I]$/ },
  { name: /^php$/, without: /^-[rBRFEsvim]$/, valued: /^-[dcz]$/, endings: SCRIPT_ENDING },
  {
    name: /^(?:bun|deno|uv|lua|Rscript)$/,
    without: /^(?:-e|--eval|eval|x|-m)$/,
    valued: /^$/,
    endings: SCRIPT_ENDING,
  },
  {
    name: /^(?:pwsh|powershell)$/,
    without: /^-(?:c|command|encodedcommand|e|ec)$/i,
    valued: /^-(?:executionpolicy|ep|workingdirectory|wd)$/i,
    endings: SCRIPT_ENDING,
  },
  { name: /^(?:source|\.)$/, without: /^$/, valued: /^$/ },
]

/** Returns the file that an interpreter is told to run; undefined where it runs none that the command names. */
export function scriptOperand(program: string, args: readonly CallWord[]): CallWord | undefined {
  const interpreter = INTERPRETERS.find(({ name }) => name.test(nameOf(program)))
  if (interpreter === undefined) return undefined
  const { without, valued, endings } = interpreter
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (word === undefined || (!word.isKnown && word.written.startsWith('-')) || without.test(word.text))
      return undefined
    if (valued.test(word.text)) at++
    else if (/^[-+]./.test(word.text)) continue
    else if (endings === undefined || endings.test(word.text)) return word
  }
  return undefined
}

/** True for a program whose files are shell scripts. */
export function isShell(program: string): boolean {
  return /^(?:ba|z|da|k|a)?sh$/.test(nameOf(program))
}
