import type { Event } from '../../src/core/event.ts'
import type { Outcome } from '../../src/core/outcome.ts'
import type { StepInput } from '../../src/handlers/handler.ts'
import { createModelHandler, type ModelParts } from '../../src/handlers/model.ts'
import { systemClock } from '../../src/ports/clock.ts'
import { systemFiles } from '../../src/ports/files.ts'
import { createModel } from '../../src/ports/model-client.ts'
import { hook, toolEvent } from './builders.ts'
import { startModelServer, type ModelServer, type Turn } from './model-server.ts'

export type Judge = {
  readonly form?: 'prompt' | 'agent'
  readonly prompt?: string
  readonly model?: string
  readonly event?: Partial<Event>
  readonly step?: Partial<StepInput>
}

/** Asks a model about one event, as the engine would. */
export function judge(model: ModelParts['model'], judging: Judge = {}): Promise<Outcome> {
  const { form = 'prompt', prompt = 'Is it fine?', model: name, event, step } = judging
  const spec = { form, prompt, continueOnBlock: false, ...(name !== undefined && { model: name }) }
  const handle = createModelHandler({ clock: systemClock, files: systemFiles, model })
  return handle({
    hook: hook({ id: 'judge', handler: { type: 'model', ...spec } }),
    event: toolEvent('Bash', { command: 'ls' }, event),
    input: '{"tool_name":"Bash"}\n',
    env: {},
    timeoutMs: 15_000,
    signal: new AbortController().signal,
    ...step,
  })
}

/** The same with a scripted server behind the client for Anthropic's wire. */
export async function judgeByScript(
  script: readonly Turn[],
  judging: Judge = {},
): Promise<{ outcome: Outcome; server: ModelServer }> {
  const server = await startModelServer(...script)
  return { outcome: await judge(createModel(server.settings('anthropic')), judging), server }
}
