import { describeHandler, type Hook } from '../../core/hook.ts'
import type { Plan, SkipReason } from '../../core/plan.ts'
import type { EventSpec } from '../../dialects/dialect.ts'
import { asksAreDenied, powerHere, type Power } from '../../dialects/event-power.ts'
import { printable, type Style } from './style.ts'

/** The plan as a person reads it: what runs and why, what does not and why not, what the host can do with it. */
export function renderPlan(plan: Plan, host: Honouring, style: Style): readonly string[] {
  return [...renderSteps(plan, style), ...honours(host, style)]
}

/** The part of it that is about the hooks. */
export function renderSteps(plan: Plan, style: Style): readonly string[] {
  const { event, steps, skipped } = plan
  const subject = printable(event.tool === undefined ? event.name : `${event.name} ${event.tool.name}`)
  const head = `${style.bold(subject)} ${style.dim(printable(`from ${event.host}, project ${event.projectDir}`))}`
  const runs = steps.flatMap(({ hook, why }) => [
    `  ${style.green('run ')} ${describe(hook, style)}`,
    note(why, style),
  ])
  const skips = skipped.flatMap(({ hook, because, why }) => [
    `  ${style.yellow('skip')} ${describe(hook, style)}`,
    note(SELF_EVIDENT.has(because) ? why : `${because}: ${why}`, style),
  ])
  const nothing = steps.length + skipped.length === 0 ? ['  no hook is configured for this event'] : []
  return [head, ...runs, ...skips, ...nothing]
}

/** What the host does with answers here. */
export type Honouring = {
  readonly spec: EventSpec | undefined
  /** The host's name for people, and the release its contract was tried with. */
  readonly title: string
  readonly seen?: string | undefined
}

/** Reasons whose sentence begins with the same word. */
const SELF_EVIDENT: ReadonlySet<SkipReason> = new Set(['matcher', 'condition'])

function describe(hook: Hook, style: Style): string {
  const { handler, timeoutMs, onFailure, mode } = hook
  const where = mode === 'wait' ? '' : ' in the background, decides nothing,'
  // A rule is neither slow nor does it fail.
  const bounds =
    handler.type === 'rule' ? '' : `,${where} at most ${timeoutMs / 1000} s, if it fails: ${onFailure}`
  const pack = hook.source.pack === undefined ? '' : `, of the pack ${printable(hook.source.pack.name)}`
  return `${style.bold(printable(hook.id))} ${style.dim('·')} ${printable(describeHandler(handler))}${pack}${bounds}`
}

function note(text: string, style: Style): string {
  return `       ${style.dim(printable(text))}`
}

function honours({ spec, title, seen }: Honouring, style: Style): readonly string[] {
  const known = seen === undefined ? [style.dim(`the contract of ${title} is known from documents only`)] : []
  if (spec === undefined)
    return [style.dim('the host does not say what it does with answers to this event'), ...known]
  const decisions = spec.decisions.length === 0 ? 'no decision' : spec.decisions.join(', ')
  const effects = spec.effects.length === 0 ? 'no effect' : spec.effects.join(', ')
  return [
    style.dim(`a deny of a hook here: ${NO[powerHere(spec)]}`),
    ...(asksAreDenied(spec)
      ? [style.dim('an ask of a hook here: becomes a deny, because the host has no question')]
      : []),
    style.dim(`the host honours here: ${decisions}; ${effects}`),
    ...known,
  ]
}

const NO: Readonly<Record<Power, string>> = {
  prevent: 'prevents the action',
  retry: 'makes the model go on with the reason; what happened stays',
  observe: 'has no effect; hooks can only observe',
  'not available': 'has no effect; the host has no such event',
}
