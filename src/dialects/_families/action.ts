import type { Event } from '../../core/event.ts'

/**
 * Returns what identifies a tool call by the id that the host gave it. Some models number their calls anew in every
 * session or turn, so that the arguments count as well.
 */
export function actionByUseId({ sessionId, tool }: Event): string | undefined {
  if (sessionId === undefined || tool?.useId === undefined || tool.useId === '') return undefined
  return JSON.stringify([sessionId, tool.useId, tool.nativeName, tool.nativeInput])
}
