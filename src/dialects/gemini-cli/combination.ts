import type { Event } from '../../core/event.ts'
import type { Combination, DoneStep } from '../dialect.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { toCanonical, toNative } from './arguments.ts'
import { NAME } from './name.ts'

/** What a hook's `note` is when its definition wants one hook after the other. */
export const SEQUENTIAL = 'sequential'

/** All at once, unless one definition wants them one after the other; then none ends the group. */
export const combination: Combination = {
  order: (steps) => (steps.some(({ hook }) => hook.note === SEQUENTIAL) ? 'serial' : 'parallel'),
  stopAt: [],
  rewrites: 'replace',
  next: nextEvent,
  // The host lets a later answer about the model replace an earlier one, key by key.
  lastOnly: (event) =>
    event === 'BeforeModel' || event === 'AfterModel' ? ['decision', 'stop', 'message'] : [],
}

/** What a hook that succeeded says changes what the next one reads: docs/hosts/gemini-cli.md#starting-hooks. */
function nextEvent(event: Event, { answer, outcome }: DoneStep): Event | undefined {
  if (answer.failure !== undefined || outcome.kind !== 'exited' || outcome.code !== 0) return undefined
  switch (event.name) {
    case 'UserPromptSubmit':
      return withContext(event, answer.effects)
    case 'PreToolUse':
      return withArguments(event, answer.effects)
    case 'BeforeModel':
      return withRequest(event, answer.effects)
    default:
      return undefined
  }
}

type Effects = DoneStep['answer']['effects']

function withContext(event: Event, effects: Effects): Event | undefined {
  const texts = effects.flatMap((effect) => (effect.kind === 'add-context' ? effect.text : []))
  if (texts.length === 0) return undefined
  const { payload: _, ...rest } = event
  return { ...rest, prompt: [event.prompt ?? '', ...texts].join('\n\n') }
}

/** The new arguments are laid over the old ones, although the host later takes those of the last hook alone. */
function withArguments(event: Event, effects: Effects): Event | undefined {
  const rewrite = effects.findLast((effect) => effect.kind === 'rewrite-input')
  if (rewrite === undefined || event.tool === undefined) return undefined
  const { payload: _, ...rest } = event
  const { parts: __, ...tool } = event.tool
  const input = { ...tool.input, ...rewrite.input }
  if (event.host !== NAME) return { ...rest, tool: { ...tool, input, nativeInput: input } }
  const before = isObject(tool.nativeInput) ? tool.nativeInput : {}
  const nativeInput = { ...before, ...toNative(tool.name, rewrite.input, before) }
  const { input: canonical, parts } = toCanonical(tool.name, tool.nativeName, nativeInput)
  return { ...rest, tool: { ...tool, input: canonical, nativeInput, ...(parts && { parts }) } }
}

function withRequest(event: Event, effects: Effects): Event | undefined {
  const request = effects.findLast((effect) => effect.kind === 'native' && effect.field === 'llm_request')
  if (request?.kind !== 'native' || !isObject(request.value)) return undefined
  const { payload: _, ...rest } = event
  const before = event.fields['llm_request']
  const merged: JsonObject = { ...(isObject(before) && before), ...request.value }
  return { ...rest, fields: { ...event.fields, llm_request: merged } }
}
