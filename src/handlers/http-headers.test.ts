import { describe, expect, test } from 'vitest'
import { call, end, serve, summary, type HttpSpec } from '../../test/helpers/http.ts'

describe('headers', () => {
  const env = { TOKEN: 'canary', OTHER: 'secret', NESTED: '$OTHER', BROKEN: 'a\r\nX-Evil: 1\0' }
  const ask = async (value: string, spec: Partial<HttpSpec> = {}) => {
    const { url, seen } = await serve(end(200))
    const allowedEnvVars = ['TOKEN', 'NESTED', 'BROKEN', 'UNSET']
    const outcome = await call(url, {
      spec: { headers: { 'X-Test': value }, allowedEnvVars, ...spec },
      step: { env },
    })
    return { outcome: summary(outcome), sent: seen[0]?.headers }
  }

  test.for([
    ['a listed variable is filled in', 'Bearer $TOKEN', 'Bearer canary'],
    ['in braces too', 'a${TOKEN}b', 'acanaryb'],
    ['S35 an unlisted one is nothing', '[$OTHER|${OTHER}|$HOME]', '[||]'],
    ['an unset one is nothing', '[$UNSET]', '[]'],
    ['S35 line ends in a variable are taken out', '$BROKEN', 'aX-Evil: 1'],
    ['what a variable holds is not filled in again', '$NESTED', '$OTHER'],
    ['a bare dollar is a dollar', '$ $1 ${} $$', '$ $1 ${} $$'],
  ] as const)('of a host file: %s', async ([, value, expected]) => {
    expect((await ask(value)).sent?.['x-test']).toBe(expected)
  })

  test('without a list no variable is filled in', async () => {
    const { url, seen } = await serve(end(200))
    await call(url, { spec: { headers: { 'X-Test': '[$TOKEN]' } }, step: { env } })
    expect(seen[0]?.headers['x-test']).toBe('[]')
  })

  test.for([
    ['S35 an unlisted variable', '$OTHER', 'names the variable "OTHER", which is not in "allowedEnvVars"'],
    ['S35 a line end in a variable', '$BROKEN', 'cannot hold the line break in the variable "BROKEN"'],
    ['an unset variable', '$UNSET', 'needs the variable "UNSET", which is not set'],
  ] as const)('of our own files: %s keeps the request back', async ([, value, why]) => {
    expect(await ask(value, { plain: 'loopback' })).toEqual({
      outcome: `not-started http.header The request was not sent: header "X-Test" ${why}.`,
      sent: undefined,
    })
  })

  test('a value no header can hold keeps the request back and is not shown', async () => {
    const { outcome, sent } = await ask('canary\nX-Evil: 1')
    expect(outcome).toMatch(/^not-started http\.header The request could not be sent: Invalid character/)
    expect([outcome.includes('canary'), sent]).toEqual([false, undefined])
  })

  test('what frames the message stays ours, in any spelling', async () => {
    const { url, seen } = await serve(end(200))
    const headers = {
      'CONTENT-length': '1',
      'Transfer-Encoding': 'chunked',
      Host: 'evil',
      'accept-encoding': 'gzip',
      connection: 'keep-alive',
      'content-type': 'application/vnd.x+json',
    }
    expect(summary(await call(url, { spec: { headers } }))).toBe('answered 200 ""')
    expect(seen[0]?.headers).toMatchObject({
      'content-length': '10',
      'accept-encoding': 'identity',
      connection: 'close',
      host: new URL(url).host,
      'content-type': 'application/vnd.x+json',
    })
  })

  test('S33 user name and password of the URL are sent, and never shown', async () => {
    const { url, seen } = await serve(end(500))
    const outcome = await call(url.replace('http://', 'http://me:canary@'))
    expect(seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:canary').toString('base64')}`)
    expect(JSON.stringify(outcome)).not.toContain('canary')
  })
})
