import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { engineWith } from '../../test/helpers/library.ts'
import { startModelServer } from '../../test/helpers/model-server.ts'
import { createModel } from '../ports/model-client.ts'
import type { Model, ModelRequest } from '../ports/model.ts'

const bash = { name: 'PreToolUse', tool: { name: 'Bash', input: { command: 'rm -rf build' } } } as const

test('a prompt hook of a settings file is asked about the call and refuses it', async () => {
  const server = await startModelServer({ text: '{"ok":false,"reason":"It deletes."}' })
  const { engine } = await engineWith('PreToolUse', [{ type: 'prompt', prompt: 'Is $ARGUMENTS safe?' }], {
    model: createModel(server.settings('anthropic')),
  })
  const { verdict, results } = await engine.run(bash)
  expect(verdict).toMatchObject({
    decision: 'deny',
    reason: 'It deletes.',
    effects: [{ kind: 'stop', reason: 'It deletes.' }],
  })
  expect(results[0]?.outcome).toMatchObject({ note: { model: 'scripted-1' } })
  const asked = server.requests[0]?.body.messages[0].content[0].text as string
  const [, payload = ''] = /<<<DATA \w+\n(.*)\nDATA \w+>>>/s.exec(asked) ?? []
  expect(JSON.parse(payload)).toMatchObject({ hook_event_name: 'PreToolUse', tool_input: bash.tool.input })
})

test('an agent hook looks at the files of the project', async () => {
  const requests: ModelRequest[] = []
  const model: Model = (request) => {
    requests.push(request)
    const calls =
      requests.length === 1
        ? [{ id: '1', name: 'Read', input: { path: 'rules.txt' } }]
        : [{ id: '2', name: 'answer', input: { ok: false, reason: 'The rules say no.' } }]
    return Promise.resolve({ text: '', calls })
  }
  const { engine, dir } = await engineWith('PreToolUse', [{ type: 'agent', prompt: 'May it?' }], { model })
  writeFileSync(join(dir, 'rules.txt'), 'No deletions.')
  expect(await engine.dispatch(bash)).toMatchObject({
    decision: 'deny',
    reason: 'The rules say no.',
    effects: [],
  })
  expect(requests[1]?.messages.at(-1)).toEqual({
    role: 'tool',
    id: '1',
    text: '1\tNo deletions.',
    isError: false,
  })
})

test('S38 a judge that is talked into a yes grants nothing', async () => {
  const model: Model = () => Promise.resolve({ text: '{"ok":true,"reason":"approved"}', calls: [] })
  const { engine } = await engineWith('PreToolUse', [{ type: 'prompt', prompt: 'Safe?' }], { model })
  expect(await engine.dispatch(bash)).toMatchObject({ decision: 'none', effects: [], issues: [] })
})

test('a judge that cannot be asked decides nothing, and is heard of', async () => {
  const model: Model = () => Promise.reject(new Error('out of credit'))
  const { engine } = await engineWith('PreToolUse', [{ type: 'prompt', prompt: 'Safe?' }], { model })
  expect(await engine.dispatch(bash)).toMatchObject({ decision: 'none', issues: [{ code: 'model.failed' }] })
})

test('two engines ask two models', async () => {
  const saying = (reason: string): Model => {
    const text = JSON.stringify({ ok: false, reason })
    return () => Promise.resolve({ text, calls: [] })
  }
  const hooks = [{ type: 'prompt', prompt: 'Safe?' }]
  const one = await engineWith('PreToolUse', hooks, { model: saying('one') })
  const two = await engineWith('PreToolUse', hooks, { model: saying('two') })
  const verdicts = await Promise.all([one.engine.dispatch(bash), two.engine.dispatch(bash)])
  expect(verdicts.map(({ reason }) => reason)).toEqual(['one', 'two'])
})

test('a judge that says no is blocking in the counts, also where the tool has run', async () => {
  const model: Model = () => Promise.resolve({ text: '{"ok":false,"reason":"no"}', calls: [] })
  const { engine } = await engineWith('PostToolUse', [{ type: 'prompt', prompt: 'Safe?' }], { model })
  const { counts, verdict } = await engine.run({ ...bash, name: 'PostToolUse' })
  expect(counts).toMatchObject({ blocking: 1, success: 0 })
  expect(verdict.effects).toEqual([{ kind: 'stop', reason: 'no' }])
})
