import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tempDir } from '../../test/helpers/mcp.ts'
import { isRunning } from '../../test/helpers/processes.ts'
import { isIssue, type Issue } from '../core/issue.ts'
import { limits } from '../engine/limits.ts'
import { serve, type Served } from './serve.ts'

type Guest = { server: Served; lines: string[]; endings: Issue[]; dir: string }

/** Serves a shell script for the length of a test. */
async function serveScript(script: string): Promise<Guest> {
  const dir = tempDir()
  const lines: string[] = []
  const endings: Issue[] = []
  const listener = { line: (text: string) => lines.push(text), ended: (why: Issue) => endings.push(why) }
  const env = { PATH: process.env['PATH'] ?? '' }
  const server = await serve({ file: '/bin/sh', args: ['-c', script], cwd: dir, env, limits }, listener)
  if (isIssue(server)) throw new Error(server.message)
  onTestFinished(() => server.stop())
  return { server, lines, endings, dir }
}

const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 10 })

async function pidIn(dir: string): Promise<number> {
  const file = join(dir, 'pid')
  await eventually(() => expect(existsSync(file) && readFileSync(file, 'utf8').endsWith('\n')).toBe(true))
  return Number(readFileSync(file, 'utf8'))
}

test('it answers line by line, for as long as it is asked', async () => {
  const { server, lines } = await serveScript('while read -r line; do echo "got $line"; done')
  await server.send('one')
  await eventually(() => expect(lines).toEqual(['got one']))
  await server.send('two')
  await eventually(() => expect(lines).toEqual(['got one', 'got two']))
})

test('it goes when its stdin ends, without a signal', async () => {
  const { server, endings, dir } = await serveScript(
    'trap "echo TERM > sign" TERM; cat > /dev/null; echo bye > bye',
  )
  await server.stop()
  expect(existsSync(join(dir, 'bye'))).toBe(true)
  expect(existsSync(join(dir, 'sign'))).toBe(false)
  expect(endings.map(({ code }) => code)).toEqual(['serve.stopped'])
})

test('the whole group is gone after stop, also when it ignores TERM', async () => {
  const deaf = 'trap "" TERM; (while :; do sleep 0.1; done) & echo $! > pid; while :; do sleep 0.1; done'
  const { server, dir } = await serveScript(deaf)
  const child = await pidIn(dir)
  await server.stop()
  expect(isRunning(child)).toBe(false)
})

test('what it leaves behind when it ends by itself is ended too', async () => {
  const { endings, dir } = await serveScript('sleep 600 & echo $! > pid; exit 4')
  await eventually(() => expect(endings).toHaveLength(1))
  expect(isRunning(await pidIn(dir))).toBe(false)
  expect(endings[0]?.message).toBe('Server process "/bin/sh" ended (exit code 4).')
})

test('what it wrote before it ended is heard before its end', async () => {
  const { lines, endings } = await serveScript('echo last; echo words >&2; kill -KILL $$')
  await eventually(() => expect(endings).toHaveLength(1))
  expect(lines).toEqual(['last'])
  expect(endings[0]).toMatchObject({
    code: 'serve.ended',
    message: 'Server process "/bin/sh" ended (SIGKILL).',
    detail: 'words',
  })
})

test('a flood on stderr does not stop it, and only its two ends are kept', async () => {
  const { server, lines, endings } = await serveScript(
    'read -r line; echo first >&2; yes noise 2>/dev/null | head -c 3999996 >&2; echo last >&2; echo done; read -r line; exit 1',
  )
  await server.send('go')
  await eventually(() => expect(lines).toEqual(['done']))
  await server.send('end')
  await eventually(() => expect(endings).toHaveLength(1))
  const detail = endings[0]?.detail ?? ''
  expect(detail.startsWith('first\n') && detail.endsWith('\nlast')).toBe(true)
  expect(detail.length).toBeLessThan(70_000)
})

test('a line without end stops it', async () => {
  const { endings } = await serveScript("head -c 20000000 /dev/zero | tr '\\0' x; sleep 600")
  await eventually(() => expect(endings.map(({ code }) => code)).toEqual(['serve.line']))
})

test('sending to one that is gone rejects', async () => {
  const { server, endings } = await serveScript('exit 0')
  await eventually(() => expect(endings).toHaveLength(1))
  await expect(server.send('hello')).rejects.toThrow('closed its input')
})

test('one that does not read is not sent more and more', async () => {
  const { server } = await serveScript('sleep 600')
  const first = server.send('x'.repeat(20 * 1_048_576))
  first.catch(() => {})
  await expect(server.send('more')).rejects.toThrow('does not read')
})

test('stopping twice, or after the end, tells of one end', async () => {
  const { server, endings } = await serveScript('cat')
  await Promise.all([server.stop(), server.stop()])
  await server.stop()
  expect(endings).toHaveLength(1)
})

test('an idle one does not keep a program alive', async () => {
  const held = (): string[] =>
    process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap' || name === 'PipeWrap')
  const before = held()
  const { server, lines } = await serveScript('while read -r line; do echo "$line"; done')
  await server.send('hello')
  await eventually(() => expect(lines).toEqual(['hello']))
  expect(held()).toEqual(before)
})

test('what cannot be started is an issue', async () => {
  const listener = { line: () => {}, ended: () => {} }
  const spec = { file: 'no-such-program', args: [], cwd: tempDir(), env: { PATH: '/usr/bin' }, limits }
  expect(await serve(spec, listener)).toMatchObject({ code: 'launch.not-found' })
})

test('a message that finds the input closed is refused when the end has been told', async () => {
  const { server, endings } = await serveScript('exec 0<&-; echo "no licence" >&2; sleep 0.2; exit 9')
  const tooLarge = 'x'.repeat(1_048_576)
  await expect(server.send(tooLarge)).rejects.toThrow('EPIPE')
  expect(endings).toMatchObject([{ code: 'serve.ended', detail: 'no licence' }])
})
