import type { Effect, Verdict } from '../../../core/decision.ts'
import type { Event } from '../../../core/event.ts'
import { describeHandler } from '../../../core/hook.ts'
import type { Outcome } from '../../../core/outcome.ts'
import { claudeEvents } from './events.ts'
import { hookName } from './hook-name.ts'
import type { Ran } from './side-report.ts'

/** One text that Claude Code shows after the hooks of an event ran. */
export type HostText = {
  /** Who reads it: the model with its next request, or the user. */
  readonly to: 'model' | 'user'
  readonly kind: 'stop' | 'block' | 'error' | 'message' | 'context'
  readonly text: string
  /** Id of the hook. Absent: the engine itself says it. */
  readonly hook?: string
}

type RunReport = { readonly event: Event; readonly results: readonly Ran[]; readonly verdict: Verdict }

/** Returns the texts of a run in configuration order, in the words of Claude Code 2.1.325. */
export function hostTexts({ event, results, verdict }: RunReport): readonly HostText[] {
  const ofHooks = results.flatMap((ran) => textsOf(ran, event, verdict))
  return [...ofHooks, ...ownMessages(verdict, results)]
}

function textsOf(ran: Ran, event: Event, verdict: Verdict): readonly HostText[] {
  const { hook, answer } = ran
  const name = hookName(event, hook)
  const texts = [
    ...answer.effects.flatMap((effect) => (effect.kind === 'stop' ? stopText(effect, name, event) : [])),
    ...(answer.decision === 'deny' && verdict.decision === 'deny' ? [blockText(ran, name, event)] : []),
    ...(answer.decision === 'none' ? errorTexts(ran, name) : []),
    ...answer.effects.flatMap((effect) => saidText(effect, name, ran.outcome)),
  ]
  return texts.map((text) => ({ ...text, hook: hook.id }))
}

const PROMPTS: ReadonlySet<string> = new Set(['UserPromptSubmit', 'UserPromptExpansion'])
/** Besides those that end a turn. */
const WORK_ENDS: ReadonlySet<string> = new Set(['TeammateIdle', 'TaskCreated', 'TaskCompleted'])

function stopText({ reason }: Extract<Effect, { kind: 'stop' }>, name: string, event: Event): HostText {
  if (PROMPTS.has(event.name))
    return { to: 'user', kind: 'stop', text: `Operation stopped by hook${reason ? `: ${reason}` : ''}` }
  const why =
    reason ?? (event.tool ? 'Execution stopped by hook' : `${event.name} hook prevented continuation`)
  return { to: 'user', kind: 'stop', text: `${name} hook stopped continuation: ${why}` }
}

function blockText({ hook, answer }: Ran, name: string, event: Event): HostText {
  const reason = answer.reason ?? `Denied by hook ${hook.id}`
  if (PROMPTS.has(event.name)) {
    const prompt = event.prompt === undefined ? '' : `\n\nOriginal prompt: ${event.prompt}`
    return {
      to: 'user',
      kind: 'block',
      text: `${event.name} operation blocked by hook:\n${reason}${prompt}`,
    }
  }
  return { to: 'model', kind: 'block', text: blockWords(reason, { hook, name, event }) }
}

function blockWords(
  reason: string,
  { hook, name, event }: Pick<Ran, 'hook'> & { name: string; event: Event },
) {
  const spec = claudeEvents[event.name]
  if (spec?.endsTurn || WORK_ENDS.has(event.name)) return `${event.name} hook feedback:\n${reason}`
  if (event.name === 'PreToolUse') return `${name} hook error: ${reason}`
  return `${name} hook blocking error from command: "${describeHandler(hook.handler)}": ${reason}`
}

function errorTexts({ answer }: Ran, name: string): readonly HostText[] {
  const [problem] = answer.issues
  const isShown = answer.unheard || (answer.failure !== undefined && answer.failure !== 'cancelled')
  if (!isShown || problem === undefined) return []
  return [{ to: 'user', kind: 'error', text: `${name} hook error: ${problem.message}` }]
}

function saidText(effect: Effect, name: string, outcome: Outcome): readonly HostText[] {
  if (effect.kind === 'message')
    return [{ to: 'user', kind: 'message', text: `${name} says: ${effect.text}` }]
  if (effect.kind !== 'add-context' && effect.kind !== 'keep-going') return []
  const what = isPlain(outcome) ? 'success' : 'additional context'
  return [{ to: 'model', kind: 'context', text: `${name} hook ${what}: ${effect.text}` }]
}

function isPlain(outcome: Outcome): boolean {
  return outcome.kind === 'exited' && !outcome.stdout.text.trimStart().startsWith('{')
}

/** Messages of the verdict that no hook asked for, such as that of the cap on turns that go on. */
function ownMessages({ effects }: Verdict, results: readonly Ran[]): readonly HostText[] {
  const said = new Set(results.flatMap(({ answer }) => answer.effects.flatMap(messageOf)))
  return effects
    .flatMap(messageOf)
    .filter((text) => !said.has(text))
    .map((text) => ({ to: 'user', kind: 'message', text }))
}

function messageOf(effect: Effect): readonly string[] {
  return effect.kind === 'message' ? [effect.text] : []
}
