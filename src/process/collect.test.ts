import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { collect, type Collect } from './collect.ts'

const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }
const sh = (script: string, more: Partial<Collect> = {}) =>
  collect({ file: 'sh', args: ['-c', script], cwd: tmpdir(), env, ...more })

test('both streams come whole, and apart', async () => {
  const ended = await sh('printf out; printf err >&2; exit 3')
  expect(ended).toMatchObject({ kind: 'exited', code: 3, signal: null })
  expect(ended).toMatchObject({ stdout: Buffer.from('out'), stderr: Buffer.from('err') })
})

test('joined, they keep the order they were written in', async () => {
  const script = 'for i in 1 2 3 4 5 6; do printf o$i; printf e$i >&2; done'
  const ended = await sh(script, { output: 'joined' })
  expect(ended.kind === 'exited' && ended.stdout.toString()).toBe('o1e1o2e2o3e3o4e4o5e5o6e6')
})

test('joined, the streams can be opened by their names', async () => {
  const ended = await sh('echo a > /dev/stderr; echo b > /dev/stdout; echo c >> /dev/stderr', {
    output: 'joined',
  })
  expect(ended.kind === 'exited' && ended.stdout.toString()).toBe('a\nb\nc\n')
})

test('forty at once do not mix, and leave no name behind', async () => {
  const before = pipeNames()
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, n) => sh(`echo ${n}; echo ${n} >&2`, { output: 'joined' })),
  )
  expect(all.map((ended) => ended.kind === 'exited' && ended.stdout.toString())).toEqual(
    Array.from({ length: 40 }, (_, n) => `${n}\n${n}\n`),
  )
  expect(pipeNames().length - before.length).toBeLessThanOrEqual(3)
})

function pipeNames(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('hookwright-pipes-'))
}

test('more than a pipe holds comes whole', async () => {
  const ended = await sh('head -c 3000000 /dev/zero', { output: 'joined' })
  expect(ended.kind === 'exited' && ended.stdout.length).toBe(3_000_000)
})

test.for(['separate', 'joined'] as const)('stdin is at its end, output %s', async (output) => {
  expect(await sh('cat', { output })).toMatchObject({ kind: 'exited', code: 0 })
})

test('input arrives as bytes', async () => {
  const ended = await sh('cat', { input: Buffer.from([0, 255, 10]) })
  expect(ended).toMatchObject({ stdout: Buffer.from([0, 255, 10]) })
})

test('a signal is not an exit code', async () => {
  expect(await sh('kill -9 $$')).toMatchObject({ kind: 'exited', code: null, signal: 'SIGKILL' })
})

test('a program that does not exist is said, in both ways', async () => {
  for (const output of ['separate', 'joined'] as const) {
    const ended = await collect({ file: 'no-such-program', args: [], cwd: tmpdir(), env, output })
    expect(ended).toMatchObject({ kind: 'not-started', issue: { code: 'launch.not-found' } })
  }
})

test('a cancel ends the whole group', async () => {
  const controller = new AbortController()
  const running = sh('sleep 60 & echo $!; wait', { signal: controller.signal })
  setTimeout(() => controller.abort(), 100)
  expect(await running).toMatchObject({ kind: 'cancelled' })
})

test('a descendant that keeps the pipe open is not waited for', async () => {
  const ended = await sh('sleep 30 & echo done', { output: 'joined' })
  expect(ended.kind === 'exited' && ended.stdout.toString()).toBe('done\n')
  expect(ended.ms).toBeLessThan(10_000)
})

test('a flood is stopped', async () => {
  expect(await sh('yes', { maxBytes: 100_000 })).toMatchObject({ kind: 'too-much' })
})
