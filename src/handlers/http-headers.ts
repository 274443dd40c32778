import { fillVariables, framesMessage } from '../core/header.ts'
import type { HandlerSpec } from '../core/hook.ts'
import { isIssue, issue, type Issue, type Place } from '../core/issue.ts'

type HttpSpec = Extract<HandlerSpec, { type: 'http' }>

export type Surroundings = {
  readonly env: Readonly<Record<string, string>>
  readonly place: Place
  readonly userAgent: string
}

/** All headers of the request, variables filled in. */
export function readHeaders(spec: HttpSpec, around: Surroundings): Readonly<Record<string, string>> | Issue {
  const headers = new Map<string, readonly [string, string]>()
  const add = (name: string, value: string): unknown => headers.set(name.toLowerCase(), [name, value])
  add('Content-Type', 'application/json')
  add('User-Agent', around.userAgent)
  for (const [name, value] of Object.entries(spec.headers ?? {})) {
    if (framesMessage(name)) continue
    const filled = fill(value, { spec, name, ...around })
    if (isIssue(filled)) return filled
    add(name, filled)
  }
  add('Accept-Encoding', 'identity')
  add('Connection', 'close')
  return Object.fromEntries(headers.values())
}

type Filling = Surroundings & { readonly spec: HttpSpec; readonly name: string }

function fill(value: string, filling: Filling): string | Issue {
  let problem: Issue | undefined
  const filled = fillVariables(value, (name) => {
    const found = variable(name, filling)
    if (!isIssue(found)) return found
    problem ??= found
    return ''
  })
  return problem ?? filled
}

/** Hosts leave out what they may not send; our own files ask for all of it or for nothing. */
function variable(variableName: string, { spec, env, name, place }: Filling): string | Issue {
  const isListed = spec.allowedEnvVars?.includes(variableName) ?? false
  const value = isListed && Object.hasOwn(env, variableName) ? env[variableName] : undefined
  // oxlint-disable-next-line no-control-regex -- these would end the header and start another
  const safe = value?.replace(/[\r\n\0]/g, '')
  if (spec.plain === 'anywhere') return safe ?? ''
  const unsent = (why: string): Issue =>
    issue('http.header', place, `The request was not sent: header "${name}" ${why}.`)
  if (!isListed) return unsent(`names the variable "${variableName}", which is not in "allowedEnvVars"`)
  if (value === undefined) return unsent(`needs the variable "${variableName}", which is not set`)
  return safe === value ? value : unsent(`cannot hold the line break in the variable "${variableName}"`)
}
