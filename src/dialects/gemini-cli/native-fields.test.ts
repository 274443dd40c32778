import { expect, test } from 'vitest'
import { receive } from '../../../test/helpers/gemini-model.ts'
import { emptyVerdict, type Effect } from '../../core/decision.ts'
import { encodeReply } from './reply.ts'

/** On such a response Gemini CLI 0.61.0 was seen to forget the deny beside it. */
test.for<[string, unknown]>([
  ['only a text', { text: 'x' }],
  ['no object', [{}]],
  ['candidates that are no list', { candidates: {} }],
  ['no candidate', { candidates: [null] }],
  ['a candidate without content', { candidates: [{}] }],
  ['content without parts', { candidates: [{ content: { role: 'model' } }] }],
  ['parts that are no list', { candidates: [{ content: { parts: 'x' } }] }],
  ['a second candidate that is broken', { candidates: [{ content: { parts: [] } }, {}] }],
])('a response of the model that has %s takes no deny away', ([, value]) => {
  const effects: Effect[] = [{ kind: 'native', wire: 'gemini-cli', field: 'llm_response', value }]
  for (const name of ['BeforeModel', 'AfterModel']) {
    const verdict = { ...emptyVerdict, decision: 'deny', reason: 'WHY', effects } as const
    expect(receive(name, [encodeReply({ name, native: name }, verdict)]).blocked).toBe(true)
  }
})

test('one that is whole passes', () => {
  const value = { candidates: [{ content: { role: 'model', parts: ['x'] } }] }
  const effects: Effect[] = [{ kind: 'native', wire: 'gemini-cli', field: 'llm_response', value }]
  const verdict = { ...emptyVerdict, decision: 'deny', reason: 'WHY', effects } as const
  const reply = encodeReply({ name: 'BeforeModel', native: 'BeforeModel' }, verdict)
  expect(receive('BeforeModel', [reply])).toMatchObject({ blocked: true, fields: { llm_response: value } })
})
