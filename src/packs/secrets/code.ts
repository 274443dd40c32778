import type { Event } from '../../core/event.ts'
import { isBeyondBounds } from '../calls/calls.ts'
import type { PackAnswer, PackContext } from '../code.ts'
import { answerFor } from './answer.ts'
import { committedTexts } from './commits.ts'
import { lookThrough, type Text, type Unseen } from './hit.ts'
import { hideInOutput } from './outputs.ts'
import { policyOf, type Policy } from './policy.ts'
import { inputTexts } from './texts.ts'

/** Looks for secrets in what an event carries. */
export async function secrets(event: Event, context: PackContext): Promise<PackAnswer> {
  const policy = policyOf(context.options)
  if (event.name === 'PostToolUse') return hideInOutput(event, policy)
  const { hits, unseen } = lookThrough(await textsOf(event, policy, context), policy)
  return answerFor(hits, isBeyondBounds(event) ? [...unseen, MANY] : unseen, policy)
}

/** Of a call with very many arguments not all are looked at. */
const MANY: Unseen = { place: 'inputs', where: 'The list of arguments' }

async function textsOf(event: Event, policy: Policy, context: PackContext): Promise<readonly Text[]> {
  const { prompt } = event
  if (prompt !== undefined) return [{ place: 'prompts', where: 'the prompt', text: prompt }]
  const inputs = inputTexts(event, policy)
  return policy.levelOf('commits') === 'off'
    ? inputs
    : [...inputs, ...(await committedTexts(event, policy, context))]
}
