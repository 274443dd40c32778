import type { Answer } from '../../../core/decision.ts'
import { describeHandler, type Hook } from '../../../core/hook.ts'
import type { Outcome } from '../../../core/outcome.ts'
import { complaint } from './failures.ts'
import { isObject } from './shape.ts'
import { clean } from './text.ts'

/** One step of an event whose results the host shows by itself. */
export type SideStep = { readonly hook: Hook; readonly outcome: Outcome; readonly answer: Answer }

/** What the user is shown after PreCompact and PostCompact: one line for each hook. */
export function compactLines(event: string, steps: readonly SideStep[]): readonly string[] {
  return steps.map((step) => {
    const { succeeded, output } = readStep(step)
    const ending = succeeded ? 'completed successfully' : 'failed'
    return `${event} [${describeHandler(step.hook.handler)}] ${ending}${output === '' ? '' : `: ${output}`}`
  })
}

/** What stderr gets after SessionEnd: the failures that said something. */
export function sessionEndLines(steps: readonly SideStep[]): readonly string[] {
  return steps.flatMap((step) => {
    const { succeeded, output } = readStep(step)
    const command = describeHandler(step.hook.handler)
    return succeeded || output === '' ? [] : `SessionEnd hook [${command}] failed: ${output}`
  })
}

type Reading = { readonly succeeded: boolean; readonly output: string }

function readStep({ hook, outcome, answer }: SideStep): Reading {
  switch (outcome.kind) {
    case 'exited':
      if (outcome.code !== 0) return { succeeded: false, output: complaint(outcome, hook) }
      if (answer.failure !== undefined) return { succeeded: false, output: problemOf(answer) }
      return { succeeded: true, output: tidy(outcome.stdout.text) }
    case 'answered':
      if (answer.failure !== undefined) return { succeeded: false, output: problemOf(answer) }
      return { succeeded: true, output: tidy(bodyText(outcome.body)) }
    case 'timed-out':
    case 'cancelled':
      return { succeeded: false, output: 'Hook cancelled' }
    case 'not-started':
    case 'failed':
      return { succeeded: false, output: tidy(outcome.issue.message) }
    case 'backgrounded':
      return { succeeded: true, output: '' }
  }
}

function problemOf({ issues }: Answer): string {
  return tidy(issues[0]?.message ?? '')
}

/** A program's own function has its message shown, a server its answer. */
function bodyText(body: unknown): string {
  if (typeof body === 'string') return body
  if (!isObject(body)) return ''
  return typeof body['systemMessage'] === 'string' ? body['systemMessage'] : ''
}

function tidy(text: string): string {
  return clean(text).trim()
}
