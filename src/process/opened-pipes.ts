import { closeInput, openInput, type InputPipe } from './input-pipe.ts'
import { openPipe, type Pipe } from './pipe.ts'

/** The pipes of one process that has not started yet. */
export type OpenedPipes = { readonly stdin: InputPipe; readonly stdout: Pipe; readonly stderr: Pipe }

/** A program that has run this many processes, one by one, will run more; the command line mostly runs fewer. */
const OPEN_AHEAD_FROM = 4

let endedAlone = 0
let isOpening = false
let ahead: Partial<OpenedPipes> = {}

/** Undefined when they are not all open; `openThree` then opens the others. */
export function takeOpened(): OpenedPipes | undefined {
  const { stdin, stdout, stderr } = ahead
  if (!stdin || !stdout || !stderr) return undefined
  ahead = {}
  return { stdin, stdout, stderr }
}

/** Undefined where there are no FIFOs. */
export async function openThree(): Promise<OpenedPipes | undefined> {
  const ready = ahead
  ahead = {}
  const stdin = ready.stdin ?? (await openInput())
  const stdout = ready.stdout ?? (stdin && (await openPipe()))
  const stderr = ready.stderr ?? (stdout && (await openPipe()))
  if (stdin && stdout && stderr) return { stdin, stdout, stderr }
  if (stdin) closeInput(stdin)
  stdout?.close()
  stderr?.close()
  return undefined
}

/** When a process has ended and nobody waits: the next one then has its pipes ready. `isAlone`: no other one ran. */
export function openNext({ isAlone }: { readonly isAlone: boolean }): void {
  if (isAlone) endedAlone += 1
  if (isAlone && endedAlone >= OPEN_AHEAD_FROM && !isOpening) void openAhead()
}

/** Pipe by pipe, so that nothing else has to wait for all of them. */
async function openAhead(): Promise<void> {
  isOpening = true
  if (!ahead.stdin) keep('stdin', await openInput())
  await nextTurn()
  if (!ahead.stdout) keep('stdout', await openPipe())
  await nextTurn()
  if (!ahead.stderr) keep('stderr', await openPipe())
  isOpening = false
}

function keep<Name extends keyof OpenedPipes>(name: Name, pipe: OpenedPipes[Name] | undefined): void {
  if (pipe) ahead = { ...ahead, [name]: pipe }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
