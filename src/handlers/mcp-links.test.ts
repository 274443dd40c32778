import { expect, test } from 'vitest'
import type { McpConnection } from '../core/hook.ts'
import type { ConnectMcp, McpLink } from '../ports/mcp.ts'
import { createMcpLinks, type McpLinks } from './mcp-links.ts'

type Attempt = {
  readonly cwd: string
  readonly signal: AbortSignal
  /** The server answers, or never will. */
  succeed(): void
  fail(): void
  /** The connection is lost. */
  cut(): void
  readonly closed: () => number
}

/** Connections that stand when the test says so. */
function setUp(): { links: McpLinks; attempts: Attempt[] } {
  const attempts: Attempt[] = []
  const connect: ConnectMcp = (_, { signal, cwd }) =>
    new Promise((resolve, reject) => {
      let isOpen = true
      let closed = 0
      const link: McpLink = {
        callTool: () => Promise.reject(new Error('not called here')),
        isOpen: () => isOpen,
        close: async () => void (closed += 1),
      }
      attempts.push({
        cwd,
        signal,
        succeed: () => resolve(link),
        fail: () => reject(new Error('no such server')),
        cut: () => (isOpen = false),
        closed: () => closed,
      })
    })
  return { links: createMcpLinks(connect), attempts }
}

const HTTP: McpConnection = { transport: 'http', url: 'http://127.0.0.1:1/' }
const STDIO: McpConnection = { transport: 'stdio', command: 'server', args: [] }

function options(fields: { cwd?: string; signal?: AbortSignal; env?: Record<string, string> } = {}) {
  return { env: {}, cwd: '/work', signal: new AbortController().signal, ...fields }
}

test('users of one connection share one attempt', async () => {
  const { links, attempts } = setUp()
  const uses = [links.use(HTTP, options()), links.use({ ...HTTP }, options({ cwd: '/elsewhere' }))]
  attempts[0]?.succeed()
  const [one, two] = await Promise.all(uses)
  expect(one?.link).toBe(two?.link)
  expect(attempts).toHaveLength(1)
})

test('a process is shared only within one directory', () => {
  const { links, attempts } = setUp()
  void links.use(STDIO, options({ cwd: '/a' }))
  void links.use(STDIO, options({ cwd: '/b' }))
  void links.use(STDIO, options({ cwd: '/a' }))
  expect(attempts.map(({ cwd }) => cwd)).toEqual(['/a', '/b'])
})

test('who leaves while it connects does not stop it for others', async () => {
  const { links, attempts } = setUp()
  const impatient = new AbortController()
  const first = links.use(HTTP, options({ signal: impatient.signal }))
  const second = links.use(HTTP, options())
  impatient.abort(new Error('enough'))
  await expect(first).rejects.toThrow('enough')
  expect(attempts[0]?.signal.aborted).toBe(false)
  attempts[0]?.succeed()
  await expect(second).resolves.toBeDefined()
})

test('the last one who leaves stops it, and the next user begins anew', async () => {
  const { links, attempts } = setUp()
  const impatient = new AbortController()
  const uses = [1, 2].map(() => links.use(HTTP, options({ signal: impatient.signal })))
  impatient.abort(new Error('enough'))
  await Promise.allSettled(uses)
  expect(attempts[0]?.signal.aborted).toBe(true)
  void links.use(HTTP, options())
  expect(attempts).toHaveLength(2)
})

test('one that stands after everybody left is closed', async () => {
  const { links, attempts } = setUp()
  const use = links.use(HTTP, options({ signal: AbortSignal.abort(new Error('enough')) }))
  await expect(use).rejects.toThrow('enough')
  attempts[0]?.succeed()
  await links.close()
  expect(attempts[0]?.closed()).toBe(1)
})

test('a user who comes too late does not end a connection that stands', async () => {
  const { links, attempts } = setUp()
  const first = links.use(HTTP, options())
  attempts[0]?.succeed()
  ;(await first).done()
  await expect(links.use(HTTP, options({ signal: AbortSignal.abort(new Error('late')) }))).rejects.toThrow(
    'late',
  )
  await links.use(HTTP, options())
  expect(attempts).toHaveLength(1)
  expect(attempts[0]?.closed()).toBe(0)
})

test('a failed attempt fails all who wait, and is not remembered', async () => {
  const { links, attempts } = setUp()
  const uses = [1, 2].map(() => links.use(HTTP, options()))
  attempts[0]?.fail()
  const settled = await Promise.allSettled(uses)
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  void links.use(HTTP, options())
  expect(attempts).toHaveLength(2)
})

test('one that broke is dropped at once, and closed after its last user', async () => {
  const { links, attempts } = setUp()
  const uses = [1, 2].map(() => links.use(HTTP, options()))
  attempts[0]?.succeed()
  const [one, two] = await Promise.all(uses)
  attempts[0]?.cut()
  one?.done()
  expect(attempts[0]?.closed()).toBe(0)
  void links.use(HTTP, options())
  expect(attempts).toHaveLength(2)
  two?.done()
  await Promise.resolve()
  expect(attempts[0]?.closed()).toBe(1)
})

test('one that broke while nobody used it is replaced', async () => {
  const { links, attempts } = setUp()
  const use = links.use(HTTP, options())
  attempts[0]?.succeed()
  ;(await use).done()
  attempts[0]?.cut()
  void links.use(HTTP, options())
  expect(attempts).toHaveLength(2)
})

test('close ends those that stand and those that are being made, and then no more are made', async () => {
  const { links, attempts } = setUp()
  const standing = links.use(HTTP, options())
  const waiting = links.use(STDIO, options())
  attempts[0]?.succeed()
  await standing
  const closed = links.close()
  expect(attempts[1]?.signal.aborted).toBe(true)
  attempts[1]?.fail()
  await expect(waiting).rejects.toThrow('no such server')
  await closed
  expect(attempts[0]?.closed()).toBe(1)
  await expect(links.use(HTTP, options())).rejects.toThrow('closed')
})

test('a process is shared only by those with the same variables, a remote server by all', () => {
  const { links, attempts } = setUp()
  for (const connection of [STDIO, HTTP])
    for (const TOKEN of ['a', 'b', 'a']) void links.use(connection, options({ env: { TOKEN } }))
  expect(attempts).toHaveLength(3)
})

test('variables that are always others do not pile up processes: of those nobody uses, the four last stay', async () => {
  const { links, attempts } = setUp()
  for (let at = 0; at < 10; at += 1) {
    const use = links.use(STDIO, options({ env: { AT: String(at) } }))
    attempts[at]?.succeed()
    const { done } = await use
    // The first is still in use when all the others have come.
    if (at > 0) done()
  }
  await new Promise((resolve) => setImmediate(resolve))
  expect(attempts.map(({ closed }) => closed())).toEqual([0, 1, 1, 1, 1, 1, 0, 0, 0, 0])
})
