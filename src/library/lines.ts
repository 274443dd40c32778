import type { Workspace } from '../workspace/open.ts'
import type { Issue } from '../core/issue.ts'
import { limits } from '../engine/limits.ts'
import type { LineOptions, LineParts } from '../session/lines.ts'
import { isObject } from '../core/argument.ts'

export type LineCommandOptions = LineOptions & {
  /** Why there are no lines; nothing a user needs to see. */
  readonly onIssue?: (problem: Issue) => void
}

export type SuggestionOptions = LineCommandOptions & {
  /** The session in which somebody types. The function `env` of createEngine is asked for its variables. */
  readonly sessionId?: string
}

/** What the status line command prints for this status, in the session that the status names. */
export async function statusLine(
  workspace: Workspace,
  status: unknown,
  options: LineCommandOptions = {},
): Promise<readonly string[]> {
  const { runStatusLine } = await import('../session/lines.ts')
  const sessionId = isObject(status) ? status['session_id'] : undefined
  return runStatusLine(workspace.commands()['statusLine'] ?? [], status, {
    ...partsOf(workspace, typeof sessionId === 'string' ? sessionId : undefined),
    ...options,
  })
}

/** The files that the file suggestion command offers for what was typed. */
export async function suggestFiles(
  workspace: Workspace,
  query: string,
  { sessionId, ...options }: SuggestionOptions = {},
): Promise<readonly string[]> {
  const { suggestFiles: suggest } = await import('../session/lines.ts')
  return suggest(workspace.commands()['fileSuggestion'] ?? [], query, {
    ...partsOf(workspace, sessionId),
    ...options,
  })
}

function partsOf(
  { run, refuse, trust, safeEnvironments }: Workspace,
  sessionId: string | undefined,
): LineParts {
  return {
    command: run.handlers.command,
    hookSide: run.hookSide,
    variables: run.variables,
    refuse,
    watch: trust.watch,
    safeEnv: safeEnvironments.safeEnv,
    event: (name) => run.probe(name, sessionId),
    maxTimeoutMs: limits.maxTimeoutMs,
  }
}
