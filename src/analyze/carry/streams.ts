import type { Carried } from '../carried.ts'
import type { Word } from '../line.ts'
import { isShell } from '../programs/interpreters.ts'
import { isHarmlessSed } from '../programs/sed.ts'
import { runsText, type CarrierRows, type Command } from './carrier.ts'
import { scriptText } from './flows/pipes.ts'
import type { Quoting } from './interpreters/strings.ts'
import type { Token } from './interpreters/token.ts'
import { readTokens } from './interpreters/tokens.ts'
import { matching, valueOf, type Constants, type Value } from './interpreters/values.ts'
import { readArguments, valuesOf } from './options.ts'
import { reports } from './reports.ts'
import { knownWord, withoutStart } from './words.ts'

export const STREAM_ROWS: CarrierRows = { 'awk gawk mawk nawk': carriedByAwk, 'sed gsed': carriedBySed }

const AWK_QUOTING: Quoting = { comment: ['#'], blocks: false, quotes: '"', patterns: true }

function carriedByAwk(command: Command): readonly Carried[] {
  const given = readArguments(command.args, {
    valued: 'Fvfie',
    long: 'file source field-separator assign include load exec',
  })
  const files = valuesOf(given, '-f', '--file')
  const texts = valuesOf(given, '-e', '--source')
  const programs = texts.length > 0 || files.length > 0 ? texts : given.operands.slice(0, 1)
  const constants = new Map(valuesOf(given, '-v', '--assign').flatMap(assigned))
  return [
    ...programs.flatMap(({ text }) => scanAwk(text, constants)),
    ...files.flatMap((file) => {
      const flow = scriptText(command.program, file, command.around)
      return flow?.kind === 'text'
        ? scanAwk(flow.text.text, constants)
        : reports(flow?.code ?? 'unseen-script')
    }),
  ]
}

function assigned(word: Word): readonly (readonly [string, Value])[] {
  const at = word.text.indexOf('=')
  return at === -1 ? [] : [[word.text.slice(0, at), { kind: 'text', word: withoutStart(word, at + 1) }]]
}

/** `system(x)`, `x | getline`, `print | x`, `print > x`. */
function scanAwk(code: string, constants: Constants): readonly Carried[] {
  const { tokens } = readTokens(code, AWK_QUOTING)
  return tokens.flatMap((token, at) => {
    if (token.kind === 'name' && token.text === 'system' && tokens[at + 1]?.text === '(') {
      const value = valueOf(tokens.slice(at + 2, matching(tokens, at + 1)), constants)
      return value.kind === 'text' ? runsAwkText(value.word) : []
    }
    if (token.kind !== 'mark') return []
    if (token.text === '|') return aroundPipe(tokens, at, constants)
    const [next] = tokens.slice(at + 1)
    const isWrite = token.text === '>' && next?.kind === 'string' && printsBefore(tokens, at)
    return isWrite
      ? [{ kind: 'call' as const, name: 'open', args: [knownWord(next.text), knownWord('w')] }]
      : []
  })
}

function aroundPipe(tokens: readonly Token[], at: number, constants: Constants): readonly Carried[] {
  if (tokens[at + 1]?.text === '|' || tokens[at - 1]?.text === '|') return []
  const isRead = tokens[at + 1]?.text === 'getline'
  const behind = tokens[at + 1]?.text === '&' ? at + 2 : at + 1
  const value = isRead
    ? valueOf(tokens.slice(startOfStatement(tokens, at), at), constants)
    : valueOf(tokens.slice(behind, endOfStatement(tokens, behind)), constants)
  const printed = isRead ? [] : printedBefore(tokens, at, constants)
  return value.kind === 'text'
    ? [...runsAwkText(value.word), ...(isShell(value.word.text) ? printed : [])]
    : []
}

/** `print "x" | "sh"` */
function printedBefore(tokens: readonly Token[], at: number, constants: Constants): readonly Carried[] {
  const statement = tokens.slice(startOfStatement(tokens, at), at)
  const value = valueOf(
    statement.filter(({ text }) => !/^printf?$/.test(text)),
    constants,
  )
  return value.kind === 'text' ? runsAwkText(value.word) : []
}

function runsAwkText(word: Word): readonly Carried[] {
  return /^\*+$/.test(word.shape) && !word.known ? reports('hidden-code') : runsText(word, { how: 'code' })
}

const MAX_STATEMENT = 60

function startOfStatement(tokens: readonly Token[], at: number): number {
  for (let index = at - 1; index >= Math.max(0, at - MAX_STATEMENT); index--)
    if (/^(?:[;{}(\n]|while)$/.test(tokens[index]?.text ?? '') && tokens[index]?.kind !== 'string')
      return index + 1
  return Math.max(0, at - MAX_STATEMENT)
}

function endOfStatement(tokens: readonly Token[], from: number): number {
  for (let index = from; index < from + MAX_STATEMENT; index++) {
    const token = tokens[index]
    if (token === undefined || (token.kind === 'mark' && /[;}\n]/.test(token.text))) return index
  }
  return from + MAX_STATEMENT
}

function printsBefore(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(startOfStatement(tokens, at), at).some(({ text }) => /^printf?$/.test(text))
}

const SED_RUNS = /(?:^|[;\n{}])[ \t]*(?:(?:\d+|\$|\/[^/\n]*\/)[ \t]*)?e(?:[ \t]+([^\n]+))?(?:[;\n}]|$)/
const SED_FLAG = /[^\w\s][gpIim\d]*e[gpIim\d]*[ \t]*(?:[;\n}]|$)/
const SED_WRITES = /(?:^|[;\n{}/|#,@])[ \t]{0,99}(?:(?:\d{1,9}|\$)[ \t]{0,99})?[gpI\d]{0,20}w[ \t]+([^\n]+)/

/** `e x` runs x, the flag `e` runs what comes out, and `w file` writes. */
function carriedBySed({ program, around, args }: Command): readonly Carried[] {
  if (isHarmlessSed(args.map(({ shape }) => shape))) return []
  const given = readArguments(args, { valued: 'efl', attached: 'i', long: 'expression file line-length' })
  const files = valuesOf(given, '-f', '--file').flatMap((file) => {
    const flow = scriptText(program, file, around)
    return flow?.kind === 'text' ? runBySed(flow.text.text) : reports(flow?.code ?? 'unseen-script')
  })
  const texts = valuesOf(given, '-e', '--expression')
  const scripts = texts.length > 0 ? texts : given.operands.slice(0, 1)
  return [...files, ...scripts.flatMap(({ text }) => runBySed(text))]
}

function runBySed(script: string): readonly Carried[] {
  const runs = SED_RUNS.exec(script)
  const written = SED_WRITES.exec(script)?.[1]
  return [
    ...(runs?.[1] === undefined ? [] : runsText(knownWord(runs[1]))),
    ...((runs !== null && runs[1] === undefined) || SED_FLAG.test(script) ? reports('run-time-script') : []),
    ...(written === undefined
      ? []
      : [{ kind: 'call' as const, name: 'open', args: [knownWord(written), knownWord('w')] }]),
  ]
}
