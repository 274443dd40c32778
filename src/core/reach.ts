import { addressProblem, isLoopback } from './address.ts'
import { shownUrl } from './url.ts'

/** Where a request goes. `refuse` says why an address behind the URL is not connected to, or nothing. */
export type Reach = { readonly url: URL; readonly refuse: (address: string) => string | undefined }

export type ReachOptions = {
  /** Patterns of which the URL must fit one; its exact text there lets it be in a private network. */
  readonly allowedUrls?: readonly string[] | undefined
  /** What the list is called where the user sets it. */
  readonly listName: string
}

/** The URL of a server or model under the rules that hold for `url` hooks, or a sentence that says why not. */
export function readReach(text: string, { allowedUrls, listName }: ReachOptions): Reach | string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const shown = shownUrl(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return `"${shown}" is no http or https URL.`
  const allowed = allowedUrls?.filter((pattern) => fits(url, pattern))
  if (allowed?.length === 0)
    return `"${shown}" is not called: it fits none of the allowed URLs in ${listName}.`
  const isExact = allowed?.some((pattern) => !pattern.includes('*')) ?? false
  const odd = isExact ? undefined : oddHost(text, url)
  if (odd !== undefined)
    return `"${shown}" is not called: its host is an unusual spelling of ${odd}. Write ${odd}, or name this exact URL in ${listName}.`
  return { url, refuse: (address) => refuse(address, { url, shown, isExact, listName }) }
}

type Asked = {
  readonly url: URL
  readonly shown: string
  readonly isExact: boolean
  readonly listName: string
}

function refuse(address: string, { url, shown, isExact, listName }: Asked): string | undefined {
  if (url.protocol === 'http:' && !isLoopback(address))
    return `"${shown}" is not called: ${address} is not this machine, and http: is not encrypted. Use https:.`
  const why = isExact ? undefined : addressProblem(address)
  if (why === undefined) return undefined
  return `"${shown}" is not called: its address is ${address}, and ${why}. Name this exact URL in ${listName} if it is meant.`
}

/** `0x7f000001`, `2130706433` and `127.1` are all 127.0.0.1; who reads the URL cannot see that. */
export function oddHost(text: string, { hostname }: URL): string | undefined {
  if (!/^[\d.]+$/.test(hostname)) return undefined
  const written = /^[a-z]+:[\\/]*(?:[^/?#\\]*@)?([^/?#\\:]*)/i.exec(text.trim())?.[1]
  return written === hostname ? undefined : hostname
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
