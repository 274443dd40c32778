import { isIssue, warning, type Issue } from '../core/issue.ts'
import { readHttpPlace } from '../daemon/http-place.ts'
import { findEntry } from '../dialects/registry.ts'
import { readRegistered } from '../install/registered.ts'
import type { State } from '../ports/state.ts'
import { findStatus } from './daemon/status.ts'

/**
 * Reports when no daemon listens where hosts call through HTTP. Such a host continues without hooks.
 * `isStarting`: a daemon is being started, so a missing one is not reported.
 */
export async function inspectHttp(
  state: State,
  { isStarting = false }: { readonly isStarting?: boolean } = {},
): Promise<Issue | undefined> {
  const known = readRegistered(state)
  const callers = isIssue(known) ? [] : known.filter(({ via }) => via === 'http')
  const place = readHttpPlace(state)
  if (callers.length === 0 || place === undefined) return undefined
  const status = await findStatus(state)
  if (status?.http?.isListening === true) return undefined
  const names = callers.map(({ host }) => host)
  const titles = names.map((name) => findEntry(name)?.title ?? name).join(', ')
  const goesOn = `${titles} calls hookwright at 127.0.0.1:${place.port} and goes on without hooks`
  if (status === undefined && isStarting) return undefined
  if (status === undefined) return down(`No daemon runs: ${goesOn}.`, 'Run: hookwright daemon start')
  const why = status.http?.problem ?? 'it has not opened its port yet'
  return down(
    `The daemon does not listen for HTTP, ${why}: ${goesOn}.`,
    `To take another port, run: hookwright install ${names.join(' ')} --via http`,
  )
}

/** Code of the issue for an HTTP bridge whose daemon does not listen. */
export const HTTP_DOWN = 'bridge.http-down'

function down(message: string, hint: string): Issue {
  return warning(HTTP_DOWN, {}, message, hint)
}
