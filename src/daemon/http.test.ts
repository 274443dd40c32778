import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../ports/free-port.ts'
import { openState, type State } from '../ports/state.ts'
import { HTTP_PLACE, newToken, readHttpPlace, writeHttpPlace, type HttpPlace } from './http-place.ts'
import { serveHttp, type HttpServing, type HttpSide } from './http.ts'
import type { Job, Pool } from './pool.ts'
import { DECLINE, endRecord } from './records.ts'

const SPARE = { stderr: '', exitCode: 1 }
const SILENT = endRecord({ stdout: '', stderr: '', exitCode: 0, spare: SPARE })

type Around = {
  readonly state: State
  readonly place: HttpPlace
  readonly http: HttpSide
  readonly log: string[]
  readonly jobs: Job[]
}

async function around(changes: Partial<HttpServing> = {}): Promise<Around> {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-http-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const state = openState(folder)
  const place = {
    port: (await findFreePort()) ?? 0,
    token: newToken(),
    configHome: '/config',
    variables: { HOME: '/home/dev' },
    umask: 0o022,
  }
  writeHttpPlace(state, place)
  const log: string[] = []
  const jobs: Job[] = []
  const http = serveHttp({
    state,
    pool: pool(jobs, (job) => {
      job.reply(SILENT)
      job.end(true)
    }),
    log: (text) => log.push(text),
    encode: (_, reply) => Promise.resolve(JSON.stringify({ reply: reply ?? 'none' })),
    mostBytes: 1_000,
    ...changes,
  })
  onTestFinished(() => http.close())
  return { state, place, http, log, jobs }
}

function pool(jobs: Job[], run: (job: Job) => void): Pick<Pool, 'add'> {
  return {
    add(job) {
      jobs.push(job)
      setImmediate(() => run(job))
      return { signal: () => {}, leave: () => {} }
    },
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue() && waited < 5_000; waited += 20) await setTimeout(20)
}

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> }

function post({ port, token }: HttpPlace, init: Init = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/run?host=claude-code&deadline=60`, {
    method: 'POST',
    body: '{}',
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
  })
}

test('a call gets what its worker said, and the connection ends', async () => {
  const { place, http, jobs } = await around()
  await until(() => http.status?.isListening === true)
  const response = await post(place)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ reply: { stdout: '', stderr: '', exitCode: 0 } })
  expect(response.headers.get('connection')).toBe('close')
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  expect(jobs).toHaveLength(1)
})

test.for<[string, (job: Job) => void]>([
  ['declines', (job) => (job.reply(DECLINE), job.end(true))],
  ['ends in the middle', (job) => job.end(false)],
  ['is not free in time', (job) => job.refuse()],
])('a worker that %s has not answered', async ([, run]) => {
  const { place, http } = await around({ pool: pool([], run) })
  await until(() => http.status?.isListening === true)
  expect(await (await post(place)).json()).toEqual({ reply: 'none' })
})

test('a host that calls nobody gets no 200', async () => {
  const { place, http } = await around({ encode: () => Promise.resolve(undefined) })
  await until(() => http.status?.isListening === true)
  expect((await post(place)).status).toBe(400)
})

describe('no worker sees', () => {
  test.for<[string, number, Init]>([
    ['a call without the token', 401, { headers: { authorization: 'Bearer x' } }],
    ['a call of a page', 403, { headers: { origin: 'https://example.com' } }],
    ['a GET', 405, { method: 'GET', body: null }],
    ['a body that is too large', 413, { body: 'x'.repeat(1_001) }],
  ])('%s', async ([, status, init]) => {
    const { place, http, jobs } = await around()
    await until(() => http.status?.isListening === true)
    expect((await post(place, init)).status).toBe(status)
    expect(jobs).toEqual([])
  })

  test('a body that is too large and does not say how large', async () => {
    const { place, http, jobs } = await around()
    await until(() => http.status?.isListening === true)
    const head = `POST /run?host=a HTTP/1.1\r\nHost: 127.0.0.1:${place.port}\r\nAuthorization: Bearer ${place.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    expect(await raw(place.port, `${head}7d0\r\n${'x'.repeat(2_000)}\r\n`)).toContain('413')
    expect(jobs).toEqual([])
  })

  test('a body that does not come', { timeout: 30_000 }, async () => {
    const { place, http, jobs } = await around()
    await until(() => http.status?.isListening === true)
    const head = `POST /run?host=a HTTP/1.1\r\nHost: 127.0.0.1:${place.port}\r\nAuthorization: Bearer ${place.token}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n`
    expect(await raw(place.port, `${head}{`)).toContain('408')
    expect(jobs).toEqual([])
  })
})

/** What comes back until the other side closes. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => void socket.write(text))
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
    socket.on('error', () => {})
    socket.on('close', () => resolve(said))
  })
}

describe('the place', () => {
  test('is readable by its owner only', async () => {
    const { state } = await around()
    expect(statSync(join(state.dir, HTTP_PLACE)).mode & 0o777).toBe(0o600)
  })

  test('that is removed closes the port, and one that comes opens it', async () => {
    const { state, place, http } = await around()
    await until(() => http.status?.isListening === true)
    state.remove(HTTP_PLACE)
    await until(() => http.status === undefined)
    await expect(post(place)).rejects.toThrow('fetch failed')
    writeHttpPlace(state, place)
    await until(() => http.status?.isListening === true)
    expect((await post(place)).status).toBe(200)
  })

  test('with another token refuses the earlier one', async () => {
    const { state, place, http } = await around()
    await until(() => http.status?.isListening === true)
    const next = { ...place, token: newToken() }
    writeHttpPlace(state, next)
    await expect
      .poll(
        () =>
          post(next).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 5_000 },
      )
      .toBe(200)
    expect((await post(place)).status).toBe(401)
  })

  test.for(['', '{}', '[]', '{"version":1,"port":70000}', 'null'])('%j is none', (text) => {
    expect(readHttpPlace({ read: () => text })).toBeUndefined()
  })
})

test('a port that another program has is told once, and taken when it is free', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-http-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const port = (await findFreePort()) ?? 0
  const other = await listen(port)
  const state = openState(folder)
  const place = { port, token: newToken(), configHome: '/c', variables: {}, umask: 0 }
  writeHttpPlace(state, place)
  const { http, log } = await around({ state })
  await until(() => http.status?.problem !== undefined)
  expect(http.status).toEqual({
    port,
    isListening: false,
    problem: `port ${port} is taken by another program`,
  })
  await setTimeout(2_500)
  expect(log).toEqual([
    `no HTTP: port ${port} is taken by another program; agents that call it go on without hooks`,
  ])
  await new Promise((resolve) => other.close(resolve))
  await until(() => http.status?.isListening === true)
  expect((await post(place)).status).toBe(200)
})

function listen(port: number): Promise<Server> {
  const server = createServer()
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}
