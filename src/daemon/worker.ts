import { Socket } from 'node:net'
import { standInFor } from '../ports/stand-in.ts'
import { lookAtCaller, lookAtSelf, type Caller, type Own } from './caller.ts'
import { createFrameReader, FRAME, frame } from './frames.ts'
import { keptCaller, type Kept } from './http-caller.ts'
import { BEAT, DECLINE, endRecord, textRecords, type End } from './records.ts'
import { readRequest, type Request } from './request.ts'

/** One call, with this process already in the caller's place. */
export type WorkerCall = {
  readonly request: Request
  readonly caller: Caller
  /** Text that the caller gets at once. */
  readonly tell: (stream: 'out' | 'err', text: string) => void
  /** The caller reads one document, when the call is over. */
  readonly isWhole: boolean
}

/** What the program made of a call. 'decline': the caller is to evaluate it. */
export type Answered = End | 'decline'

export type Working = {
  /** Answers one call. */
  readonly answer: (call: WorkerCall) => Promise<Answered>
  /** Looks at what this process holds, and returns what ends all that a call adds. False: something is left. */
  readonly begin: () => () => Promise<boolean>
  /** Path of the program, as `process.argv` has it. */
  readonly script: string
  /** Variables that this process was started with. */
  readonly variables: Readonly<Record<string, string>>
}

/** Told by the daemon with each call. */
export type CallHead = {
  readonly pid: number
  readonly proof: string
  readonly word: string
  /** The call comes from no process. */
  readonly kept?: Kept
}

/** Descriptor of the pipe to the daemon. */
export const CHANNEL = 3
const BEAT_MS = 1_000
const LISTEN_MS = 5
/** After so many calls another process takes over, whatever this one may have collected. */
const MOST_CALLS = 5_000
const MOST_BYTES = 256 * 1_048_576

/** Takes calls from the daemon, one at a time, until the daemon is gone or this process should not go on. */
export async function work(working: Working): Promise<number> {
  const own = lookAtSelf(working.variables)
  const channel = new Socket({ fd: CHANNEL, readable: true, writable: true })
  const home = process.cwd()
  let calls = 0
  let busy = false
  let isAnswered = false
  let finish = (_code: number): void => {}
  const finished = new Promise<number>((resolve) => {
    finish = resolve
  })

  async function take(body: Buffer): Promise<void> {
    busy = true
    isAnswered = false
    calls += 1
    const end = working.begin()
    const send = (bytes: Buffer): void => void channel.write(frame(FRAME.reply, bytes))
    const beat = setInterval(() => send(BEAT), BEAT_MS)
    try {
      send(await answerFrame(body, { own, working, send }))
    } finally {
      isAnswered = true
      clearInterval(beat)
      process.chdir(home)
    }
    const isClean = await end()
    const isSpent = !isClean || calls >= MOST_CALLS || process.memoryUsage.rss() > MOST_BYTES
    busy = false
    channel.write(frame(FRAME.done, Buffer.from(JSON.stringify({ isSpent }))))
    if (isSpent) channel.end(() => finish(0))
  }

  /** A call that was answered cannot be interrupted, and one that has just begun does not listen yet. */
  function signal(name: NodeJS.Signals, call: number): void {
    if (!busy || isAnswered || calls !== call) return
    // A real one, because some of what runs waits for it in the system.
    if (process.listenerCount(name) > 0) process.kill(process.pid, name)
    else setTimeout(() => signal(name, call), LISTEN_MS)
  }

  channel.on(
    'data',
    createFrameReader((kind, body) => {
      if (kind === FRAME.call) void take(body).catch((error: unknown) => void channel.destroy(error as Error))
      else signal(body.toString() as NodeJS.Signals, calls)
    }),
  )
  channel.on('error', () => {})
  channel.on('close', () => {
    // The daemon is gone, and the launcher with it: what runs is ended as by a closed terminal.
    if (!busy) return finish(0)
    signal('SIGHUP', calls)
    setTimeout(() => finish(1), LAST_MS)
  })
  channel.write(frame(FRAME.ready))
  return finished
}

/** The most that a run takes to end its hooks. */
const LAST_MS = 5_000

type Around = {
  readonly own: Own
  readonly working: Working
  readonly send: (bytes: Buffer) => void
}

async function answerFrame(body: Buffer, { own, working, send }: Around): Promise<Buffer> {
  const end = body.indexOf(0)
  const head = JSON.parse(body.toString('utf8', 0, end)) as CallHead
  const request = readRequest(body.subarray(end + 1), head.word)
  if (request === undefined || request === 'invalid') return DECLINE
  const caller =
    head.kept === undefined
      ? lookAtCaller(head.pid, head.proof, own)
      : keptCaller(head.kept, payloadOf(request))
  if (typeof caller === 'string') return declined(caller)
  standInFor({ ...caller, configHome: request.configHome, argv: [working.script, ...request.args] })
  let hasTold = false
  const tell: WorkerCall['tell'] = (stream, text) => {
    // Notes on stderr wait in the launcher for the end of the reply.
    if (stream === 'out') hasTold = true
    send(textRecords(stream, text))
  }
  try {
    const answered = await working.answer({ request, caller, tell, isWhole: head.kept !== undefined })
    return answered === 'decline' ? DECLINE : endRecord(answered)
  } catch (error) {
    // The caller would tell what it was told already.
    if (hasTold) throw error
    return declined(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

function payloadOf({ stdin }: Request): Uint8Array {
  return stdin === 'terminal' ? new Uint8Array() : stdin
}

/** Told in the daemon's log, each reason once. */
function declined(why: string): Buffer {
  if (!told.has(why) && told.size < MOST_TOLD) {
    told.add(why)
    process.stderr.write(`${new Date().toISOString()} ${process.pid} leaves a call to its caller: ${why}\n`)
  }
  return DECLINE
}

const told = new Set<string>()
const MOST_TOLD = 100
