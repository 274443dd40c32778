import type { Event } from '../../../core/event.ts'
import type { Hook } from '../../../core/hook.ts'
import { isObject } from './shape.ts'

type Variables = Record<string, string | undefined>

/** What Claude Code sets for its hooks, as far as it can be known here; its telemetry settings stay with it (2.1.128). */
export function environment(event: Event, hook: Hook, inherited: Readonly<Variables>): Variables {
  const effort = effortOf(event)
  return {
    ...withoutTelemetry(inherited),
    CLAUDE_PROJECT_DIR: forShell(projectDir(event, hook, inherited), hook),
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    ...(event.sessionId !== undefined && { CLAUDE_CODE_SESSION_ID: event.sessionId }),
    ...(effort !== undefined && { CLAUDE_EFFORT: effort }),
  }
}

/**
 * The folder the session was started in, which for a project file is the one that holds `.claude`.
 * Claude Code says it itself; other hosts do not.
 */
function projectDir(event: Event, hook: Hook, inherited: Readonly<Variables>): string {
  const said = inherited['CLAUDE_PROJECT_DIR']
  if (event.wire?.dialect === hook.speaks && said !== undefined && said !== '') return said
  const { file, scope } = hook.source
  const holder = /^(.*)[\\/]\.claude[\\/][^\\/]+$/.exec(file)?.[1]
  return (scope === 'project' || scope === 'local') && holder ? holder : event.projectDir
}

/** Git Bash gets `/c/...` paths, by text alone. */
function forShell(path: string, { handler }: Hook): string {
  if (handler.type !== 'command' || handler.start.kind !== 'inline') return path
  if (handler.start.form !== 'sh-c' || !/^(?:[A-Za-z]:[\\/]|\\\\)/.test(path)) return path
  const drive = /^([A-Za-z]):/.exec(path)?.[1]
  const slashed = path.replaceAll('\\', '/')
  return drive === undefined ? slashed : `/${drive.toLowerCase()}${slashed.slice(2)}`
}

function effortOf(event: Event): string | undefined {
  const { effort } = event.fields as { effort?: unknown }
  return isObject(effort) && typeof effort['level'] === 'string' ? effort['level'] : undefined
}

function withoutTelemetry(inherited: Readonly<Variables>): Variables {
  const names = Object.keys(inherited).filter((name) => name.startsWith('OTEL_'))
  return Object.fromEntries(names.map((name) => [name, undefined]))
}
