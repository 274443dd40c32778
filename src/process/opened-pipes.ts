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

/** A program that has run this many processes, one by one, will run more; the command line mostly runs fewer. */
const OPEN_AHEAD_FROM = 4

let startedAlone = 0
let ahead: OpenedPipes | 'opening' | undefined

export function takeOpened(): OpenedPipes | undefined {
  if (ahead === 'opening') return undefined
  const taken = ahead
  ahead = undefined
  return taken
}

/** For the time in which a process runs: the next one then has its pipes ready. `isAlone`: no other one runs. */
export function openNext({ isAlone }: { readonly isAlone: boolean }): void {
  if (isAlone) startedAlone += 1
  if (isAlone && startedAlone >= OPEN_AHEAD_FROM && ahead === undefined) void openAhead()
  fifoStock.restock()
}

async function openAhead(): Promise<void> {
  ahead = 'opening'
  ahead = await openThree()
}
