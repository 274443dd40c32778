import type { Event } from '../core/event.ts'
import { sourceTag, type Hook } from '../core/hook.ts'
import type { Plan } from '../core/plan.ts'

/** What only the engine's surroundings know. */
export type About = {
  /** Only hooks of a policy run. */
  managedOnly(): boolean
  /** What the host calls a firing. */
  nameOf(event: Event, hook: Hook): string
}

/** After its first configured hook: functions are called by another name. */
export function nameOf({ event, steps }: Plan, about: About): string {
  const named = steps.find(({ hook }) => hook.handler.type !== 'function') ?? steps[0]
  return named === undefined ? event.name : about.nameOf(event, named.hook)
}

/** What kind of hook, and which: never its text, which may hold a secret. */
export function definitionOf(hook: Hook): { readonly type: string; readonly id: string } {
  return { type: hook.handler.type, id: hook.id }
}

export function sourceOf({ source }: Hook): string {
  return source.owner === undefined ? source.scope : sourceTag(source)
}
