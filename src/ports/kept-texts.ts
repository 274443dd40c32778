import { join } from 'node:path'
import type { Issue } from '../core/issue.ts'
import type { State } from './state.ts'

const FOLDER = 'texts'
/** A model reads such a file within its session; sessions are resumed for days. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000
const MOST_FILES = 100

/** Writes a text that was too long for its host to a new private file. Returns the path, or why there is none. */
export function keepText(state: State, text: string, now: number): string | Issue {
  sweepTexts(state, now, MOST_FILES - 1)
  const name = `${FOLDER}/${now.toString(36)}-${process.pid}-${Math.random().toString(36).slice(2, 10)}.txt`
  return state.write(name, text) ?? join(state.dir, name)
}

/** Removes texts that are a week old, and the oldest beyond `most`. The time is in the name. */
export function sweepTexts(state: State, now: number, most = MOST_FILES): void {
  const found = state.list(FOLDER).toSorted((a, b) => timeOf(a) - timeOf(b))
  const old = found.filter((name, index) => index < found.length - most || !(now - timeOf(name) < KEPT_MS))
  for (const name of old) state.remove(`${FOLDER}/${name}`)
}

function timeOf(name: string): number {
  return Number.parseInt(name.split('-', 1)[0] ?? '', 36)
}
