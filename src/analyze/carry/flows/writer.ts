import type { Word } from '../../line.ts'
import type { Command } from '../carrier.ts'
import type { Flow } from './flow.ts'

/** A program that writes, and what it reads. */
export type Writer = Command & {
  readonly input: () => Flow | undefined
  readonly file: (file: Word) => Flow
}

/** Returns what a program writes. */
export type Writes = (writer: Writer) => Flow
