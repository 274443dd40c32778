import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deepagents } from './index.ts'

test('a payload is an event of the host', () => {
  const bytes = readFileSync(join(import.meta.dirname, 'fixtures/pre-tool-use.json'))
  const event = deepagents.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 1 })
  expect(event).toMatchObject({ name: 'PreToolUse', host: 'deepagents', tool: { name: 'Bash' } })
})
