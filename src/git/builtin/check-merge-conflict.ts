import type { Buffer } from 'node:buffer'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isIssue } from '../../core/issue.ts'
import type { BuiltinHook } from './builtin.ts'
import { countLines, nextLine } from './bytes.ts'
import { eachFile, type Visit } from './each-file.ts'
import { parseOptions, type OptionTable } from './options.ts'
import { shownName } from './shown-name.ts'

const TABLE: OptionTable = { flags: [{ long: 'assume-in-merge' }], rest: 'names' }

const START = '<<<<<<< '
const ANCESTOR = '||||||| '
const SEPARATOR = /^=======(?: |\r?\n)/
const END = '>>>>>>> '
const HEAD_BYTES = 9

export const checkMergeConflict: BuiltinHook = {
  id: 'check-merge-conflict',
  name: 'check for merge conflicts',
  description: 'Checks for files that contain merge conflict strings.',
  types: ['text'],
  fixes: false,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, TABLE)
    if (isIssue(options)) return options
    if (!options.has('assume-in-merge') && !isInMerge(context.git.gitDir)) return { code: 0, output: '' }
    return eachFile([...options.rest, ...names], context, VISIT)
  },
}

function isInMerge(gitDir: string): boolean {
  const has = (name: string): boolean => existsSync(join(gitDir, name))
  return has('MERGE_MSG') && (has('MERGE_HEAD') || has('rebase-apply') || has('rebase-merge'))
}

const VISIT: Visit = {
  file(bytes, name) {
    const lines = findMarks(bytes, { line: 1, inside: false })
    return lines.length === 0 ? undefined : { output: describe(lines, name) }
  },
  async big(file, name) {
    const state = { line: 1, inside: false }
    const lines: Mark[] = []
    for await (const piece of file.pieces()) {
      lines.push(...findMarks(piece, state))
      state.line += countLines(piece)
    }
    return lines.length === 0 ? undefined : { output: describe(lines, name) }
  },
}

type Mark = { readonly line: number; readonly text: string }
/** Where the bytes start, and whether a conflict is open there; `inside` is kept up to date. */
type State = { readonly line: number; inside: boolean }

function findMarks(bytes: Buffer, state: State): readonly Mark[] {
  if (!state.inside && !bytes.includes(START) && !bytes.includes(END)) return []
  const marks: Mark[] = []
  let { line } = state
  for (let start = 0; start < bytes.length; start = nextLine(bytes, start), line += 1) {
    const text = markOf(bytes.toString('latin1', start, Math.min(bytes.length, start + HEAD_BYTES)), state)
    if (text !== undefined) marks.push({ line, text })
  }
  return marks
}

function markOf(head: string, state: State): string | undefined {
  if (head.startsWith(START)) {
    state.inside = true
    return START
  }
  if (head.startsWith(END)) {
    state.inside = false
    return END
  }
  if (!state.inside) return undefined
  if (head.startsWith(ANCESTOR)) return ANCESTOR
  return SEPARATOR.test(head) ? '=======' : undefined
}

function describe(marks: readonly Mark[], name: string): string {
  return marks
    .map(({ line, text }) => `${shownName(name)}:${line}: Merge conflict string "${text}" found\n`)
    .join('')
}
