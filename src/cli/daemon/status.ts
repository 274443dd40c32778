import { askDaemon } from '../../daemon/client.ts'
import { readEndpoint } from '../../daemon/endpoint.ts'
import type { HttpStatus } from '../../daemon/http.ts'
import type { State } from '../../ports/state.ts'

/** What a daemon says of itself. */
export type Status = {
  readonly pid: number
  readonly program: string
  readonly uptimeMs: number
  readonly rssBytes: number
  readonly workers: readonly number[]
  readonly load: number
  readonly http?: HttpStatus
}

/** Undefined when none runs. */
export async function findStatus(state: State): Promise<Status | undefined> {
  const endpoint = readEndpoint(state)
  return endpoint && ((await askDaemon(endpoint, 'status')) as Status | undefined)
}
