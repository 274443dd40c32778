import type { Answer } from './decision.ts'
import type { Event } from './event.ts'

type Effects = Pick<Answer, 'effects'>

/** Returns the event with the input that an answer made of it: no longer the bytes the host sent. */
export function rewritten(event: Event, { effects }: Effects): Event {
  const rewrite = effects.findLast((effect) => effect.kind === 'rewrite-input')
  if (rewrite === undefined || event.tool === undefined) return event
  const { payload: _, ...rest } = event
  return { ...rest, tool: { ...event.tool, input: rewrite.input, nativeInput: rewrite.input } }
}

/** Returns the event with the tool's input and response as an answer made them. */
export function rewrittenCall(event: Event, answer: Effects): Event {
  return withResponse(rewritten(event, answer), answer)
}

function withResponse(event: Event, { effects }: Effects): Event {
  const rewrite = effects.findLast((effect) => effect.kind === 'rewrite-output')
  if (rewrite === undefined || event.tool === undefined) return event
  const { payload: _, ...rest } = event
  return { ...rest, tool: { ...event.tool, response: rewrite.output } }
}
