import { subjectOf } from '../core/event.ts'
import { sourceTag, type Hook } from '../core/hook.ts'
import type { Plan } from '../core/plan.ts'

/** `<Event>:<subject>`, or the event alone. */
export function hookName({ event, steps }: Plan): string {
  const subject = subjectOf(event, steps[0]?.hook.subject)
  return subject === undefined || subject === '' ? event.name : `${event.name}:${subject}`
}

export function isManagedOnly({ steps }: Plan): boolean {
  return steps.every(({ hook }) => hook.source.scope === 'managed')
}

/** What kind of hook, and which: never its text, which may hold a secret. */
export function definitionOf(hook: Hook): { readonly type: string; readonly id: string } {
  return { type: hook.handler.type, id: hook.id }
}

export function sourceOf({ source }: Hook): string {
  return source.owner === undefined ? source.scope : sourceTag(source)
}
