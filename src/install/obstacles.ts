import { createHash } from 'node:crypto'
import type { LookUp, Obstacle } from '../dialects/bridge-spec.ts'
import { isOwnCommand } from './command-line.ts'
import type { Request } from './plan.ts'
import { httpCallOf } from './via-http.ts'

type Registered = Pick<Request, 'spec' | 'scope' | 'places' | 'http'> & {
  readonly dialect?: Request['dialect']
}

/** Returns what keeps a host from starting entries that are in its file. */
export function obstaclesOf(
  { spec, scope, places, http, dialect }: Registered,
  lookUp: LookUp,
): readonly Obstacle[] {
  const url = http && httpCallOf({ host: dialect?.name ?? '', deadlineSeconds: 0 }, http).url
  return spec.obstacles?.({ scope, places, lookUp, isOwn: isOwnCommand, sha256, ...(url && { url }) }) ?? []
}

/** Returns why the host runs no hook at all, with what to do. */
export function offReasons(request: Registered, lookUp: LookUp): readonly string[] {
  return obstaclesOf(request, lookUp).flatMap(({ text, mend, events }) =>
    events === undefined ? `${text} ${mend}` : [],
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
