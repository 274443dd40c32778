import { isIssue, type Issue } from '../core/issue.ts'
import type { PackContext } from '../packs/code.ts'
import type { Net } from '../ports/net.ts'
import { readTarget } from './http-url.ts'

/** Answers are not looked at. */
const MAX_BYTES = 65_536

/** Posts JSON by the rules of `url` hooks: https, or http on this machine; no redirects, no private addresses. */
export function createPost(net: Net, signal: AbortSignal): PackContext['post'] {
  return async (url, body, timeoutMs) => {
    const target = readTarget({ type: 'http', url, plain: 'loopback' }, {})
    if (isIssue(target)) return refused(target)
    const bytes = new TextEncoder().encode(JSON.stringify(body))
    const limit = AbortSignal.timeout(timeoutMs)
    const result = await net.post({
      ...target,
      headers: { 'content-type': 'application/json' },
      body: bytes,
      maxBytes: MAX_BYTES,
      signal: AbortSignal.any([limit, signal]),
    })
    switch (result.kind) {
      case 'response':
      case 'overflow':
        return result.status
      case 'refused':
        return refused(result.issue)
      case 'lost':
        return { why: `the connection failed: ${result.code}` }
      case 'malformed':
        return { why: 'the request could not be written' }
      case 'aborted':
        return { why: limit.aborted ? `no answer within ${timeoutMs} ms` : 'it was cancelled' }
    }
  }
}

/** Messages quote the address, which may hold a secret. */
const REFUSALS: Readonly<Record<string, string>> = {
  'http.url': 'the address is not a URL of https:',
  'http.plain': 'http: is for this machine only, write https:',
  'http.address': 'the address is in a private network',
}

function refused({ code }: Issue): { readonly why: string } {
  return { why: REFUSALS[code] ?? code }
}
