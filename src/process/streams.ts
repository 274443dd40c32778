import type { ChildProcess } from 'node:child_process'
import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { fifoStock } from './fifo-stock.ts'
import { closeInput, deliver } from './input-pipe.ts'
import type { Launch } from './launch.ts'
import { openThree, takeOpened, type OpenedPipes } from './opened-pipes.ts'

/** Our ends of a process's streams. */
export type Streams = {
  /** Undefined when the whole input is written and at its end. */
  readonly stdin: Writable | undefined
  readonly stdout: Readable
  readonly stderr: Readable
  /** A descriptor that names the pipe of stdin, where that is a FIFO. */
  readonly anchor?: number
  /** Nobody needs the input any more. */
  closeInput(): void
}

/** The streams of a process that is about to start. */
export type Prepared = {
  readonly stdio: readonly [number, number, number] | readonly ['pipe', 'pipe', 'pipe']
  /** After the start: closes the child's ends and delivers the input. */
  connect(child: ChildProcess): Streams
  /** When it could not be started. */
  close(): void
}

type Delivery = Pick<Launch, 'input' | 'talk'>

/**
 * Real pipes where the name of a stream can only be opened on one: on Linux `/dev/stderr` leads to the file behind the
 * descriptor, and Node's own pipes are sockets. Elsewhere the name copies the descriptor, and sockets will do.
 */
export function prepareStreams(delivery: Delivery): Prepared | Promise<Prepared> {
  if (process.platform !== 'linux') return sockets(delivery)
  const opened = takeOpened()
  if (opened !== undefined) return realPipes(opened, delivery)
  return openThree().then((pipes) => (pipes === undefined ? sockets(delivery) : realPipes(pipes, delivery)))
}

function realPipes({ stdin, stdout, stderr }: OpenedPipes, { input, talk }: Delivery): Prepared {
  return {
    stdio: [stdin.readEnd, stdout.writeEnd, stderr.writeEnd],
    connect() {
      const bytes = typeof input === 'string' ? Buffer.from(input) : input
      const delivered = deliver(stdin, { bytes, isOpenEnded: talk?.keepInput ?? false })
      // For the time in which the process runs.
      setImmediate(restock)
      return {
        stdin: delivered.stream,
        stdout: stdout.reader(),
        stderr: stderr.reader(),
        anchor: stdin.anchor,
        closeInput: delivered.close,
      }
    },
    close() {
      closeInput(stdin)
      stdout.close()
      stderr.close()
    },
  }
}

function restock(): void {
  fifoStock.restock()
}

function sockets({ input, talk }: Delivery): Prepared {
  return {
    stdio: ['pipe', 'pipe', 'pipe'],
    connect({ stdin, stdout, stderr }) {
      if (!stdin || !stdout || !stderr) throw new Error('a child started with pipes has all three')
      // A hook may close its stdin, or exit, without having read it; its exit status says what that means.
      stdin.on('error', () => {})
      if (talk?.keepInput) stdin.write(input)
      else stdin.end(input)
      return { stdin, stdout, stderr, closeInput: () => stdin.destroy() }
    },
    close() {},
  }
}

/** An idle process need not keep this one alive. */
export function unrefStreams({ stdin, stdout, stderr }: Streams): void {
  for (const stream of [stdin, stdout, stderr]) (stream as Socket | undefined)?.unref()
}
