import type { Hook } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import type { NoPlace } from './background.ts'
import type { Deadline } from './deadline.ts'

/** The outcome of a step that the run's deadline left no time for. */
export function doesNotFit(hook: Hook, deadline: Deadline | undefined): Outcome {
  const total = (deadline?.totalMs ?? 0) / 1000
  return notStarted(
    issue(
      'run.deadline',
      { hook: hook.id },
      `It was not started: the run's deadline of ${total} s left no time for it.`,
      'Raise --deadline, or make the hooks before it faster.',
    ),
  )
}

/** The outcome of a step that found no place in the background. */
export function tooMany(hook: Hook, noPlace: NoPlace): Outcome {
  const hint =
    noPlace.shortage === 'session'
      ? 'Wait for some of them, or cancel them.'
      : 'Raise `maxBackground` of createEngine, wait for some of them, or cancel them.'
  return notStarted(
    issue('background.full', { hook: hook.id }, `It was not started: ${limitMet(noPlace)}.`, hint),
  )
}

function limitMet({ shortage, places: { total, perSession, kept } }: NoPlace): string {
  switch (shortage) {
    case 'session':
      return `${perSession} hooks of its session run in the background already, the most for one session`
    case 'all':
      return `${total} hooks run in the background already, the most for this engine`
    case 'kept':
      return `the last ${kept} of the ${total} places in the background are for sessions that hold fewer than ${kept}`
  }
}

function notStarted(problem: Issue): Outcome {
  return { kind: 'not-started', issue: problem, ms: 0 }
}
