import { join } from 'node:path'
import type { Step } from '../core/plan.ts'
import type { EngineParts } from '../engine/parts.ts'
import { repeatedRun } from '../engine/pipeline.ts'
import type { Run } from '../engine/run.ts'
import type { ParsedArgs } from './args.ts'
import type { Call } from './replies.ts'

type Once = NonNullable<EngineParts['once']>

/**
 * One decision per action: hosts call us twice when the user's and the project's file have a bridge, when they also run
 * the files of another host, and for actions that fire two events. The second call gets the verdict of the first.
 */
export function decideOnce(call: Call, signal: AbortSignal, deadlineMs?: number): Once {
  return async (begun, decide) => {
    const { dialect, workspace, invocation } = call
    const { event, steps } = begun.plan
    const action = dialect.actionOf?.(event)
    if (action === undefined || workspace === undefined || workspace.state.problem) return decide()
    const [{ shareAction }, { openClaims }] = await Promise.all([
      import('../actions/share.ts'),
      import('../ports/claims.ts'),
    ])
    const settings = [workspace.places.projectDir, settingsOf(invocation.args), steps.map(({ hook }) => hook)]
    const told = { native: event.native, useId: event.tool === undefined ? 'none' : event.tool.useId }
    const identity = { host: dialect.name, event: event.name, action, call: told, settings }
    const claims = openClaims(join(workspace.state.dir, 'actions'))
    const shared = shareAction(identity, claims, workspace.clock.age())
    const earlier = await shared.earlier(patient(signal, deadlineMs ?? longest(steps)))
    if (earlier !== undefined) return repeatedRun(begun, earlier)
    let run: Run | undefined
    try {
      return (run = await decide())
    } finally {
      if (run === undefined || signal.aborted) shared.release()
      else shared.keep(run.verdict)
    }
  }
}

/** The other call has the same deadline, and a little is left to answer in its place when it is stuck. */
function patient(signal: AbortSignal, deadlineMs: number): AbortSignal {
  return AbortSignal.any([
    signal,
    AbortSignal.timeout(Math.min(Math.floor(deadlineMs * 0.9), LONGEST_TIMER_MS)),
  ])
}

/** Node takes a longer time for none. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Without a deadline: as long as all hooks take when they run one after the other, each to its timeout. */
function longest(steps: readonly Step[]): number {
  return steps.reduce((sum, { hook }) => sum + hook.timeoutMs, 0)
}

/** Options that decide which hooks run and how their answers are used. */
const SETTINGS = ['source', 'plugin', 'cwd', 'trust-project', 'headless'] as const

function settingsOf({ options }: ParsedArgs): readonly unknown[] {
  return SETTINGS.map((name) => options.get(name) ?? null)
}
