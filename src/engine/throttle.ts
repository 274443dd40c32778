/** What a process wrote since it was last told. */
export type OutputText = {
  /** New text on stdout; may be empty. */
  readonly stdout: string
  /** New text on stderr; may be empty. */
  readonly stderr: string
  /** Both, in the order they came. */
  readonly output: string
  /** The process wrote more than is told; the rest is in its outcome. */
  readonly cut?: true
}

export type ThrottleLimits = {
  /** The shortest time between two items, in milliseconds. */
  readonly everyMs: number
  /** The most that is told, both streams together. */
  readonly bytes: number
}

export type Throttle = {
  /** False: heard enough. */
  add(stream: 'stdout' | 'stderr', text: string): boolean
  /** Sends what waits. */
  flush(): void
  /** Nothing is sent any more. */
  close(): void
}

/** Gathers output, and sends the first piece at once and the rest in few items. */
export function createThrottle(
  { everyMs, bytes }: ThrottleLimits,
  send: (text: OutputText) => void,
): Throttle {
  let waiting = NOTHING
  let left = bytes
  let isOver = false
  let sentAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (waiting === NOTHING) return
    const text = waiting
    waiting = NOTHING
    sentAt = performance.now()
    send(text)
  }

  function add(stream: 'stdout' | 'stderr', text: string): boolean {
    if (isOver) return false
    const size = Buffer.byteLength(text)
    const isCut = size > left
    const kept = isCut ? firstBytes(text, left) : text
    left -= Math.min(size, left)
    isOver = isCut
    waiting = {
      stdout: stream === 'stdout' ? waiting.stdout + kept : waiting.stdout,
      stderr: stream === 'stderr' ? waiting.stderr + kept : waiting.stderr,
      output: waiting.output + kept,
      ...(isCut && { cut: true }),
    }
    const waitMs = sentAt + everyMs - performance.now()
    if (waitMs <= 0) flush()
    else timer ??= setTimeout(flush, waitMs)
    return !isOver
  }

  return {
    add,
    flush,
    close() {
      isOver = true
      flush()
    },
  }
}

const NOTHING: OutputText = Object.freeze({ stdout: '', stderr: '', output: '' })

/** Whole characters only: a decoder that expects more leaves out the last one when it is not complete. */
function firstBytes(text: string, count: number): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, count), {
    stream: true,
  })
}
