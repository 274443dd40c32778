import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startModelServer, type Turn } from '../../test/helpers/model-server.ts'
import { judge, judgeByScript } from '../../test/helpers/model-steps.ts'
import { createModel } from '../ports/model-client.ts'
import { MAX_TURNS } from './model-turns.ts'

function createProject(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-agent-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(join(dir, 'a.txt'), 'alpha')
  return dir
}

const call = (name: string, input: unknown): Turn => ({ calls: [{ name, input }] })
const LOOK = call('Read', { path: 'a.txt' })

function askAgent(script: readonly Turn[], dir = createProject()) {
  return judgeByScript(script, { form: 'agent', event: { cwd: dir, projectDir: dir } })
}

describe.for(['anthropic', 'openai'] as const)('an agent by way of %s', (provider) => {
  test('reads files in turns and answers through its tool', async () => {
    const dir = createProject()
    const server = await startModelServer(
      call('Glob', { pattern: '*' }),
      LOOK,
      call('Grep', { pattern: 'alp' }),
      call('answer', { ok: false, reason: 'alpha' }),
    )
    const outcome = await judge(createModel(server.settings(provider)), {
      form: 'agent',
      event: { cwd: dir, projectDir: dir },
    })
    expect(outcome).toMatchObject({ kind: 'answered', body: { ok: false, reason: 'alpha' } })
    const results = JSON.stringify(server.requests[3]?.body.messages)
    for (const text of ['"a.txt"', String.raw`"1\talpha"`, '"a.txt:1:alpha"']) expect(results).toContain(text)
  })
})

test('an agent is offered the three tools and the answer, nothing that writes', async () => {
  const { server } = await askAgent([{ text: '{"ok":true}' }])
  const tools = server.requests[0]?.body.tools as { name: string }[]
  expect(tools.map(({ name }) => name)).toEqual(['Read', 'Glob', 'Grep', 'answer'])
})

test('an agent may answer in text as well', async () => {
  const { outcome } = await askAgent([LOOK, { text: '```json\n{"ok":true}\n```' }])
  expect(outcome).toMatchObject({ kind: 'answered', body: { ok: true } })
})

test('a refused call goes back to the agent as an error', async () => {
  const { outcome, server } = await askAgent([
    call('Read', { path: '../../etc/passwd' }),
    call('Bash', { command: 'ls' }),
    { text: '{"ok":true}' },
  ])
  const results = (at: number) => server.requests[at]?.body.messages.at(-1).content
  expect(results(1)).toMatchObject([{ type: 'tool_result', is_error: true }])
  expect(results(2)).toMatchObject([{ content: 'There is no tool "Bash".', is_error: true }])
  expect(outcome).toMatchObject({ kind: 'answered' })
})

test.for([
  ['"impossible"', { ok: false, reason: 'x', impossible: true }],
  ['a grant', { ok: true, permissionDecision: 'allow' }],
  ['a word for ok', { ok: 'yes' }],
  ['nothing', {}],
] as const)('S38 an answer with %s breaks the schema', async ([, input]) => {
  const { outcome } = await askAgent([call('answer', input)])
  expect(outcome).toMatchObject({
    kind: 'failed',
    failure: 'protocol-error',
    issue: { code: 'model.answer' },
  })
})

test('an agent that ends without a judgement fails visibly, with what it said', async () => {
  const { outcome } = await askAgent([LOOK, { text: 'I think it is fine.' }])
  expect(outcome).toMatchObject({
    kind: 'failed',
    failure: 'protocol-error',
    issue: { code: 'model.turns', detail: 'I think it is fine.' },
  })
})

test('an agent that never answers is ended after 50 turns', async () => {
  const { outcome, server } = await askAgent([LOOK])
  expect(server.requests).toHaveLength(MAX_TURNS)
  expect(outcome).toMatchObject({
    kind: 'failed',
    issue: { code: 'model.turns', message: 'The model had not answered after 50 turns.' },
    note: { model: 'scripted-1' },
  })
})

test('more than 16 calls in one turn are not made', async () => {
  const calls = Array.from({ length: 17 }, () => ({ name: 'Read', input: { path: 'a.txt' } }))
  const { server } = await askAgent([{ calls }, { text: '{"ok":true}' }])
  const results = server.requests[1]?.body.messages.at(-1).content as { is_error: boolean }[]
  expect(results.map(({ is_error }) => is_error)).toEqual([...Array(16).fill(false), true])
})

test('an agent that has read a million characters reads no more', async () => {
  const dir = createProject()
  writeFileSync(join(dir, 'much.txt'), `${'x'.repeat(1_900)}\n`.repeat(40))
  const calls = Array.from({ length: 16 }, () => ({ name: 'Read', input: { path: 'much.txt' } }))
  const { server } = await askAgent([{ calls }, { calls }, { text: '{"ok":true}' }], dir)
  const results = server.requests[2]?.body.messages.at(-1).content as { is_error: boolean }[]
  expect(results.filter(({ is_error }) => !is_error)).toHaveLength(9)
})

test('a timeout covers all turns together', async () => {
  const dir = createProject()
  const server = await startModelServer(LOOK, LOOK, 'hang')
  const outcome = await judge(createModel(server.settings('anthropic')), {
    form: 'agent',
    event: { cwd: dir, projectDir: dir },
    step: { timeoutMs: 500 },
  })
  expect(outcome).toMatchObject({ kind: 'timed-out', afterMs: 500 })
})

test('a cancel between turns asks for no further one', async () => {
  const dir = createProject()
  const controller = new AbortController()
  let asked = 0
  const outcome = await judge(
    () => {
      asked += 1
      controller.abort()
      return Promise.resolve({ text: '', calls: [{ id: '1', name: 'Read', input: { path: 'a.txt' } }] })
    },
    { form: 'agent', event: { cwd: dir, projectDir: dir }, step: { signal: controller.signal } },
  )
  expect(outcome).toMatchObject({ kind: 'cancelled' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked).toBe(1)
})
