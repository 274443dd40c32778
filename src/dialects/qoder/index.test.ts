import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { qoder } from './index.ts'

test('a payload is an event of the host', () => {
  const bytes = readFileSync(join(import.meta.dirname, 'fixtures/pre-tool-use.json'))
  const event = qoder.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 1 })
  expect(event).toMatchObject({ name: 'PreToolUse', host: 'qoder', tool: { name: 'Bash' } })
})
