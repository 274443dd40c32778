import { readGitConfig, type ReadConfig } from './read-config.ts'
import type { Known } from './reading.ts'

/** Texts together, in characters, that are kept: enough for the configs of a large workspace. */
const MOST_CHARACTERS = 1_048_576

type Kept = { readonly text: string; readonly known: Known; readonly read: ReadConfig }

/** By file, oldest first. */
const kept = new Map<string, Kept>()
let size = 0

/** `readGitConfig`, which is pure, with its last results kept: a process that runs often reads the same text again. */
export function readGitConfigOnce(text: string, file: string, known: Known): ReadConfig {
  const earlier = kept.get(file)
  if (earlier?.text === text && earlier.known === known) return earlier.read
  if (earlier) forget(file, earlier)
  const read = readGitConfig(text, file, known)
  kept.set(file, { text, known, read })
  size += text.length
  for (const [name, each] of kept) {
    if (size <= MOST_CHARACTERS) break
    forget(name, each)
  }
  return read
}

function forget(file: string, { text }: Kept): void {
  kept.delete(file)
  size -= text.length
}
