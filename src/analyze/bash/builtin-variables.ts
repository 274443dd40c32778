import { assignmentIn } from '../programs/variables.ts'
import { doubtName, keepVariable } from './assignments.ts'
import { hasFlag, operandsOf, type BuiltinCall, type BuiltinRows } from './builtin.ts'
import { literal, toWord, unknown, type Piece } from './piece.ts'
import type { Shell } from './shell.ts'
import { changing, setVariable, type Value } from './state.ts'
import { outputOfAll, outputOfOne } from './substitution.ts'

/** Builtins that set variables of the shell. */
export const SETS_VARIABLES: BuiltinRows = {
  'export declare typeset local readonly': declare,
  unset: ({ args, shell }) => {
    for (const { text } of operandsOf(args)) {
      if (!hasFlag(args, 'f')) setVariable(shell.state, text, { options: [], isExported: false })
      if (!hasFlag(args, 'v')) changing(shell.state).functions.delete(text)
    }
  },
  read: readLine,
  getopts: ({ args, shell }) => {
    for (const name of [args[1]?.text ?? '', 'OPTARG', 'OPTIND']) forget(shell, name)
  },
  let: ({ args, shell }) => {
    for (const { text } of args) forgetEvaluated(text, shell)
  },
  printf: ({ args, shell, program }) => {
    const at = args.findIndex(({ text }) => text === '-v')
    const name = args[at + 1]?.text
    if (at !== 0 || name === undefined) return
    const own = shell.reading.programs[program]
    const output =
      own &&
      outputOfOne(
        { ...own, words: [own.words[0] ?? toWord(literal(name)), ...own.words.slice(3)] },
        shell.reading,
      )
    const value = output === undefined ? unknown(`$${name}`) : literal(output)
    if (/^\w+$/.test(name)) keepVariable(shell, name, { options: [value], isExported: false })
  },
  set: ({ args, shell }) => {
    const at = args.findIndex(({ text }) => text === '--' || !/^[-+]/.test(text))
    if (args.some(({ text }) => /^-\w*k|^keyword$/.test(text))) doubtName(shell)
    if (at === -1) return
    const rest = args.slice(args[at]?.text === '--' ? at + 1 : at)
    changing(shell.state).args = rest.some(({ splits }) => splits === true) ? undefined : rest
  },
  shift: ({ args, shell }) => {
    const count = args[0] === undefined ? 1 : Number(args[0].text)
    const { args: before } = shell.state
    changing(shell.state).args = Number.isInteger(count) ? before?.slice(count) : undefined
  },
}

/** `declare -n`, `-i` and their kin change what a later use of the name means. */
function declare({ name, args, shell }: BuiltinCall): void {
  const isExported = name === 'export' || hasFlag(args, 'x')
  const isPlain = !['n', 'i', 'l', 'u', 'A'].some((letter) => hasFlag(args, letter))
  if (hasFlag(args, 'f')) return
  for (const word of operandsOf(args)) {
    const assigned = assignmentIn(word.text)
    const variable = assigned?.name ?? word.text
    const before = shell.state.variables.get(variable)
    if (assigned === undefined) {
      if (!isPlain) forget(shell, variable)
      else if (isExported && before !== undefined)
        setVariable(shell.state, variable, { ...before, isExported })
      continue
    }
    const value = isPlain
      ? valueOf(word, assigned.value, shell)
      : { options: [unknown(`$${variable}`)], isExported }
    keepVariable(shell, variable, { ...value, isExported: isExported || before?.isExported === true })
  }
}

/** The value behind `=`; an array was noted when the words were read. */
function valueOf(word: Piece, text: string, { state }: Shell): Value {
  if (/\+=|\]=/.test(word.text.slice(0, word.text.length - text.length)) || text.startsWith('('))
    return { options: [unknown(text)], isExported: false, ...itemsOf(word, state) }
  const start = word.text.length - text.length
  const value = word.known ? literal(text) : { ...word, text, shape: word.shape.slice(start) || '*' }
  return { options: [value], isExported: false }
}

function itemsOf(_word: Piece, _state: Shell['state']): Partial<Value> {
  return {}
}

/** The words of a text that stands in the line are known; of several variables only that they are set. */
function readLine({ args, shell }: BuiltinCall): void {
  const names = operandsOf(args).filter(({ text }) => /^[A-Za-z_]\w*$/.test(text))
  const [only] = names
  const input = inputText(shell)
  const [line = ''] = input?.split('\n') ?? []
  const isPlain = names.length === 1 && input !== undefined && !args.some(({ text }) => /^-(?!r$)/.test(text))
  if (only === undefined) return forget(shell, 'REPLY')
  if (isPlain && !line.includes('\\'))
    return keepVariable(shell, only.text, { options: [literal(line.trim())], isExported: false })
  for (const { text } of args) if (/^[A-Za-z_]\w*$/.test(text)) forget(shell, text)
}

function inputText({ input, reading }: Shell): string | undefined {
  if (input.from === 'pipe') return outputOfAll(input.programs, reading)
  return input.from === 'text' && input.text.known ? input.text.text : undefined
}

/** Leaves a variable to run time. */
export function forget(shell: Shell, name: string): void {
  if (/^[A-Za-z_]\w*$/.test(name))
    keepVariable(shell, name, { options: [unknown(`$${name}`)], isExported: false })
}

/** Leaves the variables to run time that an arithmetic text sets. */
export function forgetEvaluated(text: string, shell: Shell): void {
  for (const [, before, after] of text.matchAll(
    /(?:\+\+|--)\s{0,99}([A-Za-z_]\w*)|(?<!\w)([A-Za-z_]\w*)\s{0,99}(?:\[[^\]]{0,999}\])?\s{0,99}(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))/g,
  )) {
    const name = before ?? after
    if (name !== undefined) forget(shell, name)
  }
}
