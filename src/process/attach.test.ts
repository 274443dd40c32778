import { expect, test } from 'vitest'
import { attach } from './attach.ts'

const env = { PATH: process.env['PATH'] ?? '' }
const run = (script: string, input?: string) =>
  attach({
    file: 'sh',
    args: ['-c', script],
    cwd: '/',
    env,
    ...(input !== undefined && { input: Buffer.from(input) }),
  })

test.for([
  ['exit 0', 0],
  ['exit 7', 7],
  ['kill -TERM $$', 143],
  ['kill -KILL $$', 137],
] as const)('%s gives %d', async ([script, code]) => {
  expect(await run(script, '')).toEqual({ code })
})

test('it reads what it is given', async () => {
  expect(await run('read -r line && exit "$line"', '9\n')).toEqual({ code: 9 })
})

test('one that reads nothing of a lot is fine', async () => {
  expect(await run('exit 3', 'x'.repeat(1_000_000))).toEqual({ code: 3 })
})

test('one that does not exist is an issue', async () => {
  expect(await attach({ file: '/gone', args: [], cwd: '/', env })).toMatchObject({
    severity: 'error',
    message: expect.stringContaining('/gone'),
  })
})

test('nothing keeps listening for signals', async () => {
  const before = process.listenerCount('SIGINT')
  await run('exit 0', '')
  expect(process.listenerCount('SIGINT')).toBe(before)
})
