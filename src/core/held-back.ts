import type { Answer, Effect, EffectKind } from './decision.ts'
import { notice, warning, type Issue } from './issue.ts'

/**
 * Returns what a hook that failed still means, given the failure and what its output says. A no, a question and a stop
 * stand, and so do texts. An allow, and every change that comes with it, is not taken from a hook that did not end well.
 */
export function keepHeldBack(failed: Answer, said: Answer, hook: string): Answer {
  if (said.failure !== undefined) return { ...failed, issues: [...failed.issues, ...said.issues] }
  const effects = said.effects.filter(isKept)
  if (said.decision === 'deny')
    return { ...said, effects, issues: [...said.issues, ...failed.issues.map(asWarning)] }
  const failure = tellRewrites(failed, said)
  const issues = [...failure.issues, ...said.issues, ...dropped(said, hook)]
  if (!isHeldBack(said)) return { ...failure, effects, issues }
  const { decision, reason } = said
  return { ...failure, decision, ...(reason !== undefined && { reason }), effects, issues }
}

/** True when the answer keeps something from happening. */
export function holdsBack(answer: Answer): boolean {
  return answer.decision === 'deny' || isHeldBack(answer) || answer.effects.some(isStop)
}

/**
 * Returns the failure, which then says what of the call the hook had changed. It is the one thing that people read of a
 * failed hook, and the original may go on.
 */
export function tellRewrites(failure: Answer, said: Answer): Answer {
  const changed = new Set(said.effects.flatMap(rewrittenBy))
  const [first, ...others] = failure.issues
  if (changed.size === 0 || first === undefined) return failure
  const message = `${first.message} The new ${[...changed].join(' and ')} in its output does not count.`
  const hint = [first.hint, REWRITE_HINT].filter((each) => each !== undefined).join(' ')
  return { ...failure, issues: [{ ...first, message, hint }, ...others] }
}

const REWRITE_HINT =
  'Let it exit with 0 when its output counts; with `onFailure: deny` the original is refused.'

/** What goes on as it was when the effect is not used. */
function rewrittenBy(effect: Effect): readonly string[] {
  if (effect.kind === 'rewrite-input') return ['input']
  return effect.kind === 'patch' && effect.prompt !== undefined ? ['prompt'] : []
}

function isHeldBack({ decision }: Answer): boolean {
  return decision === 'ask' || decision === 'defer'
}

function isStop({ kind }: Effect): boolean {
  return kind === 'stop' || kind === 'keep-going'
}

/**
 * Effects that permit nothing. A new output is among them: it can only hide something from the model, and without it the
 * model would read what the hook meant to remove.
 */
const KEPT: ReadonlySet<EffectKind> = new Set([
  'add-context',
  'message',
  'stop',
  'keep-going',
  'rewrite-output',
  'watch-paths',
  'native',
])

function isKept(effect: Effect): boolean {
  if (effect.kind === 'permission-result') return effect.behavior === 'deny'
  if (effect.kind === 'elicitation-reply') return effect.action !== 'accept'
  return KEPT.has(effect.kind)
}

function dropped({ decision, effects }: Answer, hook: string): readonly Issue[] {
  const others = effects.filter((effect) => !isKept(effect) && rewrittenBy(effect).length === 0)
  const kinds = new Set(others.map(({ kind }) => kind))
  const allowed = 'The output of the hook says allow, but the hook failed; the allow does not count.'
  const unused = `The hook failed, so this part of its output is not used: ${[...kinds].join(', ')}.`
  return [
    ...(decision === 'allow' ? [warning('output.contradiction', { hook }, allowed)] : []),
    ...(kinds.size > 0 && decision !== 'allow' ? [notice('output.discarded', { hook }, unused)] : []),
  ]
}

/** Beside a no, the failure changes nothing. */
function asWarning(problem: Issue): Issue {
  return { ...problem, severity: 'warning' }
}
