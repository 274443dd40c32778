import { fifoStock } from './fifo-stock.ts'
import { closeInput, openInput, type InputPipe } from './input-pipe.ts'
import { openPipe, type Pipe } from './pipe.ts'

/** The pipes of one process that has not started yet. */
export type OpenedPipes = { readonly stdin: InputPipe; readonly stdout: Pipe; readonly stderr: Pipe }

/** Undefined where there are no FIFOs. */
export async function openThree(): Promise<OpenedPipes | undefined> {
  const stdin = await openInput()
  const stdout = stdin && (await openPipe())
  const stderr = stdout && (await openPipe())
  if (stdin && stdout && stderr) return { stdin, stdout, stderr }
  if (stdin) closeInput(stdin)
  stdout?.close()
  return undefined
}

/** A program that has started this many processes will start more; the command line mostly starts fewer. */
const OPEN_AHEAD_FROM = 4

let started = 0
let ahead: OpenedPipes | 'opening' | undefined

export function takeOpened(): OpenedPipes | undefined {
  if (ahead === 'opening') return undefined
  const taken = ahead
  ahead = undefined
  return taken
}

/** For the time in which a process runs: the next one then has its pipes ready. */
export function openNext(): void {
  started += 1
  if (started >= OPEN_AHEAD_FROM && ahead === undefined) void openAhead()
  fifoStock.restock()
}

async function openAhead(): Promise<void> {
  ahead = 'opening'
  ahead = await openThree()
}
