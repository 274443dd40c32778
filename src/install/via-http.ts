import * as fs from 'node:fs'
import { isIssue } from '../core/issue.ts'
import { HTTP_PLACE, type HttpPlace } from '../daemon/http-place.ts'
import type { HttpCall } from '../dialects/bridge-spec.ts'
import type { State } from '../ports/state.ts'
import type { BridgeWords } from './command-line.ts'
import { readRegistered } from './registered.ts'

/** Returns how the host calls the daemon for one event. The query says what the words of a command say. */
export function httpCallOf(words: BridgeWords, { port, token }: Pick<HttpPlace, 'port' | 'token'>): HttpCall {
  const { host, event, deadlineSeconds, onError } = words
  const query = new URLSearchParams({
    host,
    ...(event !== undefined && { event }),
    deadline: String(deadlineSeconds),
    ...(onError !== undefined && { 'on-error': onError }),
  })
  return {
    url: `http://127.0.0.1:${port}/run?${query.toString()}`,
    headers: { Authorization: `Bearer ${token}` },
    isStrict: onError === 'deny',
  }
}

const OWN =
  /^http:\/\/127\.0\.0\.1:\d{1,5}\/run\?host=[\w-]+(?:&event=[\w-]+)?&deadline=\d+(?:&on-error=deny)?$/

/** True for a URL that `install` wrote: with this port or another, of this version or another. */
export function isOwnUrl(text: string): boolean {
  return OWN.test(text)
}

/** Removes what the daemon listens by when no host is registered that calls it. */
export function forgetHttpPlace(state: State): void {
  const left = readRegistered(state)
  if (!isIssue(left) && !left.some(({ via }) => via === 'http')) state.remove(HTTP_PLACE)
}

/** Mode of a file that is made with a token in it. */
export const TOKEN_MODE = 0o600

/** What a person should know of a file that was there: its mode stays. */
export function exposure(file: string): string | undefined {
  const mode = fs.statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o077) === 0) return undefined
  return `Other users of this machine may read "${file}", and now it holds a token: chmod 600 '${file}'`
}
