import type { Effect } from '../core/decision.ts'
import type { State } from '../ports/state.ts'

/** The effects of one late answer, kept until an event of its session can carry them. */
type Kept = { readonly session: string; readonly effects: readonly Effect[] }

/** In the state folder. */
const FOLDER = 'pending'
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000
/** Nobody waits for more; the rest goes with the next events. */
const MOST_AT_ONCE = 20

/** Keeps what a hook in the background said to a session. An answer without effects or without a session is not kept. */
export function keepLateAnswer(state: State, session: string, effects: readonly Effect[]): void {
  if (effects.length === 0 || session === '') return
  sweep(state)
  const unique = `${Date.now().toString(36)}-${process.pid}-${Math.random().toString(36).slice(2)}`
  const kept: Kept = { session, effects }
  state.write(`${FOLDER}/${prefixOf(session)}${unique}.json`, JSON.stringify(kept))
}

/** Returns the effects that wait for a session, oldest first, and removes them: what is taken is gone. */
export function takeLateAnswers(state: State, session: string): readonly Effect[] {
  // Other names are drafts: of a process that is writing now, or of one that was killed while it wrote.
  const mine = state
    .list(FOLDER)
    .filter((name) => name.startsWith(prefixOf(session)) && name.endsWith('.json'))
  return mine
    .toSorted()
    .slice(0, MOST_AT_ONCE)
    .flatMap((name) => take(state, `${FOLDER}/${name}`, session))
}

function take(state: State, name: string, session: string): readonly Effect[] {
  const kept = parse(state.read(name))
  if (kept !== undefined && kept.session !== session) return []
  state.remove(name)
  return kept?.effects ?? []
}

/** A session that ended never comes for what is left. The time is in the name. */
function sweep(state: State): void {
  for (const name of state.list(FOLDER)) {
    const since = Number.parseInt(name.split('-')[1] ?? '', 36)
    if (!(Date.now() - since < KEPT_MS)) state.remove(`${FOLDER}/${name}`)
  }
}

function parse(text: string | undefined): Kept | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<Kept> | null
    return typeof value?.session === 'string' && Array.isArray(value.effects) ? (value as Kept) : undefined
  } catch {
    return undefined
  }
}

/** Any short name will do: the session inside the file decides. */
function prefixOf(session: string): string {
  let hash = 0x811c9dc5
  for (const character of session) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return `${(hash >>> 0).toString(16)}-`
}
