import * as fs from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Issue } from '../core/issue.ts'
import type { State } from '../ports/state.ts'
import type { Resident } from '../process/resident.ts'
import { converse, type Asked, type Held } from './connection.ts'
import { createEndpoint, readEndpoint, writeEndpoint, ENDPOINT, type Endpoint } from './endpoint.ts'
import { endStart } from './folder.ts'
import { FRAME, frame } from './frames.ts'
import { serveHttp, type EncodeHttp, type HttpSide } from './http.ts'
import { createPool, type Pool, type RunningJob } from './pool.ts'
import { DECLINE, endRecord } from './records.ts'
import type { CallHead } from './worker.ts'

export type Serving = {
  readonly state: State
  readonly startWorker: () => Resident
  /** Name of the copy of the program that runs. */
  readonly program: string
  /** Files that make up this program: when one changes, another daemon has to take over. */
  readonly files: readonly string[]
  /** Ends after so long without a call. */
  readonly idleMs: number
  /** Ends when this is aborted. */
  readonly signal: AbortSignal
  readonly log: (text: string) => void
  /** Makes the bodies of replies through HTTP. */
  readonly encodeHttp: EncodeHttp
  /** The longest payload through HTTP. */
  readonly mostPayload: number
  /** Starts the daemon that takes over, where no launcher may call and start one. */
  readonly startNext: () => void
}

/**
 * Open connections; more are closed at once, and their callers evaluate. Workers need descriptors too, of which some
 * systems allow no more than 1,024.
 */
const MOST_CONNECTIONS = 512
/** How often the daemon looks whether it is still wanted. */
const LOOK_MS = 2_000
const MOST_BYTES = 512 * 1_048_576

/** Answers launchers until nobody has called for a while, another daemon has taken over, or it is told to end. */
export async function serve(serving: Serving): Promise<Issue | undefined> {
  const { state, log } = serving
  const server = createServer({ noDelay: true })
  server.maxConnections = MOST_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', 1_024, resolve)
  })
  // A connection that cannot be accepted, for want of descriptors, is no reason to end the calls that run.
  server.on('error', (error) => log(`cannot accept: ${error.message}`))
  const { port } = server.address() as AddressInfo
  const endpoint = createEndpoint({ port, program: serving.program, pid: process.pid })
  const pool = createPool(serving.startWorker)
  const unwritten = writeEndpoint(state, endpoint)
  endStart(state)
  if (unwritten) {
    server.close()
    await pool.drain()
    return unwritten
  }
  log(`listens on 127.0.0.1:${port}, program ${serving.program}`)
  const http = serveHttp({ state, pool, log, encode: serving.encodeHttp, mostBytes: serving.mostPayload })
  const why = await untilUnwanted(server, { serving, endpoint, pool, http, held: { bytes: 0 } })
  log(`ends: ${why}`)
  if (readEndpoint(state)?.callerToken === endpoint.callerToken) state.remove(ENDPOINT)
  const needsNext = http.status !== undefined && (why === CHANGED || why === TOO_LARGE)
  http.close()
  if (needsNext) serving.startNext()
  server.close()
  await pool.drain()
  log('has ended')
  return undefined
}

const CHANGED = 'the program changed'
const TOO_LARGE = 'it has become too large'

type Running = {
  readonly serving: Serving
  readonly endpoint: Endpoint
  readonly pool: Pool
  readonly held: Held
  readonly http: HttpSide
}

/** Returns why the daemon ends. */
function untilUnwanted(server: ReturnType<typeof createServer>, running: Running): Promise<string> {
  const { serving, endpoint, pool, http } = running
  const { state, idleMs, signal } = serving
  const before = marksOf(serving.files)
  return new Promise((resolve) => {
    let lastCall = performance.now()
    // One that was removed while this daemon started is gone from the beginning, and no worker can start from it.
    const changed = (): boolean => before.includes(GONE) || marksOf(serving.files) !== before
    server.on('connection', (socket) => {
      lastCall = performance.now()
      const control = {
        stop: () => done('it was told to'),
        isOutdated: changed,
        outdated: () => done(CHANGED),
      }
      answer(socket, running, control)
    })
    const timer = setInterval(() => {
      // Whoever calls through HTTP starts no daemon.
      if (pool.load > 0 || http.status !== undefined) lastCall = performance.now()
      if (performance.now() - lastCall > idleMs) done('nobody called')
      else if (readEndpoint(state)?.callerToken !== endpoint.callerToken)
        done('another daemon has taken over')
      else if (changed()) done(CHANGED)
      else if (process.memoryUsage.rss() > MOST_BYTES) done(TOO_LARGE)
    }, LOOK_MS)
    void pool.failed.then(() => done('its workers end before they take a call'))
    signal.addEventListener('abort', () => done('a signal'), { once: true })
    function done(why: string): void {
      clearInterval(timer)
      resolve(why)
    }
  })
}

type Control = {
  readonly stop: () => void
  readonly isOutdated: () => boolean
  readonly outdated: () => void
}

function answer(socket: Socket, { endpoint, pool, serving, held, http }: Running, control: Control): void {
  let job: RunningJob | undefined
  converse(
    socket,
    { endpoint, all: held },
    {
      onAsked(asked) {
        if (asked.request.args[0] === 'daemon') return manage(socket, asked, { pool, serving, control, http })
        if (control.isOutdated()) {
          control.outdated()
          return void socket.end(DECLINE)
        }
        job = pool.add({
          call: callFrame(asked),
          reply: (bytes) => void socket.write(bytes),
          // Without a last record the launcher evaluates the event itself.
          end: () => void socket.end(),
          refuse: () => void socket.end(DECLINE),
        })
        if (job === undefined) socket.end(DECLINE)
      },
      onSignal: (name) => job?.signal(name),
      onGone: () => job?.leave(),
    },
  )
}

function callFrame({ pid, proof, word, bytes }: Asked): Buffer {
  const head: CallHead = { pid, proof, word }
  return frame(FRAME.call, Buffer.from(`${JSON.stringify(head)}\0`), bytes)
}

type Managed = Pick<Running, 'pool' | 'serving' | 'http'> & { readonly control: Control }

/** What `hookwright daemon` asks of a daemon that runs. */
function manage(socket: Socket, { request }: Asked, { pool, serving, control, http }: Managed): void {
  const status = {
    pid: process.pid,
    program: serving.program,
    uptimeMs: Math.round(process.uptime() * 1_000),
    rssBytes: process.memoryUsage.rss(),
    workers: pool.workers,
    load: pool.load,
    ...(http.status && { http: http.status }),
  }
  const stdout = JSON.stringify(status)
  socket.end(endRecord({ stdout, stderr: '', exitCode: 0, spare: { stderr: '', exitCode: 1 } }))
  if (request.args[1] === 'stop') control.stop()
}

const GONE = 'gone'

/** Tells a file that was replaced from its earlier self. */
function marksOf(files: readonly string[]): string {
  return files
    .map((file) => {
      const stats = fs.statSync(file, { throwIfNoEntry: false })
      return stats === undefined ? GONE : `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeMs}`
    })
    .join(' ')
}
