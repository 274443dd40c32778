import { issue, type Issue } from '../core/issue.ts'
import type { State } from '../ports/state.ts'
import { createStateReader } from './state-reader.ts'

/** One hook that the user switched off. */
export type Switch = {
  /** The id it had then. */
  readonly id: string
  /** Absent for the user's own hooks, which are off everywhere. */
  readonly project?: string
  /** The scope of its source, and who brought it, as `plugin:NAME`. Absent in files of older versions. */
  readonly scope?: string
  readonly owner?: string
  /** Where it stood then: its file and the path of keys in it, as `placeKey` joins them. Absent in files of older versions. */
  readonly place?: string
  /** Milliseconds since 1970. Absent: until it is switched on. */
  readonly until?: number
  /** Digests of what it did then. Absent in files of older versions, which knew the id alone. */
  readonly meanings?: readonly string[]
  /** The user was told that the id names another hook now. */
  readonly isTold?: boolean
}

export type SwitchReading = { readonly switches: readonly Switch[]; readonly problem: Issue | undefined }

/** What the user switched off, as the file has it at each moment, whoever wrote it. */
export type SwitchStore = {
  read(): SwitchReading
  /** `waitMs`: how long others are waited for, instead of the usual time. */
  change(next: (switches: readonly Switch[]) => readonly Switch[], waitMs?: number): Issue | undefined
}

const FILE = 'disabled.json'

export function openSwitchStore(state: State): SwitchStore {
  const reading = (text: string | undefined): SwitchReading => {
    const all = parse(text)
    return all === undefined
      ? { switches: [], problem: unreadable(state) }
      : { switches: all.filter(isSwitch), problem: undefined }
  }
  return {
    read: createStateReader(state, FILE, reading),
    change: (next, waitMs) => state.update(FILE, (text) => changed(text, next) ?? unreadable(state), waitMs),
  }
}

/** What this version does not understand stays. Undefined when the whole file cannot be understood. */
function changed(
  text: string | undefined,
  next: (switches: readonly Switch[]) => readonly Switch[],
): string | undefined {
  const all = parse(text)
  if (all === undefined) return undefined
  const foreign = all.filter((each) => !isSwitch(each))
  return `${JSON.stringify([...foreign, ...next(all.filter(isSwitch))], undefined, 1)}\n`
}

function parse(text: string | undefined): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isSwitch(value: unknown): value is Switch {
  if (typeof value !== 'object' || value === null) return false
  const { id, project, scope, owner, place, until, meanings } = value as Partial<
    Record<keyof Switch, unknown>
  >
  const isPlaced = [project, scope, owner, place].every((each) => each === undefined || isText(each))
  const isBound = meanings === undefined || (Array.isArray(meanings) && meanings.every(isText))
  return isText(id) && isPlaced && isBound && (until === undefined || isTime(until))
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** What `Date` can say. */
function isTime(value: unknown): boolean {
  return typeof value === 'number' && !Number.isNaN(new Date(value).getTime())
}

function unreadable({ dir }: State): Issue {
  return issue(
    'disable.unreadable',
    { file: `${dir}/${FILE}` },
    'The list of hooks you switched off cannot be read, so none of them is off.',
    'Mend or delete it, and switch hooks off again with `hookwright disable`.',
  )
}
