import type { HandlerSpec } from '../core/hook.ts'
import { addressProblem, isLoopback } from '../core/address.ts'
import { issue, type Issue, type Place } from '../core/issue.ts'
import { fits, oddHost } from '../core/reach.ts'
import { shownUrl } from '../core/url.ts'

type HttpSpec = Extract<HandlerSpec, { type: 'http' }>

/** Where a hook is sent, and which addresses it may reach there. */
export type Target = { readonly url: URL; readonly refuse: (address: string) => Issue | undefined }

/** The URL of a hook, or why it is not called. */
export function readTarget(spec: HttpSpec, place: Place): Target | Issue {
  const url = URL.canParse(spec.url) ? new URL(spec.url) : undefined
  const shown = shownUrl(spec.url)
  if (url === undefined) return issue('http.url', place, `"${shown}" is not a URL.`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return issue('http.url', place, `"${shown}" is neither an http: nor an https: URL.`)
  const allowed = spec.allowedUrls?.filter((pattern) => fits(url, pattern))
  if (allowed?.length === 0) return notAllowed(shown, spec.allowedUrls ?? [], place)
  const exact = allowed?.some((pattern) => !pattern.includes('*')) ?? false
  const odd = exact ? undefined : oddHost(spec.url, url)
  if (odd !== undefined) return misspelt(shown, odd, { url, place })
  return { url, refuse: (address) => refuse(address, { spec, url, exact, place }) }
}

function notAllowed(shown: string, patterns: readonly string[], place: Place): Issue {
  const list = patterns.map((pattern) => `"${shownUrl(pattern)}"`).join(', ')
  const problem = `"${shown}" is not called: ${list === '' ? 'no URL is allowed' : `it fits none of the allowed URLs ${list}`}.`
  return issue('http.url-not-allowed', place, problem)
}

type Reach = { readonly spec: HttpSpec; readonly url: URL; readonly exact: boolean; readonly place: Place }

function refuse(address: string, { spec, url, exact, place }: Reach): Issue | undefined {
  const shown = shownUrl(spec.url)
  if (url.protocol === 'http:' && spec.plain === 'loopback' && !isLoopback(address))
    return issue(
      'http.plain',
      place,
      `"${shown}" is not called: ${address} is not this machine, and http: is not encrypted.`,
      'Use https:.',
    )
  const why = exact ? undefined : addressProblem(address)
  if (why === undefined) return undefined
  return issue(
    'http.address',
    place,
    `"${shown}" is not called: its address is ${address}, and ${why}.`,
    'Name this exact URL in the list of allowed URLs if the hook belongs there.',
  )
}

function misspelt(shown: string, host: string, { place }: { url: URL; place: Place }): Issue {
  const problem = `"${shown}" is not called: its host is an unusual spelling of ${host}.`
  return issue('http.address', place, problem, `Write ${host}.`)
}
