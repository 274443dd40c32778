import type { ModelCall, ModelMessage, ModelReply, ModelRequest, ModelTool } from '../ports/model.ts'
import { checkJudgement, parseJudgement, type Judgement } from './model-judgement.ts'
import type { Prompt } from './model-prompt.ts'
import type { ReadTools } from './read-tools/index.ts'

export const MAX_TURNS = 50
/** Asked for in one turn; more are refused. */
const MAX_CALLS = 16
/** What all tools of one agent may return, in characters. */
const MAX_CHARACTERS = 1_000_000

export type Judged =
  | { readonly kind: 'judged'; readonly judgement: Judgement }
  /** An answer that breaks the schema, and what was said. */
  | { readonly kind: 'invalid'; readonly why: string; readonly said: string }
  | { readonly kind: 'unfinished'; readonly why: string; readonly said: string }

export type Ask = (request: Pick<ModelRequest, 'system' | 'messages' | 'tools'>) => Promise<ModelReply>

/** A prompt hook: one turn, no tools. */
export async function judgeAtOnce(ask: Ask, { system, text }: Prompt): Promise<Judged> {
  const reply = await ask({ system, messages: [{ role: 'user', text }], tools: [] })
  if (reply.calls.length > 0) return { kind: 'invalid', why: 'calls a tool, and there are none', said: '' }
  return judged(parseJudgement(reply.text, 'prompt'), reply.text, 'invalid')
}

/** An agent hook: turns with tools until it answers. */
export async function judgeInTurns(ask: Ask, prompt: Prompt, readTools: ReadTools): Promise<Judged> {
  const messages: ModelMessage[] = [{ role: 'user', text: prompt.text }]
  const tools = [...readTools.tools, ANSWER]
  const left = { characters: MAX_CHARACTERS }
  for (let turn = 1; turn <= MAX_TURNS; turn += 1) {
    const { text, calls } = await ask({ system: prompt.system, messages: [...messages], tools })
    const answer = calls.find(({ name }) => name === ANSWER.name)
    if (answer !== undefined)
      return judged(checkJudgement(answer.input, 'agent'), JSON.stringify(answer.input), 'invalid')
    if (calls.length === 0) return judged(parseJudgement(text, 'agent'), text, 'unfinished')
    messages.push({ role: 'assistant', text, calls }, ...(await results(calls, readTools, left)))
  }
  return { kind: 'unfinished', why: `had not answered after ${MAX_TURNS} turns`, said: '' }
}

function judged(judgement: Judgement | string, said: string, otherwise: 'invalid' | 'unfinished'): Judged {
  if (typeof judgement !== 'string') return { kind: 'judged', judgement }
  const why = otherwise === 'invalid' ? judgement : `ended without a judgement: what it said ${judgement}`
  return { kind: otherwise, why, said }
}

async function results(
  calls: readonly ModelCall[],
  readTools: ReadTools,
  left: { characters: number },
): Promise<readonly ModelMessage[]> {
  const messages: ModelMessage[] = []
  for (const [at, call] of calls.entries()) {
    const result = at < MAX_CALLS && left.characters > 0 ? await readTools.call(call) : TOO_MUCH
    left.characters -= result.text.length
    messages.push({ role: 'tool', id: call.id, ...result })
  }
  return messages
}

const TOO_MUCH = { text: 'You have read enough. Answer with what you know.', isError: true }

const ANSWER: ModelTool = {
  name: 'answer',
  description: 'Gives your judgement and ends the work.',
  parameters: {
    type: 'object',
    properties: {
      ok: { type: 'boolean', description: 'Whether the event may go on.' },
      reason: { type: 'string', description: 'Why not; needed when ok is false.' },
    },
    required: ['ok'],
    additionalProperties: false,
  },
}
