import { describe, expect, test } from 'vitest'
import { isIssue } from '../core/issue.ts'
import { fits } from '../core/reach.ts'
import { readTarget } from './http-url.ts'

describe('allowed URLs', () => {
  test.for([
    ['https://hooks.example/a', 'https://hooks.example/a'],
    ['https://hooks.example/a', 'https://HOOKS.example/a'],
    ['https://HOOKS.EXAMPLE/a', 'https://hooks.example/a'],
    ['https://hooks.example./a', 'https://hooks.example/a'],
    ['https://hooks.example/a', 'https://hooks.example./a'],
    ['https://hooks.example.:8443/a', 'https://hooks.example:8443/a'],
    ['https://hooks.example:443/a', 'https://hooks.example/a'],
    ['https://hooks.example/a', 'https://hooks.example:443/a'],
    ['https://hooks.example/', 'https://hooks.example'],
    ['https://hooks.example/a/b?c=d', 'https://hooks.example/*'],
    ['https://hooks.example/a', 'https://hooks.example*'],
    ['https://a.hooks.example/x', 'https://*.hooks.example/*'],
    ['http://127.0.0.1:9000/x', 'http://127.0.0.1:*/*'],
    ['https://hooks.example/a', 'http*://hooks.example/*'],
    ['https://hooks.example/a', '*'],
    ['https://me:secret@hooks.example/a', 'https://hooks.example/a'],
    ['https://hooks.example/a.b', 'https://hooks.example/a.b'],
  ] as const)('%s fits %s', ([url, pattern]) => expect(fits(new URL(url), pattern)).toBe(true))

  test.for([
    ['https://hooks.example/a/b', 'https://hooks.example/a'],
    ['https://hooks.example/A', 'https://hooks.example/a'],
    ['http://hooks.example/a', 'https://hooks.example/a'],
    ['https://hooks.example:8443/a', 'https://hooks.example/a'],
    ['https://hooks.example/aXb', 'https://hooks.example/a.b'],
    ['https://evil.example/https://hooks.example/a', 'https://hooks.example/*'],
    ['https://hooks.example@evil.example/', 'https://hooks.example*'],
    ['https://evil.example/x.hooks.example/', 'https://*.hooks.example/*'],
    ['https://evil.example/?x.hooks.example/', 'https://*.hooks.example/*'],
    ['https://evil.example/', ''],
  ] as const)('%s does not fit %s', ([url, pattern]) => expect(fits(new URL(url), pattern)).toBe(false))
})

describe('where a hook is sent', () => {
  const place = { hook: 'hook' }
  const problem = (url: string, allowedUrls?: readonly string[]): string | undefined => {
    const target = readTarget(
      { type: 'http', url, plain: 'anywhere', ...(allowedUrls && { allowedUrls }) },
      place,
    )
    return isIssue(target) ? `${target.code} ${target.message}` : undefined
  }

  test.for([
    ['nonsense', 'http.url "nonsense" is not a URL.'],
    ['ftp://u:canary@x/', 'http.url "ftp://x/" is neither an http: nor an https: URL.'],
    ['file:///etc/passwd', 'http.url "file:///etc/passwd" is neither an http: nor an https: URL.'],
    [
      'http://0x7f000001/',
      'http.address "http://0x7f000001/" is not called: its host is an unusual spelling of 127.0.0.1.',
    ],
    [
      'http://u@2130706433:80/',
      'http.address "http://2130706433:80/" is not called: its host is an unusual spelling of 127.0.0.1.',
    ],
    [
      'http://127.1/',
      'http.address "http://127.1/" is not called: its host is an unusual spelling of 127.0.0.1.',
    ],
    ['http://127.0.0.1:9000/', undefined],
    ['http://[::1]:9000/', undefined],
    ['https://hooks.example/', undefined],
  ] as const)('S34 %s', ([url, expected]) => expect(problem(url)).toBe(expected))

  test('outside the allowed URLs it is not called, and both are named', () => {
    expect(problem('https://evil.example/?t=canary', ['https://a.example/*', 'https://b.example/'])).toBe(
      'http.url-not-allowed "https://evil.example/?…" is not called: it fits none of the allowed URLs "https://a.example/*", "https://b.example/".',
    )
    expect(problem('https://evil.example/', [])).toBe(
      'http.url-not-allowed "https://evil.example/" is not called: no URL is allowed.',
    )
  })

  const refusal = (
    url: string,
    address: string,
    {
      plain = 'anywhere',
      allowedUrls,
    }: { plain?: 'anywhere' | 'loopback'; allowedUrls?: readonly string[] } = {},
  ): string | undefined => {
    const target = readTarget({ type: 'http', url, plain, ...(allowedUrls && { allowedUrls }) }, place)
    return isIssue(target) ? target.code : target.refuse(address)?.code
  }

  test.for([
    ['http://x.example/', '10.0.0.1', {}, 'http.address'],
    ['http://x.example/', '127.0.0.1', {}, undefined],
    ['http://x.example/', '1.1.1.1', {}, undefined],
    ['http://x.example/', '10.0.0.1', { allowedUrls: ['http://x.example/*'] }, 'http.address'],
    ['http://x.example/', '10.0.0.1', { allowedUrls: ['*', 'http://x.example/'] }, undefined],
    ['http://0x0a000001/', '10.0.0.1', { allowedUrls: ['http://10.0.0.1/'] }, undefined],
    ['http://x.example/', '1.1.1.1', { plain: 'loopback' }, 'http.plain'],
    ['http://x.example/', '127.0.0.1', { plain: 'loopback' }, undefined],
    ['http://x.example/', '::ffff:127.0.0.1', { plain: 'loopback' }, 'http.plain'],
    ['https://x.example/', '1.1.1.1', { plain: 'loopback' }, undefined],
    [
      'http://x.example/',
      '10.0.0.1',
      { plain: 'loopback', allowedUrls: ['http://x.example/'] },
      'http.plain',
    ],
  ] as const)('S34 S36 %s at %s %j: %s', ([url, address, options, expected]) =>
    expect(refusal(url, address, options)).toBe(expected),
  )
})
