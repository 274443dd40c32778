import { createHash } from 'node:crypto'
import type { Issue } from '../../core/issue.ts'
import type { State } from '../../ports/state.ts'

/** The text that a file had before a change, kept in the state folder. */
export type Backup = {
  /** Below the state folder. */
  readonly name: string
  readonly digest: string
}

const FOLDER = 'backups'
/** Per file. */
const MOST_KEPT = 10

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

type Keeping = {
  /** Real path of the file. */
  readonly file: string
  readonly text: string
  readonly now: number
  /** Is never removed, however old. */
  readonly needed?: string | undefined
}

/** Keeps a text, and forgets the oldest of the file beyond ten. The disk has it when this returns. */
export function keepBackup(state: State, { file, text, now, needed }: Keeping): Backup | Issue {
  const stem = `${digestOf(file).slice(0, 16)}-`
  const digest = digestOf(text)
  const kept = namesOf(state, stem)
  const same = kept.find((name) => name.endsWith(`-${digest}`) && state.read(name) === text)
  if (same !== undefined) return { name: same, digest }
  const name = `${FOLDER}/${stem}${String(now).padStart(15, '0')}-${digest}`
  const problem = state.update(name, () => text)
  if (problem !== undefined) return problem
  const old = kept.filter((each) => each !== needed).slice(0, -(MOST_KEPT - 1))
  for (const each of old) state.remove(each)
  return { name, digest }
}

/** Undefined when it is gone or not what it was. */
export function readBackup(state: State, { name, digest }: Backup): string | undefined {
  const text = state.read(name)
  return text !== undefined && digestOf(text) === digest ? text : undefined
}

/** The oldest first. Drafts of a killed process have longer names. */
function namesOf(state: State, stem: string): readonly string[] {
  return state
    .list(FOLDER)
    .filter((name) => name.startsWith(stem) && /-[0-9a-f]{64}$/.test(name))
    .toSorted()
    .map((name) => `${FOLDER}/${name}`)
}
