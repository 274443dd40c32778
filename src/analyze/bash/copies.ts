import { posix } from 'node:path'
import type { Folder } from '../line.ts'
import { operandsOf, type BuiltinCall, type BuiltinRows } from './builtin.ts'
import { nameOf } from './names.ts'
import { literal, type Piece } from './piece.ts'
import { changing, type State } from './state.ts'

/** Programs that make a file of another one. */
export const MAKES_COPIES: BuiltinRows = {
  'cp mv install': (call) => noteCopy(call, false),
  ln: (call) => noteCopy(call, true),
  cat: (call) => {
    const [from, ...more] = operandsOf(call.args)
    const [target] = call.shell.redirections.filter(({ mode }) => mode === 'write').slice(-1)
    if (from !== undefined && more.length === 0 && target !== undefined)
      note(call, target.target, { from, isLink: false })
  },
}

function noteCopy(call: BuiltinCall, isLink: boolean): void {
  const operands = operandsOf(call.args)
  const [from, to] = operands.slice(-2)
  if (from === undefined || to === undefined) return
  note(call, to, { from, isLink })
}

/** A folder gets a file of the same name. */
function note(
  { shell: { state } }: BuiltinCall,
  to: Pick<Piece, 'text' | 'known'>,
  copy: { readonly from: Piece; readonly isLink: boolean },
): void {
  const path = to.known ? pathAt(state.folder, to.text) : undefined
  if (path === undefined) return
  const { copies } = changing(state)
  copies.set(path, copy)
  const name = nameOf(copy.from)
  if (name !== undefined) copies.set(posix.join(path, name), copy)
}

/** Returns the words with what the line has made of other files written as those; undefined: there are none. */
export function originalWords(
  words: readonly Piece[],
  { copies, folder }: State,
): readonly Piece[] | undefined {
  if (copies.size === 0) return undefined
  const originals = words.map((word, at) => (at === 0 ? originalProgram(word) : originalPath(word)))
  return originals.some((word, at) => word !== words[at]) ? originals : undefined

  function originalProgram(word: Piece): Piece {
    const path = word.known && word.text.includes('/') ? pathAt(folder, word.text) : undefined
    return (path === undefined ? undefined : copies.get(path)?.from) ?? word
  }

  /** Only what lies behind a link is elsewhere: the link itself is a file of its own. */
  function originalPath(word: Piece): Piece {
    const at = word.text.indexOf('/')
    if (at <= 0 || (!word.known && !word.isGlob)) return word
    const path = pathAt(folder, word.text.slice(0, at))
    const copy = path === undefined ? undefined : copies.get(path)
    return copy?.isLink === true ? joinWithRest(copy.from, word, at) : word
  }
}

function joinWithRest(from: Piece, word: Piece, at: number): Piece {
  const rest = literal(word.text.slice(at))
  const behind = word.known ? rest : { ...rest, shape: word.shape.slice(at), known: false }
  return {
    ...from,
    text: from.text + behind.text,
    shape: from.shape + behind.shape,
    known: from.known && behind.known,
  }
}

function pathAt(folder: Folder, text: string): string | undefined {
  if (text.startsWith('/')) return posix.normalize(text)
  return folder.kind === 'known' ? posix.join(folder.path, text) : undefined
}
