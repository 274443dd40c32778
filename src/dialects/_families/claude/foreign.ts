import type { Hook } from '../../../core/hook.ts'

/** True for a hook of another dialect's file, where the habits of this wire's own host do not bind. */
export function isForeign({ dialect, wire }: Hook): boolean {
  return dialect !== wire
}
