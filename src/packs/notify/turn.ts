import type { Event } from '../../core/event.ts'
import type { PackContext } from '../code.ts'
import type { News } from './news.ts'

/** Of two needs for input within this time one is told: a host reports the same one by two events. */
const SAME_MS = 5_000

/** Notes that a turn begins. */
export function noteStart({ sessionId }: Event, { store, now }: PackContext): void {
  store.write(turnName(sessionId), String(now()))
}

/** Whether the turn took at least so many seconds. One whose start was not seen counts as long. */
export function tookLong({ sessionId }: Event, seconds: number, { store, now }: PackContext): boolean {
  if (seconds === 0) return true
  const start = Number(store.read(turnName(sessionId)) ?? Number.NaN)
  return Number.isNaN(start) || now() - start >= seconds * 1_000
}

function turnName(sessionId = ''): string {
  return `turn ${sessionId}`
}

/** Whether the same need was told a moment ago; notes that it is told now. */
export function wasTold({ sessionId = '' }: Event, { kind }: News, { store, now }: PackContext): boolean {
  if (kind !== 'input') return false
  const name = `told ${sessionId}`
  const last = Number(store.read(name) ?? Number.NaN)
  const isSame = Math.abs(now() - last) < SAME_MS
  if (!isSame) store.write(name, String(now()))
  return isSame
}
