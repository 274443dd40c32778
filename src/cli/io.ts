import * as fs from 'node:fs'

/** What a command may touch of the terminal. */
export type Io = {
  readonly colour: boolean
  /** True when a person watches stderr. */
  readonly watched: boolean
  /** True when stdout is a terminal. */
  readonly shown: boolean
  out(text: string): void
  err(text: string): void
  /** The whole of stdin, at most `maxBytes`. */
  readInput(maxBytes: number): Uint8Array | 'terminal' | 'too-large'
}

export function systemIo(variables: Readonly<Record<string, string | undefined>>): Io {
  const forced = (variables['FORCE_COLOR'] ?? '') !== '' && variables['FORCE_COLOR'] !== '0'
  const plain = (variables['NO_COLOR'] ?? '') !== '' || variables['TERM'] === 'dumb'
  return {
    colour: !plain && (forced || isTerminal(1)),
    watched: isTerminal(2),
    shown: isTerminal(1),
    out: (text) => writeAll(1, text),
    err: (text) => writeAll(2, text),
    readInput: (maxBytes) => (isTerminal(0) ? 'terminal' : readAll(maxBytes)),
  }
}

/** Without loading node:tty, which costs start-up time. */
function isTerminal(fd: number): boolean {
  try {
    return fs.fstatSync(fd).isCharacterDevice() && fs.fstatSync(fd).rdev !== nullDevice()
  } catch {
    return false
  }
}

function nullDevice(): number | undefined {
  return fs.statSync('/dev/null', { throwIfNoEntry: false })?.rdev
}

/** A reader that went away, or a full non-blocking pipe, must not turn into a stack trace. */
function writeAll(fd: number, text: string): void {
  let rest: Uint8Array = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(fs.writeSync(fd, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

function readAll(maxBytes: number): Uint8Array | 'too-large' {
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(65_536)
    const count = readSome(chunk)
    if (count === 0) return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, size)
    size += count
    if (size > maxBytes) return 'too-large'
    chunks.push(chunk.subarray(0, count))
  }
}

function readSome(chunk: Buffer): number {
  for (;;) {
    try {
      return fs.readSync(0, chunk)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Windows reports the end of a closed pipe as an error.
      if (code === 'EOF' || code === 'EISDIR') return 0
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}
