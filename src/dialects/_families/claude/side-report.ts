import type { Answer } from '../../../core/decision.ts'
import { describeHandler, type Hook } from '../../../core/hook.ts'
import type { Outcome } from '../../../core/outcome.ts'
import { isObject } from './shape.ts'
import { clean } from './text.ts'

/** One hook of an event outside the conversation, and what came of it. */
export type Ran = { readonly hook: Hook; readonly outcome: Outcome; readonly answer: Answer }

/** What the user sees of PreCompact and PostCompact: one line per hook. */
export function compactLines(event: string, ran: readonly Ran[]): readonly string[] {
  return ran.map((one) => {
    const output = outputOf(one)
    const ended = hasSucceeded(one) ? 'completed successfully' : 'failed'
    return `${event} [${describeHandler(one.hook.handler)}] ${ended}${output === '' ? '' : `: ${output}`}`
  })
}

/** What the user sees of SessionEnd: hooks that failed and said why. */
export function sessionEndLines(ran: readonly Ran[]): readonly string[] {
  const failed = ran.filter((one) => !hasSucceeded(one) && outputOf(one) !== '')
  return failed.map(
    (one) => `SessionEnd hook [${describeHandler(one.hook.handler)}] failed: ${outputOf(one)}`,
  )
}

/** Why there is no worktree: every hook that failed, with what it wrote. */
export function worktreeFailure(ran: readonly Ran[]): string {
  const failed = ran.filter((one) => !hasSucceeded(one))
  const parts = failed.map((one) => `${describeHandler(one.hook.handler)}: ${outputOf(one) || 'no output'}`)
  return `WorktreeCreate hook failed: ${parts.join('; ') || 'no successful output'}`
}

/** A command succeeds by exit 0 alone; a no in JSON is a successful one. */
function hasSucceeded({ outcome, answer }: Ran): boolean {
  return answer.failure === undefined && (outcome.kind !== 'exited' || outcome.code === 0)
}

function outputOf(one: Ran): string {
  return clean(rawOutput(one)).trim()
}

function rawOutput(one: Ran): string {
  const { outcome, answer } = one
  switch (outcome.kind) {
    case 'exited':
      if (hasSucceeded(one)) return outcome.stdout.text
      return outcome.code === 0 ? firstProblem(answer) : outcome.stderr.text
    case 'answered':
      return hasSucceeded(one) ? saidText(outcome.body, answer) : firstProblem(answer)
    case 'timed-out':
    case 'cancelled':
      return 'Hook cancelled'
    case 'not-started':
    case 'failed':
      return outcome.issue.message
    case 'backgrounded':
      return ''
  }
}

/** The content of a response; of a function, what it wants the user to read, also where the event discards that. */
function saidText(body: unknown, { effects }: Answer): string {
  if (typeof body === 'string') return body
  if (isObject(body) && typeof body['systemMessage'] === 'string') return body['systemMessage']
  return effects.flatMap((effect) => (effect.kind === 'message' ? effect.text : [])).join('\n')
}

function firstProblem({ issues }: Answer): string {
  return issues[0]?.message ?? ''
}
