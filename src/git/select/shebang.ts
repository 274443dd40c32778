import { isIssue } from '../../core/issue.ts'
import { splitWords } from '../../shells/argv.ts'
import { readHead } from './head.ts'

const PRINTABLE = /^[\x20-\x7e\t-\r]*$/
/** A first line is nearly always shorter. */
const USUAL_BYTES = 1_024
/** Past this nothing is read: no system runs a script with such a first line. */
const MOST_BYTES = 65_536

/** The command that a file's `#!` line names, without `env`; absent for a file that names none or cannot be read. */
export function readShebang(path: string | Buffer): readonly string[] | undefined {
  const [first = '', ...more] = firstLines(path)
  const words = commandOf(first)
  if (words === undefined) return undefined
  const command = withoutEnv(words)
  if (command.length === 0) return undefined
  return command[0] === 'nix-shell' ? (nixCommand(more) ?? command) : command
}

function firstLines(path: string | Buffer): readonly string[] {
  const usual = readHead(path, USUAL_BYTES)?.toString('latin1')
  if (!usual?.startsWith('#!')) return []
  const isWhole = usual.length < USUAL_BYTES || (usual.includes('\n') && !usual.includes('nix-shell'))
  const text = isWhole ? usual : readHead(path, MOST_BYTES)?.toString('latin1')
  return text?.split('\n') ?? []
}

function commandOf(line: string): readonly string[] | undefined {
  if (!line.startsWith('#!') || !PRINTABLE.test(line)) return undefined
  const words = splitWords(line.slice(2).trim())
  return isIssue(words) ? undefined : words
}

function withoutEnv(words: readonly string[]): readonly string[] {
  if (words[0] !== '/usr/bin/env' && words[0] !== 'env') return words
  return words.slice(words[1] === '-S' ? 2 : 1)
}

/** The interpreter is named in further `#!` lines, by the last that has `nix-shell … -i NAME`. */
function nixCommand(lines: readonly string[]): readonly string[] | undefined {
  const end = lines.findIndex((line) => !line.startsWith('#!') || !PRINTABLE.test(line))
  const named = lines.slice(0, end === -1 ? undefined : end).map(nixInterpreter)
  const name = named.findLast((each) => each !== undefined)
  return name === undefined ? undefined : [name]
}

function nixInterpreter(line: string): string | undefined {
  const words = commandOf(line) ?? []
  const flag = words.indexOf('-i')
  return words[0] === 'nix-shell' && flag !== -1 ? words[flag + 1] : undefined
}
