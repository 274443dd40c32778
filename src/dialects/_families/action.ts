import type { Event } from '../../core/event.ts'

/**
 * Returns what identifies a tool call by the id that the host gave it. Some models number their calls anew in every
 * session or turn, so that the arguments and the directory count as well, and `turn` where the host has one.
 */
export function actionByUseId({ sessionId, cwd, tool }: Event, turn?: unknown): string | undefined {
  if (!sessionId || !tool?.useId) return undefined
  return JSON.stringify([sessionId, turn, tool.useId, tool.nativeName, tool.nativeInput, cwd])
}
