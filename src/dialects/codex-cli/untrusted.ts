import { valueAt } from '../_families/bridge-file.ts'
import { isObject } from '../_families/claude/shape.ts'
import type { Obstacle, ObstacleSearch } from '../bridge-spec.ts'
import { hookKey, trustText } from './trust-text.ts'

type Entries = Pick<ObstacleSearch, 'places' | 'isOwn' | 'sha256'> & {
  /** The file with our entries, and its value. */
  readonly file: string
  readonly value: unknown
  /** Value of the user's `config.toml`, in which Codex keeps what a person trusts. */
  readonly settings: unknown
}

/** Codex skips entries that nobody has trusted, or that changed since, without a word. */
export function untrusted(entries: Entries): readonly Obstacle[] {
  const hooks = valueAt(entries.value, 'hooks')
  if (!isObject(hooks)) return []
  const events = Object.keys(hooks).filter((event) => isSkipped(event, hooks[event], entries))
  if (events.length === 0) return []
  const text = `Codex skips the entries of hookwright for ${events.join(', ')}: nobody has trusted them as they are now.`
  return [{ text, mend: 'Type `/hooks` in Codex and approve the entries of hookwright.', events }]
}

function isSkipped(
  event: string,
  groups: unknown,
  { file, settings, places, isOwn, sha256 }: Entries,
): boolean {
  if (!Array.isArray(groups)) return false
  return groups.some((group: unknown, at) => {
    const handlers = valueAt(group, 'hooks')
    if (!Array.isArray(handlers)) return false
    return handlers.some((handler: unknown, index) => {
      const { command: posix, commandWindows, timeout } = isObject(handler) ? handler : {}
      const command = places.platform === 'win32' ? (commandWindows ?? posix) : posix
      if (typeof command !== 'string' || !isOwn(command)) return false
      const key = hookKey({ event, source: { file, pointer: ['hooks', event, at, 'hooks', index] } })
      const matcher = valueAt(group, 'matcher')
      const text = trustText({
        event,
        command,
        ...(typeof matcher === 'string' && { matcher }),
        ...(typeof timeout === 'number' && { timeout }),
      })
      return valueAt(settings, 'hooks', 'state', key, 'trusted_hash') !== `sha256:${sha256(text)}`
    })
  })
}
