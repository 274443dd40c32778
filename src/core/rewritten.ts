import type { Answer } from './decision.ts'
import type { Event, ToolCall } from './event.ts'

type Effects = Pick<Answer, 'effects'>

/**
 * The call with another input, as its host would have sent it; a text says why it cannot be. Relative paths are relative
 * to `cwd`, or to the root when it is not given.
 */
export type RewriteCall = (tool: ToolCall, input: ToolCall['input'], cwd?: string) => ToolCall | string

/** Returns the event with the input that an answer made of it: no longer the bytes the host sent. */
export function rewritten(event: Event, { effects }: Effects, rewriteCall?: RewriteCall): Event {
  const rewrite = effects.findLast((effect) => effect.kind === 'rewrite-input')
  if (rewrite === undefined || event.tool === undefined) return event
  const { payload: _, ...rest } = event
  const call = rewriteCall?.(event.tool, rewrite.input, event.cwd)
  const tool = typeof call === 'object' ? call : withInput(event.tool, rewrite.input)
  return { ...rest, tool }
}

/** The parts of the old input are not those of the new one. */
function withInput(call: ToolCall, input: ToolCall['input']): ToolCall {
  const { parts: _, ...tool } = call
  return { ...tool, input, nativeInput: input }
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
