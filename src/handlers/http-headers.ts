import type { HandlerSpec } from '../core/hook.ts'
import { isIssue, issue, type Issue, type Place } from '../core/issue.ts'

type HttpSpec = Extract<HandlerSpec, { type: 'http' }>

export type Surroundings = {
  readonly env: Readonly<Record<string, string>>
  readonly place: Place
  readonly userAgent: string
}

/** They say where a message ends and how it is packed, which is not for a config file to say. */
const OURS: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** All headers of the request, variables filled in. */
export function readHeaders(spec: HttpSpec, around: Surroundings): Readonly<Record<string, string>> | Issue {
  const headers = new Map<string, readonly [string, string]>()
  const add = (name: string, value: string): unknown => headers.set(name.toLowerCase(), [name, value])
  add('Content-Type', 'application/json')
  add('User-Agent', around.userAgent)
  for (const [name, value] of Object.entries(spec.headers ?? {})) {
    if (OURS.has(name.toLowerCase())) continue
    const filled = fill(value, { spec, name, ...around })
    if (isIssue(filled)) return filled
    add(name, filled)
  }
  add('Accept-Encoding', 'identity')
  add('Connection', 'close')
  return Object.fromEntries(headers.values())
}

const REFERENCE = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g

type Filling = Surroundings & { readonly spec: HttpSpec; readonly name: string }

/** Each reference is replaced once; what a variable holds is never looked at for further ones. */
function fill(value: string, filling: Filling): string | Issue {
  let problem: Issue | undefined
  const filled = value.replace(REFERENCE, (_, braced?: string, bare?: string) => {
    const found = variable(braced ?? bare ?? '', filling)
    if (!isIssue(found)) return found
    problem ??= found
    return ''
  })
  return problem ?? filled
}

/** Hosts leave out what they may not send; our own files ask for all of it or for nothing. */
function variable(name: string, { spec, env, ...rest }: Filling): string | Issue {
  const isListed = spec.allowedEnvVars?.includes(name) ?? false
  const value = isListed && Object.hasOwn(env, name) ? env[name] : undefined
  // oxlint-disable-next-line no-control-regex -- these would end the header and start another
  const safe = value?.replace(/[\r\n\0]/g, '')
  if (spec.plain === 'anywhere') return safe ?? ''
  if (!isListed)
    return unsent(`names the variable "${name}", which is not in "allowedEnvVars"`, rest, 'Add it there.')
  if (value === undefined) return unsent(`needs the variable "${name}", which is not set`, rest)
  return safe === value ? value : unsent(`cannot hold the line break in the variable "${name}"`, rest)
}

function unsent(what: string, { name, place }: { name: string; place: Place }, hint?: string): Issue {
  return issue('http.header', place, `The request was not sent: header "${name}" ${what}.`, hint)
}
