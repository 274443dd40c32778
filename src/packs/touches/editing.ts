import type { Word } from '../../analyze/line.ts'
import { has, takeOptions, valuesOf } from './options.ts'
import { each, literal, type Touch, type Toucher } from './touch.ts'

const SED = '-e --expression -f --file -l --line-length'

export const sed: Toucher = (args) => {
  const taken = takeOptions(args, { valued: SED })
  const scripts = valuesOf(taken, '-e', '--expression')
  const hasScript = scripts.length > 0 || has(taken, '-f', '--file')
  const isInPlace =
    taken.options.some(({ name }) => name === '-i' || name.startsWith('--in')) || has(taken, '-I')
  const all = hasScript ? scripts : taken.operands.slice(0, 1)
  return [
    ...each(isInPlace ? 'change' : 'read', taken.operands.slice(hasScript ? 0 : 1)),
    ...each('load', valuesOf(taken, '-f', '--file')),
    ...all.flatMap(filesOfScript),
  ]
}

/** `w FILE` writes and `r FILE` reads. */
function filesOfScript({ text, known }: Word): readonly Touch[] {
  return Array.from(
    text.matchAll(/(?:^|[;\s/\d}])([wWrR])[ \t]{1,9}([^\s;}]{1,4096})/g),
    ([, letter = '', path = '']) => ({
      how: /w/i.test(letter) ? ('write' as const) : ('read' as const),
      file: { ...literal(path), known },
    }),
  )
}

/** Interpreters with `-i` change the files that their words name; else the first operand is the script. */
export const inPlace: Toucher = (args) => {
  const taken = takeOptions(args, { valued: '-e -E -M -I -F -f' })
  const hasCode = has(taken, '-e', '-E')
  const files = taken.operands.slice(hasCode ? 0 : 1)
  const isInPlace = args.some(({ text }) => /^-(?![eEIMF])[a-zA-Z0-9]*i/.test(text))
  return each(isInPlace ? 'change' : 'any', files)
}

const FIND_TESTS = /^-(?:i?l?name|i?path|i?wholename|regex|iregex)$/

/** `find` touches what it finds; its starting points stand for all of it. */
export const find: Toucher = (args) => {
  const starts = args
    .slice(0, args.findIndex(({ text }) => /^[-(!]/.test(text)) >>> 0)
    .filter(({ text }) => !/^-[HLPO]/.test(text))
  const folders = starts.length === 0 ? [literal('.')] : starts
  const outputs = args.filter((_, at) => /^-(?:fprint0?|fprintf|fls)$/.test(args[at - 1]?.text ?? ''))
  const how = args.some(({ text }) => text === '-delete') ? 'delete-tree' : undefined
  return [...(how === undefined ? [] : each(how, folders)), ...each('write', outputs)]
}

/** What `find` looks for, by its tests on names. Empty: everything. */
export function namesOfFind(args: readonly Word[]): readonly Word[] {
  return args.filter((_, at) => FIND_TESTS.test(args[at - 1]?.text ?? ''))
}

/** True for a test of `find` on names. */
export function isNameTest(text: string): boolean {
  return FIND_TESTS.test(text)
}
