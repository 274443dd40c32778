import type { Effect, EffectKind, Verdict } from './decision.ts'
import { warning, type Issue } from './issue.ts'
import type { Plan, Skip } from './plan.ts'

/** Hooks that were to run and did not, as one line; undefined when there are none. `review` is the command that shows them. */
export function skippedLine({ event, skipped }: Plan, review: string): string | undefined {
  const refused = skipped.filter(needsApproval)
  if (refused.length === 0) return undefined
  const what = refused.length === 1 ? '1 project hook' : `${refused.length} project hooks`
  return `skipped ${what} of ${event.projectDir} not approved: ${namesOf(refused)}; review with \`${review}\``
}

/**
 * Hooks that were to run and need an approval first: one issue per file, so that a long file is not told hook by hook.
 * `review` is the command or call that shows them.
 */
export function approvalIssues(skipped: readonly Skip[], review: string): readonly Issue[] {
  if (skipped.length === 0) return NONE
  const files = new Map<string, Skip[]>()
  for (const skip of skipped) {
    if (!needsApproval(skip)) continue
    const key = `${skip.because}\0${skip.hook.source.file}`
    const same = files.get(key) ?? []
    if (!same.some(({ hook }) => hook.id === skip.hook.id)) same.push(skip)
    files.set(key, same)
  }
  const hint = `Review with \`${review}\`.`
  const told = [...files.values()].slice(0, MOST_FILES).map((same) => fileIssue(same, hint))
  const more = files.size - told.length
  return more === 0 ? told : [...told, moreFiles(more, hint)]
}

/**
 * Adds a message for the user about every failed hook. `told`: what else the session is to be told; undefined where
 * nobody remembers that, and then skipped hooks are told at the start of a session.
 */
export function announce(verdict: Verdict, plan: Plan, { effects, review, told }: Announcing): Verdict {
  if (!effects.includes('message')) return verdict
  const failures = verdict.answers.flatMap(({ hook, answer }) =>
    answer.failure === undefined || answer.failure === 'cancelled'
      ? []
      : `hook ${hook} failed (${answer.failure}): ${answer.issues[0]?.message ?? 'no reason is known.'}`,
  )
  const isStart = told === undefined && plan.event.name === 'SessionStart'
  const skipped = isStart ? skippedLine(plan, review) : undefined
  // A guard may fail in the same way when it looks again.
  const texts = new Set([...failures, ...(told ?? NONE), ...(skipped === undefined ? NONE : [skipped])])
  if (texts.size === 0) return verdict
  const messages = [...texts].map((text): Effect => ({ kind: 'message', text: `hookwright: ${text}` }))
  return { ...verdict, effects: [...verdict.effects, ...messages] }
}

type Announcing = {
  readonly effects: readonly EffectKind[]
  readonly review: string
  readonly told?: readonly string[] | undefined
}

const NONE: readonly never[] = Object.freeze([])
/** A project may have any number of files. */
const MOST_FILES = 10

function fileIssue(same: readonly Skip[], hint: string): Issue {
  const { hook, because } = same[0] as Skip
  const isOne = same.length === 1
  const which = isOne ? '1 hook of this file' : `${same.length} hooks of this file`
  const approved = because === 'changed' ? '' : isOne ? ' is not approved and' : ' are not approved and'
  const message = `${which}${approved} ${isOne ? 'does' : 'do'} not run: ${namesOf(same)}.`
  return warning(`trust.${because}`, { file: hook.source.file, hook: hook.id }, message, hint)
}

function moreFiles(count: number, hint: string): Issue {
  const files = count === 1 ? '1 more file has' : `${count} more files have`
  return warning('trust.untrusted', {}, `${files} hooks that are not approved and do not run.`, hint)
}

function needsApproval({ because }: Skip): boolean {
  return because === 'untrusted' || because === 'changed'
}

function namesOf(skipped: readonly Skip[]): string {
  const names = skipped.map(({ hook, because, why }) =>
    because === 'changed' ? `${hook.id} (${why})` : hook.id,
  )
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}
