import type { Workspace } from '../compose.ts'
import type { Issue } from '../core/issue.ts'
import { limits } from '../engine/limits.ts'
import type { LineOptions, LineParts } from '../session/lines.ts'

export type LineCommandOptions = LineOptions & {
  /** Why there are no lines; nothing a user needs to see. */
  readonly onIssue?: (problem: Issue) => void
}

/** What the status line command prints for this status. */
export async function statusLine(
  workspace: Workspace,
  status: unknown,
  options: LineCommandOptions = {},
): Promise<readonly string[]> {
  const { runStatusLine } = await import('../session/lines.ts')
  return runStatusLine(workspace.commands()['statusLine'] ?? [], status, {
    ...partsOf(workspace),
    ...options,
  })
}

/** The files that the file suggestion command offers for what was typed. */
export async function suggestFiles(
  workspace: Workspace,
  query: string,
  options: LineCommandOptions = {},
): Promise<readonly string[]> {
  const { suggestFiles: suggest } = await import('../session/lines.ts')
  return suggest(workspace.commands()['fileSuggestion'] ?? [], query, {
    ...partsOf(workspace),
    ...options,
  })
}

function partsOf({ run, refuse }: Workspace): LineParts {
  return {
    command: run.handlers.command,
    hookSide: run.hookSide,
    variables: run.variables,
    refuse,
    event: run.probe,
    maxTimeoutMs: limits.maxTimeoutMs,
  }
}
