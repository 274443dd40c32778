import {
  compactLines as linesOfCompaction,
  sessionEndLines as linesOfEnd,
  worktreeFailure,
  textsOfRun,
  type HostText,
} from '../dialects/canonical.ts'
import type { Run } from '../engine/run.ts'
import { systemFiles, type Files } from '../ports/files.ts'
import { chooseWorktree } from '../session/outcomes.ts'

export { compactInstructions, elicitationReply, ranAnyHook } from '../session/outcomes.ts'
export type { HostText }
export type { ElicitationAnswer } from '../session/outcomes.ts'

/** What `WorktreeCreate` hooks made. */
export type Worktree =
  | {
      /** Absolute path of the new worktree. */
      readonly path: string
      /** Id of the hook that made it. */
      readonly hook: string
    }
  | {
      /** Undefined: no hook made a worktree. */
      readonly path: undefined
      /** Why, for the user: what each hook said. */
      readonly failure: string
    }

/**
 * Returns the texts that Claude Code shows after a run, in its own words and in configuration order: feedback of stop
 * hooks, blocking errors, stops, messages, contexts and hooks that failed, each with who reads it.
 */
export function hostTexts({ plan, results, verdict }: Run): readonly HostText[] {
  return textsOfRun({ event: plan.event, results, verdict })
}

/** Returns the worktree that a run of `WorktreeCreate` made, or why it made none. */
export function worktreePath(run: Run, files: Pick<Files, 'realpath'> = systemFiles): Worktree {
  const choice = chooseWorktree(run, files)
  if (choice.path !== undefined) return choice
  return { path: undefined, failure: worktreeFailure(choice.results) }
}

/** Returns the lines to show after a run of `PreCompact` or `PostCompact`: one for each hook. */
export function compactLines({ plan, results }: Run): readonly string[] {
  return linesOfCompaction(plan.event.name, results)
}

/** Returns the lines to show after a run of `SessionEnd`: hooks that failed and said why. */
export function sessionEndLines({ results }: Run): readonly string[] {
  return linesOfEnd(results)
}
