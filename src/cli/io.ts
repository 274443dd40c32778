import * as fs from 'node:fs'

/** What a command may touch of the terminal. */
export type Io = {
  readonly colour: boolean
  /** True when a person watches stderr. */
  readonly watched: boolean
  /** True when stdout is a terminal. */
  readonly shown: boolean
  /** Width of the terminal; absent when it is not known. */
  readonly columns?: number | undefined
  /** Returns why the text was not written, or only in part; undefined when all of it was. Waits without limit by default. */
  out(text: string, patienceMs?: number): string | undefined
  err(text: string, patienceMs?: number): void
  /**
   * Takes a whole reply at once, with what takes its place when stdout cannot be written, for a caller that writes it
   * later. Absent: `out` and `err` write now.
   */
  readonly deliver?: (delivery: Delivery) => void
  /** What is written is read at the end, as one document. */
  readonly isWhole?: true
  /** The whole of stdin, at most `maxBytes`. */
  readInput(maxBytes: number): Uint8Array | 'terminal' | 'too-large'
  /** True when stdin already has bytes or a file; never waits. Absent: not known. */
  readonly holdsInput?: () => boolean
  /** Waits for a line that a person types; undefined when they end the input instead. Absent: stdin is not a terminal. */
  readonly readLine?: (() => string | undefined) | undefined
}

export type Delivery = {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
  readonly spare: { readonly stderr: string; readonly exitCode: number }
}

type Variables = Readonly<Record<string, string | undefined>>

/** True when colours are wanted on a stream, as far as variables and the kind of stream say. */
export function wantsColour(variables: Variables, isOnTerminal: () => boolean): boolean {
  const forced = (variables['FORCE_COLOR'] ?? '') !== '' && variables['FORCE_COLOR'] !== '0'
  const plain = (variables['NO_COLOR'] ?? '') !== '' || variables['TERM'] === 'dumb'
  return !plain && (forced || isOnTerminal())
}

/** `colour` is what the person said: auto, always or never. */
export function systemIo(variables: Variables, colour = 'auto'): Io {
  return {
    colour: colour === 'auto' ? wantsColour(variables, () => isTerminal(1)) : colour === 'always',
    watched: isTerminal(2),
    shown: isTerminal(1),
    out: (text, patienceMs) => (isNull(1) ? 'it is the null device' : writeAll(1, text, patienceMs)),
    err: (text, patienceMs) => void writeAll(2, text, patienceMs),
    readInput: (maxBytes) => (isTerminal(0) ? 'terminal' : readAll(maxBytes)),
    // Found out when they are asked for: most commands never do.
    get columns() {
      return widthOf(variables['COLUMNS']) ?? (isTerminal(1) ? widthOf(process.stdout.columns) : undefined)
    },
    holdsInput: () => !isTerminal(0) && holdsInput(),
    get readLine() {
      return isTerminal(0) ? readLine : undefined
    },
  }
}

/** Returns the width in columns; undefined for a value that is not a number or is less than 20. */
export function widthOf(value: string | number | undefined): number | undefined {
  const width = Number(value)
  return Number.isInteger(width) && width >= 20 ? width : undefined
}

/** Without loading node:tty, which costs start-up time. */
function isTerminal(fd: number): boolean {
  try {
    return fs.fstatSync(fd).isCharacterDevice() && !isNull(fd)
  } catch {
    return false
  }
}

/** Node opens the null device in place of a stream that is closed when it starts, so that no file gets its number. */
function isNull(fd: number): boolean {
  const device = fs.statSync('/dev/null', { throwIfNoEntry: false })
  try {
    const stream = fs.fstatSync(fd)
    // Files and pipes have the number 0, and in a broken container the null device is a file.
    return stream.isCharacterDevice() && device?.isCharacterDevice() === true && stream.rdev === device.rdev
  } catch {
    // Some streams can be written and not asked about; writing to one that is closed fails and says so.
    return false
  }
}

/** `patienceMs`: how long a full pipe that does not block may take nothing. */
function writeAll(fd: number, text: string, patienceMs = Number.POSITIVE_INFINITY): string | undefined {
  let rest: Uint8Array = Buffer.from(text)
  let since = performance.now()
  while (rest.length > 0) {
    try {
      rest = rest.subarray(fs.writeSync(fd, rest))
      since = performance.now()
    } catch (error) {
      const { code = 'EIO' } = error as NodeJS.ErrnoException
      if (code === 'EINTR') continue
      if (code !== 'EAGAIN' || performance.now() - since > patienceMs) return code
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
  return undefined
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

/** A second opening of a pipe reads without waiting. Where there is no such path, only a file is noticed. */
function holdsInput(): boolean {
  try {
    const stdin = fs.fstatSync(0)
    if (stdin.isFile()) return stdin.size > 0
    if (!stdin.isFIFO()) return false
    const fd = fs.openSync('/dev/stdin', fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
    try {
      return fs.readSync(fd, Buffer.allocUnsafe(1)) > 0
    } finally {
      fs.closeSync(fd)
    }
  } catch {
    return false
  }
}

function readLine(): string | undefined {
  let line = ''
  for (;;) {
    const chunk = Buffer.allocUnsafe(4_096)
    const count = readSome(chunk)
    if (count === 0) return line === '' ? undefined : line
    line += chunk.toString('utf8', 0, count)
    if (line.includes('\n')) return line.split('\n', 1)[0]
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
