import type { HandlerSpec } from '../core/hook.ts'
import { issue, type Issue, type Place } from '../core/issue.ts'
import { shownUrl } from '../core/url.ts'
import { addressProblem, isLoopback } from './address.ts'

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

/** `0x7f000001`, `2130706433` and `127.1` are all 127.0.0.1; who reads the URL cannot see that. */
function oddHost(text: string, { hostname }: URL): string | undefined {
  if (!/^[\d.]+$/.test(hostname)) return undefined
  const written = /^[a-z]+:[\\/]*(?:[^/?#\\]*@)?([^/?#\\:]*)/i.exec(text.trim())?.[1]
  return written === hostname ? undefined : hostname
}

function misspelt(shown: string, host: string, { place }: { url: URL; place: Place }): Issue {
  const problem = `"${shown}" is not called: its host is an unusual spelling of ${host}.`
  return issue('http.address', place, problem, `Write ${host}.`)
}

/**
 * The whole URL must fit. `*` is any text, but inside the host it stays in the host, so that `https://*.corp.example/*`
 * cannot be met by a path; at the very end of a pattern it is anything. User name and password never count.
 */
export function fits(url: URL, pattern: string): boolean {
  const [, scheme = '', host, rest = ''] = /^([^:/?#]*:\/\/)([^/?#]*)(.*)$/s.exec(pattern) ?? []
  if (host === undefined) return compile(pattern, '.*').test(plainUrl(url))
  const isOpen = rest === '' && host.endsWith('*')
  const parts = [
    compileSource(scheme.toLowerCase(), '[^:]*'),
    compileSource(plainHost(scheme, isOpen ? host.slice(0, -1) : host), '[^/?#]*'),
    isOpen ? '.*' : compileSource(rest === '' ? '/' : rest, '.*'),
  ]
  return new RegExp(`^${parts.join('')}$`, 's').test(plainUrl(url))
}

function plainUrl({ protocol, host, pathname, search }: URL): string {
  return `${protocol}//${plainHost(`${protocol}//`, host)}${pathname}${search}`
}

/** Lower case, no final dot, no port that the scheme says already. */
function plainHost(scheme: string, host: string): string {
  const port = scheme.toLowerCase().startsWith('https') ? ':443' : ':80'
  const lower = host.toLowerCase()
  return (lower.endsWith(port) ? lower.slice(0, -port.length) : lower).replace(/\.(?=:\d+$|$)/, '')
}

function compile(pattern: string, any: string): RegExp {
  return new RegExp(`^${compileSource(pattern, any)}$`, 's')
}

function compileSource(pattern: string, any: string): string {
  return pattern
    .split(/\*+/)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join(any)
}
