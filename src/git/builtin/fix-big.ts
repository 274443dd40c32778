import type { Buffer } from 'node:buffer'
import type { BigFile } from './big-file.ts'

/** What a piece of whole lines becomes; undefined: it stays. */
export type FixPiece = (piece: Buffer) => Uint8Array | undefined

/** Whether anything was wrong. The file is written only if something was. */
export async function fixBig(file: BigFile, fix: FixPiece): Promise<boolean> {
  for await (const piece of file.pieces()) {
    if (fix(piece) === undefined) continue
    await file.rewrite(fixed(file, fix))
    return true
  }
  return false
}

async function* fixed(file: BigFile, fix: FixPiece): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of file.pieces()) yield fix(piece) ?? piece
}
