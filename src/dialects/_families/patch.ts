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
 * Hosts read patches leniently, so that everything that may be a header counts as one: a guard must see each file that
 * is touched, and sees one too many at worst.
 */
export function readPatch(text: string, cwd: string): readonly CallPart[] | undefined {
  const found: FilePatch[] = []
  for (const line of text.split(/\r?\n|\r/)) {
    const header = HEADER.exec(line)
    const current = found.at(-1)
    if (header === null) current?.lines.push(line)
    else if (header[1]?.toLowerCase() === MOVE) current?.moves.push(header[2] ?? '')
    else found.push({ verb: header[1] ?? '', path: header[2] ?? '', moves: [], lines: [] })
  }
  return found.length === 0 ? undefined : found.flatMap((one) => partsOf(one, cwd))
}

const MOVE = 'move to'

/** Spaces before it are tolerated by hosts; a line of content begins with a plus or minus sign, which is not one. */
const HEADER = /^\s*\*\*\*\s*(Add File|Update File|Delete File|Move to)\s*:\s*(.*?)\s*$/i

type FilePatch = {
  readonly verb: string
  readonly path: string
  readonly moves: string[]
  readonly lines: string[]
}

function partsOf({ verb, path, moves, lines }: FilePatch, cwd: string): readonly CallPart[] {
  const file_path = absolute(path, cwd)
  const added = side(lines, '+')
  switch (verb.toLowerCase()) {
    case 'add file':
      return [{ name: 'Write', input: { file_path, content: lines.filter(isAdded).map(rest).join('\n') } }]
    case 'delete file':
      return [{ name: 'Edit', input: { file_path, old_string: '', new_string: '' } }]
    default:
      return [
        { name: 'Edit', input: { file_path, old_string: side(lines, '-'), new_string: added } },
        ...moves.map((to) => ({ name: 'Write', input: { file_path: absolute(to, cwd), content: added } })),
      ]
  }
}

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
