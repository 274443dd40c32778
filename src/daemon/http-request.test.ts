import { describe, expect, test } from 'vitest'
import { readHead, type HttpHead } from './http-request.ts'

const TOKEN = 'a1'.repeat(32)
const EXPECTED = { port: 20_001, token: TOKEN }
const URL_PATH = '/run?host=claude-code&deadline=60'

function read(changes: Partial<HttpHead> = {}, headers: Record<string, string | undefined> = {}) {
  const usual = {
    host: '127.0.0.1:20001',
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
  }
  return readHead({ method: 'POST', url: URL_PATH, ...changes, headers: { ...usual, ...headers } }, EXPECTED)
}

test('the query becomes the arguments of run', () =>
  expect(read({ url: '/run?host=claude-code&event=Stop&deadline=60&on-error=deny' })).toEqual({
    args: ['run', '--host', 'claude-code', '--event', 'Stop', '--deadline', '60', '--on-error', 'deny'],
    host: 'claude-code',
    event: 'Stop',
    onError: 'deny',
  }))

describe('is refused', () => {
  test.for<[string, number, Partial<HttpHead>, Record<string, string | undefined>]>([
    ['GET', 405, { method: 'GET' }, {}],
    ['OPTIONS', 405, { method: 'OPTIONS' }, {}],
    ['another path', 404, { url: '/other?host=claude-code' }, {}],
    ['no query', 404, { url: '/run' }, {}],
    ['no token', 401, {}, { authorization: undefined }],
    ['another token', 401, {}, { authorization: `Bearer ${'b2'.repeat(32)}` }],
    ['a shorter token', 401, {}, { authorization: `Bearer ${TOKEN.slice(1)}` }],
    ['an empty token', 401, {}, { authorization: 'Bearer ' }],
    ['another scheme', 401, {}, { authorization: `Basic ${TOKEN}` }],
    ['another Host', 403, {}, { host: 'evil.example:20001' }],
    ['a Host without port', 403, {}, { host: '127.0.0.1' }],
    ['no Host', 403, {}, { host: undefined }],
    ['an Origin', 403, {}, { origin: 'null' }],
    ['Sec-Fetch-Site', 403, {}, { 'sec-fetch-site': 'same-origin' }],
    ['Sec-Fetch-Dest', 403, {}, { 'sec-fetch-dest': 'empty' }],
    ['a form', 415, {}, { 'content-type': 'text/plain' }],
    ['a compressed body', 415, {}, { 'content-encoding': 'gzip' }],
    ['no host', 400, { url: '/run?deadline=60' }, {}],
    ['a parameter twice', 400, { url: '/run?host=a&host=b' }, {}],
    ['another parameter', 400, { url: '/run?host=a&trust-project=1' }, {}],
    ['a name of every object', 400, { url: '/run?host=a&constructor=1' }, {}],
    ['another policy', 400, { url: '/run?host=a&on-error=allow' }, {}],
    ['an option as a value', 400, { url: '/run?host=--json&event=%20' }, {}],
  ])('%s', ([, status, changes, headers]) => expect(read(changes, headers)).toMatchObject({ status }))
})

test('fetch of Node, which sends Sec-Fetch-Mode alone, is no browser', () =>
  expect(read({}, { 'sec-fetch-mode': 'cors', host: 'localhost:20001' })).toMatchObject({
    host: 'claude-code',
  }))
