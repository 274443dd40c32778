import type { Command } from '../carrier.ts'
import type { Flow } from './flow.ts'

/** A program that writes, and what it reads. */
export type Writer = Command & { readonly input: () => Flow | undefined }

/** Returns what a program writes. */
export type Writes = (writer: Writer) => Flow
