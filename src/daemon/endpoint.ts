import { randomBytes } from 'node:crypto'
import type { Issue } from '../core/issue.ts'
import type { State } from '../ports/state.ts'
import { FOLDER, folderProblem } from './folder.ts'

/** Where the daemon listens, and the words by which it and its callers know each other. */
export type Endpoint = {
  readonly port: number
  /** What a caller says first. */
  readonly callerToken: string
  /** What the daemon answers, before the caller tells it anything. */
  readonly daemonToken: string
  /** Which copy of the program the daemon runs. */
  readonly program: string
  readonly pid: number
}

/** Read by the launcher too, word by word. */
export const ENDPOINT = `${FOLDER}/endpoint`

export function createEndpoint(given: Pick<Endpoint, 'port' | 'program' | 'pid'>): Endpoint {
  return { ...given, callerToken: newToken(), daemonToken: newToken() }
}

export function writeEndpoint(state: State, endpoint: Endpoint): Issue | undefined {
  const { port, callerToken, daemonToken, program, pid } = endpoint
  const problem = folderProblem(state)
  if (problem) return problem
  return state.write(ENDPOINT, `${port} ${callerToken} ${daemonToken} ${program} ${pid}\n`)
}

/** Returns undefined when the file is missing, or does not have the form that `writeEndpoint` gives it. */
export function readEndpoint(state: State): Endpoint | undefined {
  if (folderProblem(state)) return undefined
  const [, port, callerToken = '', daemonToken = '', program = '', pid] =
    /^(\d{1,5}) ([0-9a-f]{32}) ([0-9a-f]{32}) (\S+) (\d+)\n$/.exec(state.read(ENDPOINT) ?? '') ?? []
  if (port === undefined) return undefined
  return { port: Number(port), callerToken, daemonToken, program, pid: Number(pid) }
}

function newToken(): string {
  return randomBytes(16).toString('hex')
}
