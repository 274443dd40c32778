import { posix, win32 } from 'node:path'
import type { CallPart, ToolCall } from '../../core/event.ts'

/** What a call that carries a patch is in canonical terms: its first edit, with the whole text as `patch`. */
export type PatchCall = Pick<ToolCall, 'name' | 'input' | 'parts'> & {
  /** False: no file could be read from the text, so that guards of files see nothing; say so in an issue. */
  readonly isReadable: boolean
}

/** Returns the canonical call of a tool that applies a patch; see `readPatch`. */
export function patchCall(text: string, cwd: string): PatchCall {
  const parts = readPatch(text, cwd)
  const first = parts?.[0] ?? { name: 'Edit', input: {} }
  return {
    name: first.name,
    input: { ...first.input, patch: text },
    ...(parts !== undefined && parts.length > 1 && { parts }),
    isReadable: parts !== undefined,
  }
}

/**
 * Returns the edits that a patch in the `*** Begin Patch` format makes, in its order: a new file is a `Write`, a change
 * or a deletion an `Edit`, and the target of a move a `Write` as well. Paths are absolute, resolved from `cwd`.
 * Undefined when no file is named: such a text is not a patch of this format.
 *
 * Hosts read patches leniently and some have headers of their own (docs/hosts/hermes.md#payloads), so that everything
 * that may be a header counts as one: a guard must see each file that is touched, and sees one too many at worst.
 */
export function readPatch(text: string, cwd: string): readonly CallPart[] | undefined {
  const found: FilePatch[] = []
  for (const line of text.split(/\r?\n|\r/)) {
    const { verb, path = '' } = HEADER.exec(line)?.groups ?? {}
    const { target } = TARGET.exec(line)?.groups ?? {}
    const current = found.at(-1)
    if (verb !== undefined) found.push(begun(verb.toLowerCase(), path))
    else if (target === undefined) current?.lines.push(line)
    else if (current === undefined) found.push(begun('add', target))
    else current.moves.push(target)
  }
  return found.length === 0 ? undefined : found.flatMap((one) => partsOf(one, cwd))
}

/** Spaces before it are tolerated by hosts; a line of content begins with a plus or minus sign, which is not one. */
const HEADER = /^\s*\*{3}\s*(?<verb>\w+)\s+File\s*:\s*(?<path>.*?)\s*$/i
/** Where the file of the header before it goes. */
const TARGET = /^\s*\*{3}\s*\w+\s+to\s*:\s*(?<target>.*?)\s*$/i

type FilePatch = {
  readonly verb: string
  readonly path: string
  readonly moves: string[]
  readonly lines: string[]
}

/** `Move File: OLD -> NEW` names both. */
function begun(verb: string, path: string): FilePatch {
  const [, from, to] = MOVES.has(verb) ? (/^(.*?)\s*->\s*(.*)$/.exec(path) ?? []) : []
  return { verb, path: from ?? path, moves: to === undefined ? [] : [to], lines: [] }
}

const MOVES: ReadonlySet<string> = new Set(['move', 'rename'])

function partsOf({ verb, path, moves, lines }: FilePatch, cwd: string): readonly CallPart[] {
  const added = side(lines, '+')
  return [
    { ...editOf(verb, lines), file_path: path },
    ...moves.map((to) => ({ name: 'Write', file_path: to, content: added })),
  ].map(({ name, file_path, ...texts }) => ({
    name,
    input: { file_path: absolute(file_path, cwd), ...texts },
  }))
}

/** What a verb does to its file; a verb that only another host knows is a change. */
function editOf(verb: string, lines: readonly string[]): { readonly name: string } & TextsOfEdit {
  switch (verb) {
    case 'add':
    case 'create':
      return { name: 'Write', content: lines.filter(isAdded).map(rest).join('\n') }
    case 'delete':
    case 'remove':
      return { name: 'Edit', old_string: '', new_string: '' }
    default:
      return { name: 'Edit', old_string: side(lines, '-'), new_string: side(lines, '+') }
  }
}

type TextsOfEdit = { readonly content?: string; readonly old_string?: string; readonly new_string?: string }

function isAdded(line: string): boolean {
  return line.startsWith('+')
}

function rest(line: string): string {
  return line.slice(1)
}

/** What is there before (`-`) or after (`+`) the change, with the lines around it that the patch shows. */
function side(lines: readonly string[], sign: '-' | '+'): string {
  return lines
    .filter((line) => line.startsWith(sign) || line.startsWith(' '))
    .map(rest)
    .join('\n')
}

function absolute(path: string, cwd: string): string {
  return /^(?:[A-Za-z]:|\\\\)/.test(cwd) ? win32.resolve(cwd, path) : posix.resolve(cwd, path)
}
