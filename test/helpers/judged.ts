import { createModel } from '../../src/ports/model-client.ts'
import type { EventInput } from '../../src/library/event-input.ts'
import { engineIn } from './library.ts'
import { startModelServer, type ModelServer, type Turn } from './model-server.ts'

export const YES: Turn = { text: '{"ok":true}' }
export const call = (name: string, input: unknown): Turn => ({ calls: [{ name, input }] })

/** One judge of the wanted kind, asked about one event. */
export async function judged(
  event: EventInput,
  { type = 'prompt', script = [YES] }: { type?: 'prompt' | 'agent'; script?: readonly Turn[] } = {},
) {
  const server = await startModelServer(...script)
  const { engine, dir } = await engineIn({ model: createModel(server.settings('anthropic')) })
  await engine.addHooks({ hooks: { [event.name]: [{ hooks: [{ type, prompt: 'Was it all done?' }] }] } })
  const run = await engine.run(event)
  return { server, dir, run, ...asked(server) }
}

type Line = { readonly n: number; readonly role: string; readonly text?: string; readonly content?: unknown }

type Wire = {
  readonly system: string
  readonly messages: readonly { readonly content: readonly { readonly text: string }[] }[]
}

/** What the request of the judge held: its system text, and the fenced conversation. */
export function asked(server: ModelServer, at = 0): { system: string; lines: readonly Line[]; text: string } {
  const body = server.requests[at]?.body as Wire | undefined
  const text = body?.messages[0]?.content[0]?.text ?? ''
  const [, fenced = ''] = /<<<CONVERSATION \w+\n(.*)\nCONVERSATION \w+>>>/s.exec(text) ?? []
  const lines = fenced === '' ? [] : fenced.split('\n').map((line) => JSON.parse(line) as Line)
  return { system: body?.system ?? '', lines, text }
}

export const stop = (fields: Partial<EventInput> = {}): EventInput => ({
  name: 'Stop',
  sessionId: 's1',
  ...fields,
})
export const user = (text: string) => ({ role: 'user', content: text })
