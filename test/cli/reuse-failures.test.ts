import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createWorld, write } from '../helpers/callers.ts'
import { config, payload, saying } from '../helpers/hooks.ts'
import { reuseOneProcess } from '../helpers/reused.ts'

const USER = '~/.config/hookwright/hookwright.json'
const reusing = reuseOneProcess()
const { alike } = reusing

const call = (fields: object = {}): object => payload('PreToolUse', fields)

describe('a process that serves many calls answers as one of its own does', { timeout: 60_000 }, () => {
  test('after a timeout, also of a hook that ignores TERM', async () => {
    const replies = await alike(async ({ alice, bob, event }) => {
      for (const each of [alice, bob]) {
        const command = "trap '' TERM; sleep 30"
        const hang = { id: 'hang', shell: 'sh', command, timeout: 0.3, onFailure: 'ask' }
        write(each, USER, config('PreToolUse', hang, { id: 'ok', context: `for ${each.name}` }))
        await event(each, call())
      }
      await event(alice, call(), { args: ['--deadline', '200'] })
    })
    expect(replies[1]?.stdout).toMatch(/ask.*for bob/)
  })

  test('with stopOnDeny', async () => {
    await alike(async ({ alice, bob, event }) => {
      for (const each of [alice, bob, alice]) {
        const quick = saying(`echo ${each.name}`, { id: 'quick', stopOnDeny: true })
        const slow = { id: 'slow', shell: 'sh', command: 'sleep 5; echo late' }
        write(each, USER, config('PreToolUse', quick, slow))
        await event(each, call())
      }
    })
  })

  test('with a leftover that goes on writing, which loses its pipe with the call', async () => {
    await alike(async ({ alice, event }) => {
      for (const detach of [false, true]) {
        const loop = `trap 'echo lost >> ~/told' PIPE; for i in 1 2 3 4 5 6; do sleep 0.1; echo more; done`
        write(alice, USER, config('PreToolUse', saying(`(${loop}) >&1 & echo no`, { detach })))
        await event(alice, call())
      }
      await vi.waitFor(() => expect(existsSync(join(alice.home, 'told'))).toBe(true), { timeout: 5_000 })
    })
  })

  test('with a hook that cannot be started, or that fails', async () => {
    const entries = [
      { command: 'no-such-program' },
      { command: './missing.sh' },
      { command: 'sh -c "exit 3"' },
    ]
    await alike(async ({ alice, bob, event }) => {
      for (const each of [alice, bob])
        for (const entry of entries) {
          write(each, USER, config('PreToolUse', { ...entry, onFailure: 'deny' }))
          await event(each, call())
        }
    })
  })

  test('with a module that fails, hangs or is not there', async () => {
    const module = { type: 'module', module: './guard.mjs', timeout: 0.5, onFailure: 'deny' }
    const bodies = ['throw new Error("broken")', 'process.exit(3)', 'while (true);', 'return 1n']
    await alike(async ({ alice, bob, event }) => {
      for (const each of [alice, bob]) {
        write(each, USER, config('PreToolUse', module))
        await event(each, call())
        for (const body of bodies) {
          write(each, '~/.config/hookwright/guard.mjs', `export default async () => { ${body} }\n`)
          await event(each, call())
        }
      }
    })
  })

  test('with a payload, an option or a config that cannot be read', async () => {
    await alike(async ({ alice, bob, event }) => {
      for (const each of [alice, bob]) {
        write(each, USER, config('PreToolUse', { deny: 'no' }))
        for (const input of ['{', '']) await event(each, {}, { input })
        await event(each, call(), { args: ['--no-such'] })
        await event(each, call(), { host: 'nobody' })
        await event(each, { hook_event_name: 'NoSuchEvent' })
        await event(each, call())
        write(each, USER, '{ "version": 1, ')
        await event(each, call())
        await event(each, call(), { args: ['--on-error', 'deny'] })
        write(each, USER, config('PreToolUse', { deny: 'no', unknown: 1 }))
        await event(each, call())
        await event(each, call(), { args: ['--json'] })
      }
    })
  })

  test('after a signal', async () => {
    await alike(async ({ root, alice, bob, event }) => {
      for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
        const file = join(root, name)
        const isThere = (): void => expect(existsSync(file)).toBe(true)
        const when = (): Promise<void> => vi.waitFor(isThere, { timeout: 10_000, interval: 20 })
        write(
          alice,
          USER,
          config('PreToolUse', { id: 'slow', shell: 'sh', command: `touch ${file}; sleep 20` }),
        )
        await event(alice, call(), { signal: { name, when } })
        write(bob, USER, config('PreToolUse', saying('echo no')))
        await event(bob, call())
      }
    })
  })
})

test('after hundreds of calls nothing has grown', async () => {
  const seen: { readonly descriptors: number; readonly heap: number }[] = []
  const { alice, bob, event } = createWorld(async (each) => {
    const said = await reusing.call(each)
    expect([said.end, said.stderr]).toEqual(['clean', ''])
    seen.push(said)
    return said
  })
  const hooks = {
    PreToolUse: [saying('cat'), { deny: 'no' }],
    PostToolUse: [{ shell: 'sh', command: 'true' }],
  }
  for (const each of [alice, bob]) write(each, USER, JSON.stringify({ version: 1, hooks }))
  for (let round = 0; round < 300; round += 1)
    await event(round % 2 === 0 ? alice : bob, payload(round % 3 === 0 ? 'PostToolUse' : 'PreToolUse'))
  const [early, late] = [seen.slice(50, 100), seen.slice(-50)]
  const descriptors = (of: typeof seen): number => Math.max(...of.map((each) => each.descriptors))
  const heap = (of: typeof seen): number => of.reduce((sum, each) => sum + each.heap, 0) / of.length
  expect(descriptors(late)).toBeLessThanOrEqual(descriptors(early))
  expect(heap(late) - heap(early)).toBeLessThan(1_048_576)
}, 120_000)
