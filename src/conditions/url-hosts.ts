/** The hosts a URL may lead to. `isPlain`: every reader agrees on it. */
export type UrlHosts = { readonly hosts: readonly string[]; readonly isPlain: boolean }

/**
 * Reads a URL as browsers and `fetch` do (`http:/host`, backslashes, tabs inside), and in the plain way of RFC 3986.
 * Where the two differ both hosts count. No hosts: it cannot be read.
 */
export function urlHosts(url: unknown): UrlHosts {
  if (typeof url !== 'string') return { hosts: [], isPlain: false }
  const text = url.replace(/[\t\n\r]/g, '').trim()
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  const isWeb = scheme === 'http' || scheme === 'https'
  const whole = isWeb ? text : `https://${text.replace(/^[\\/]+/, '')}`
  const readings = isWeb || !isOtherScheme(text) ? [whole] : [text, text.slice(text.indexOf(':') + 1)]
  const hosts = readings.flatMap((reading) => [hostOf(reading), hostOf(plainly(reading))])
  const known = hosts.filter((host) => host !== undefined && host !== '') as string[]
  return {
    hosts: [...new Set(known.flatMap((host) => [host, ...carried(host)]))],
    isPlain: (isWeb || !isOtherScheme(text)) && known.length === hosts.length,
  }
}

/** The host in the form that all its spellings share. */
export function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.+$/, '') : undefined
}

/** `example.com:80/x` is a host with a port; `data:x` and `foo://host` are other schemes. */
function isOtherScheme(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:(?!\d+(?:[\\/?#]|$))/i.test(text) && !/^[^\\/?#]*@/.test(text)
}

/** The same URL with the authority that RFC 3986 sees: up to the next slash, behind the last `@`. */
function plainly(url: string): string {
  const [, scheme = '', authority = ''] = /^([a-z][a-z\d+.-]*:)[\\/]*([^/?#]*)/i.exec(url) ?? []
  return `${scheme}//${authority.slice(authority.lastIndexOf('@') + 1)}`
}

/** `[::ffff:7f00:1]` is reached as 127.0.0.1. */
function carried(host: string): readonly string[] {
  const [, high, low] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host) ?? []
  if (high === undefined || low === undefined) return []
  const groups = [high, low].map((group) => Number.parseInt(group, 16))
  return [groups.flatMap((group) => [group >> 8, group & 255]).join('.')]
}
