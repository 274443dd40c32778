import { closeInput, openInput, type InputPipe } from './input-pipe.ts'
import { openPipe, type Pipe } from './pipe.ts'

/** The pipes of one process that has not started yet. */
export type OpenedPipes = { readonly stdin: InputPipe; readonly stdout: Pipe; readonly stderr: Pipe }

/** Undefined where there are no FIFOs. `pause` comes before each of them. Default: none. */
export async function openThree(pause?: () => Promise<void>): Promise<OpenedPipes | undefined> {
  const open = async <T>(pipe: () => Promise<T>): Promise<T> => {
    if (pause) await pause()
    return pipe()
  }
  const stdin = await open(() => openInput())
  const stdout = stdin && (await open(() => openPipe()))
  const stderr = stdout && (await open(() => openPipe()))
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

/** When a process has ended and nobody waits: the next one then has its pipes ready. `isAlone`: no other one ran. */
export function openNext({ isAlone }: { readonly isAlone: boolean }): void {
  if (isAlone) startedAlone += 1
  if (isAlone && startedAlone >= OPEN_AHEAD_FROM && ahead === undefined) void openAhead()
}

/** Pipe by pipe, so that nothing else has to wait for all of them. */
async function openAhead(): Promise<void> {
  ahead = 'opening'
  ahead = await openThree(nextTurn)
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
