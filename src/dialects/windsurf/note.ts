import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { windsurfEvents } from './events.ts'
import { kindOf } from './tools.ts'

/** What the file says of a hook besides its command. */
type Note = {
  /** The event as the file names it. */
  readonly native: string
  /** Its stdout is shown to the user. */
  readonly isShown: boolean
}

export function writeNote({ native, isShown }: Note): string {
  return `${native}${isShown ? ':shown' : ''}`
}

/** A hook of our own files that speaks this wire gets the event that fits the call. */
export function readNote({ note, wire, dialect }: Hook, event: Event): Note {
  if (note !== undefined && wire === dialect) {
    const [native = '', shown] = note.split(':')
    return { native, isShown: shown === 'shown' }
  }
  return { native: nativeFor(event), isShown: true }
}

/** Returns the native event for an event of any host; an event that Windsurf does not have keeps its name. */
function nativeFor({ name, native, tool }: Event): string {
  if (Object.hasOwn(windsurfEvents, native)) return native
  const kind = tool && kindOf(tool)
  if (kind !== undefined) return `${name === 'PreToolUse' ? 'pre' : 'post'}_${kind}`
  return (
    Object.entries(windsurfEvents).find(
      ([, spec]) => spec.event === name && spec.subject === undefined,
    )?.[0] ?? name
  )
}
