import { describeHandler, type Hook } from '../../core/hook.ts'
import type { Plan } from '../../core/plan.ts'
import type { EventSpec } from '../../dialects/dialect.ts'
import { printable, type Style } from './style.ts'

/** The plan as a person reads it: what runs and why, what does not and why not, what the host can do with it. */
export function renderPlan(plan: Plan, spec: EventSpec | undefined, style: Style): readonly string[] {
  const { event, steps, skipped } = plan
  const tool = event.tool === undefined ? '' : ` ${event.tool.name}`
  const head = `${style.bold(`${event.name}${tool}`)} ${style.dim(`from ${event.host}, project ${event.projectDir}`)}`
  const runs = steps.flatMap(({ hook, why }) => [`  ${style.green('run ')} ${describe(hook, style)}`, note(why, style)])
  const skips = skipped.flatMap(({ hook, because, why }) => [
    `  ${style.yellow('skip')} ${describe(hook, style)}`,
    note(`${because}: ${why}`, style),
  ])
  const nothing = steps.length + skipped.length === 0 ? ['  no hook is configured for this event'] : []
  return [head, ...runs, ...skips, ...nothing, honours(spec, style)].map(printableLine)
}

function describe(hook: Hook, style: Style): string {
  const seconds = hook.handler.type === 'command' ? `, at most ${hook.timeoutMs / 1000} s` : ''
  return `${style.bold(hook.id)} ${style.dim('·')} ${describeHandler(hook.handler)}${seconds}, if it fails: ${hook.onFailure}`
}

function note(text: string, style: Style): string {
  return `       ${style.dim(text)}`
}

function honours(spec: EventSpec | undefined, style: Style): string {
  if (spec === undefined) return style.dim('the host does not say what it does with answers to this event')
  const decisions = spec.decisions.length === 0 ? 'no decision' : spec.decisions.join(', ')
  const effects = spec.effects.length === 0 ? 'no effect' : spec.effects.join(', ')
  return style.dim(`the host honours here: ${decisions}; ${effects}`)
}

/** Our own colours are escape sequences too, so each line is cleaned around them. */
function printableLine(line: string): string {
  return line
    .split(/(\u001B\[\d+m)/)
    .map((part, index) => (index % 2 === 1 ? part : printable(part)))
    .join('')
}
