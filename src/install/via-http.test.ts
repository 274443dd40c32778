import { expect, test } from 'vitest'
import { httpCallOf, isOwnUrl } from './via-http.ts'

const ACCESS = { port: 20_001, token: 'ab'.repeat(32) }

test.for([
  [{ host: 'claude-code', deadlineSeconds: 60 }, 'host=claude-code&deadline=60'],
  [
    { host: 'claude-code', event: 'Stop', deadlineSeconds: 9, onError: 'deny' },
    'host=claude-code&event=Stop&deadline=9&on-error=deny',
  ],
] as const)('%j', ([words, query]) => {
  const { url, headers, isStrict } = httpCallOf(words, ACCESS)
  expect(url).toBe(`http://127.0.0.1:20001/run?${query}`)
  expect(headers).toEqual({ Authorization: `Bearer ${ACCESS.token}` })
  expect(isStrict).toBe('onError' in words)
  expect(isOwnUrl(url)).toBe(true)
})

test.for([
  'http://127.0.0.1:20001/run',
  'http://127.0.0.1:20001/run?host=claude-code',
  'http://localhost:20001/run?host=claude-code&deadline=60',
  'http://127.0.0.1:20001/run?host=claude-code&deadline=60&more=1',
  'https://example.com/?u=http://127.0.0.1:20001/run?host=claude-code&deadline=60',
  'curl http://127.0.0.1:20001/run?host=claude-code&deadline=60',
])('%s is somebody else’s', (url) => expect(isOwnUrl(url)).toBe(false))
