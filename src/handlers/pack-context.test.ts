import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { packContext, packPlace, type PackCallOptions } from '../../test/helpers/pack-context.ts'
import type { PackManifest } from '../packs/manifest.ts'

const manifest: PackManifest = { name: 'sample', summary: 'x', options: {}, hooks: [] }
const contextIn = (place = packPlace(), call: PackCallOptions = {}) =>
  packContext(manifest, { place, ...call })
const isUnix = process.platform !== 'win32'

/** A program of the project that says so. */
function plant(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, name)
  writeFileSync(file, '#!/bin/sh\necho planted\n')
  chmodSync(file, 0o755)
  return file
}

describe.runIf(isUnix)('a program that a pack runs', () => {
  const HOW = { timeoutMs: 5_000 }

  test('gets its arguments as they are, its input and its folder, and no shell', async () => {
    const place = packPlace()
    const { run } = contextIn(place)
    const how = { ...HOW, cwd: place.projectDir, input: 'in' }
    expect(await run('sh', ['-c', 'cat; pwd; printf %s "$1" >&2; exit 3', '-', '$HOME *'], how)).toEqual({
      kind: 'exited',
      code: 3,
      stdout: `in${place.projectDir}\n`,
      stderr: '$HOME *',
      droppedBytes: 0,
    })
  })

  test('S39 is never found in the project by its bare name, however PATH is set', async () => {
    const place = packPlace()
    const { projectDir } = place
    plant(join(projectDir, 'bin'), 'planted-tool')
    plant(projectDir, 'planted-tool')
    for (const PATH of [`${projectDir}/bin`, `${projectDir}/bin:/usr/bin:/bin`, '.:/usr/bin', ':/bin', '']) {
      const { run, variables } = contextIn(place, { variables: { PATH } })
      expect(await run('planted-tool', [], { ...HOW, cwd: projectDir })).toMatchObject({
        kind: 'not-started',
      })
      expect(variables['PATH']).not.toContain(projectDir)
    }
  })

  test('is started from the project by its whole path', async () => {
    const place = packPlace()
    const file = plant(join(place.projectDir, 'node_modules/.bin'), 'tool')
    const done = await contextIn(place).run(file, [], { ...HOW, cwd: place.projectDir })
    expect(done).toMatchObject({ kind: 'exited', code: 0, stdout: 'planted\n' })
  })

  test('is ended at its timeout with all that it started', async () => {
    const place = packPlace()
    const { run } = contextIn(place)
    const child = 'sh -c "sleep 1; touch late" & echo begun; sleep 30'
    const ended = await run('sh', ['-c', child], { cwd: place.projectDir, timeoutMs: 300 })
    expect(ended).toEqual({ kind: 'timed-out', stdout: 'begun\n', stderr: '' })
    await sleep(900)
    expect(existsSync(join(place.projectDir, 'late'))).toBe(false)
  })

  test('is ended when the answer is no longer wanted', async () => {
    const place = packPlace()
    const controller = new AbortController()
    const { run } = contextIn(place, { signal: controller.signal })
    const running = run('sleep', ['30'], { ...HOW, cwd: place.projectDir })
    setTimeout(() => controller.abort(), 50)
    expect(await running).toEqual({ kind: 'cancelled' })
  })

  test('has as much of its output kept as was asked for', async () => {
    const place = packPlace()
    const how = { ...HOW, cwd: place.projectDir, maxBytes: 1_000 }
    const done = await contextIn(place).run('sh', ['-c', 'yes | head -c 100000'], how)
    expect(done).toMatchObject({ kind: 'exited', code: 0, droppedBytes: 99_000 })
  })

  test('gets the variables that were set, and not the removed ones', async () => {
    const place = packPlace()
    const { run } = contextIn(place, { variables: { KEPT: '1', GONE: '2' } })
    const how = { ...HOW, cwd: place.projectDir, variables: { ADDED: '3', GONE: undefined } }
    const done = await run('sh', ['-c', 'echo $KEPT-${GONE-none}-$ADDED'], how)
    expect(done).toMatchObject({ stdout: '1-none-3\n' })
  })

  test('that does not exist is told', async () => {
    const place = packPlace()
    const done = await contextIn(place).run('no-such-program', [], { ...HOW, cwd: place.projectDir })
    expect(done).toEqual({ kind: 'not-started', why: expect.stringContaining('no-such-program') as string })
  })
})

describe('a request of a pack', () => {
  async function served(answer: Parameters<typeof createServer>[1]): Promise<string> {
    const server: Server = createServer(answer)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  }

  test('is JSON, and comes back with the status', async () => {
    let heard = ''
    const url = await served((request, response) => {
      request.on('data', (chunk: Buffer) => (heard += chunk.toString()))
      request.on('end', () => response.writeHead(204).end())
    })
    expect(await contextIn().post(url, { text: 'ü' }, 2_000)).toBe(204)
    expect(JSON.parse(heard)).toEqual({ text: 'ü' })
  })

  test('follows no redirect', async () => {
    const url = await served((_, response) => response.writeHead(302, { location: '/else' }).end())
    expect(await contextIn().post(url, {}, 2_000)).toBe(302)
  })

  test('ends at its timeout', async () => {
    const url = await served(() => {})
    expect(await contextIn().post(url, {}, 100)).toEqual({ why: 'no answer within 100 ms' })
  })

  test.for([
    'http://192.0.2.1/x',
    'https://169.254.169.254/latest',
    'https://10.0.0.1/',
    'https://0x7f000001/',
    'ftp://127.0.0.1/',
    'no url',
  ])('does not go to %s', async (url) => {
    expect(await contextIn().post(url, {}, 2_000)).toEqual({ why: expect.any(String) as string })
  })

  test('is never told with what stands in its URL', async () => {
    const why = await contextIn().post('http://user:hunter2@192.0.2.1/x?token=hunter2', {}, 2_000)
    expect(JSON.stringify(why)).not.toContain('hunter2')
  })
})

describe('what a pack keeps', () => {
  test('is there for the next event, apart for each project', () => {
    const [one, other] = [packPlace(), packPlace()]
    const shared = { ...other, stateDir: one.stateDir }
    contextIn(one).store.write('last', 'text')
    expect(contextIn(one).store.read('last')).toBe('text')
    expect(contextIn(one).store.read('other')).toBeUndefined()
    expect(contextIn(shared).store.read('last')).toBeUndefined()
  })

  test('is private, whatever its name', () => {
    const place = packPlace()
    contextIn(place).store.write('../../../etc/x', 'text')
    const folder = join(place.stateDir, 'packs/sample')
    const [name = ''] = readdirSync(folder)
    expect(name).toMatch(/^[\da-f]{16}-[\da-f]{16}$/)
    const bits = statSync(join(folder, name)).mode & 0o77
    expect(isUnix ? bits : 0).toBe(0)
    expect(contextIn(place).store.read('../../../etc/x')).toBe('text')
  })

  test('is not kept beyond 1 MiB, and is at most 200 files', () => {
    const place = packPlace()
    const { store } = contextIn(place)
    store.write('large', 'x'.repeat(1_048_577))
    expect(store.read('large')).toBeUndefined()
    for (let count = 0; count < 205; count++) store.write(`n${count}`, 'x')
    expect(readdirSync(join(place.stateDir, 'packs/sample'))).toHaveLength(200)
    expect(store.read('n204')).toBe('x')
  })
})
