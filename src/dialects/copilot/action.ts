import type { Event } from '../../core/event.ts'
import { actionByUseId } from '../_families/action.ts'
import type { Surface } from './surfaces.ts'

/** Events without a tool that a session fires one at a time. */
const ONE_BY_ONE: ReadonlySet<string> = new Set(['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'Stop'])

/**
 * Returns a text that all calls about one firing share. The CLI gives calls no id, but tells every hook of a firing the
 * same time, in its own files and in those of Claude Code (docs/hosts/copilot.md#double-runs). Of the other programs
 * that is not known: there only an id counts.
 */
export function actionOn(surface: Surface): (event: Event) => string | undefined {
  return (event) => actionByUseId(event) ?? (surface === 'cli' ? actionByTime(event) : undefined)
}

function actionByTime({ name, sessionId, prompt, tool, fields }: Event): string | undefined {
  const { timestamp } = fields
  if (!sessionId || typeof timestamp !== 'number') return undefined
  if (tool !== undefined) return JSON.stringify([sessionId, timestamp, tool.name, tool.input])
  return ONE_BY_ONE.has(name) ? JSON.stringify([sessionId, timestamp, prompt ?? null]) : undefined
}
