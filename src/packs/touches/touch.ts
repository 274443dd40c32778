import type { Program, Word } from '../../analyze/line.ts'

/**
 * What a program does with a file. `write`: it puts another content there. `change`: the content stays in part.
 * `delete-tree`: with all that is below. `empty`: nothing of it is left. `link`: it gets a second name. `mode`: others
 * may use it, or nobody. `load`: it is read and not shown. `any`: it cannot be told.
 */
export type How =
  | 'read'
  | 'load'
  | 'write'
  | 'change'
  | 'empty'
  | 'delete'
  | 'delete-tree'
  | 'move'
  | 'link'
  | 'mode'
  | 'mode-tree'
  | 'any'

/** One file that a program touches. */
export type Touch = {
  readonly how: How
  /** Path of the file, as the program gets it. */
  readonly file: Word
  /** True: files below it whose names the line does not tell, and it itself. */
  readonly below?: true
}

/** Returns the files that a program touches by its arguments. */
export type Toucher = (args: readonly Word[], program: Program) => readonly Touch[]

/** Returns one touch for each file. */
export function each(how: How, files: readonly (Word | undefined)[]): readonly Touch[] {
  return files.flatMap((file) => (file === undefined ? [] : [{ how, file }]))
}

/** Returns a word that is exactly this text. */
export function literal(text: string): Word {
  return { text, shape: text.replaceAll('*', String.raw`\*`), known: true, isGlob: false }
}

/** Returns the name that a file has in a folder, after a copy. */
export function within(folder: Word, file: Word): Word {
  const name = lastName(file.text)
  const shape = lastName(file.shape)
  return {
    text: `${folder.text}/${name}`,
    shape: `${folder.shape}/${shape}`,
    known: folder.known && file.known,
    isGlob: folder.isGlob || file.isGlob,
  }
}

function lastName(path: string): string {
  const bare = path.replace(/\/{1,64}$/, '')
  return bare.slice(bare.lastIndexOf('/') + 1)
}
