import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Event } from '../../src/core/event.ts'
import { isIssue } from '../../src/core/issue.ts'
import { toWire } from '../../src/dialects/codex-cli/encode-input.ts'
import { codexCli } from '../../src/dialects/codex-cli/index.ts'

const ROOT = join(import.meta.dirname, 'fixtures', 'codex-cli')
const FIXTURES = readdirSync(ROOT).map((name) => [name, readFileSync(join(ROOT, name))] as const)

describe.for(FIXTURES)('recorded payload %s', ([name, bytes]) => {
  const event = decode(bytes)

  test('is the event its name says', () => expect(event.name).toBe(name.split('.')[0]))

  test('has nothing odd', () => expect(event.issues).toBeUndefined())

  test('reaches a hook of Codex byte for byte', async () => {
    const side = await codexCli.hooks()
    expect(Buffer.from(side.encodeInput(event, {} as never) as Uint8Array)).toEqual(bytes)
  })

  test('is rebuilt from the canonical event without loss', () =>
    expect(JSON.parse(JSON.stringify(toWire(event)))).toEqual(JSON.parse(bytes.toString())))
})

test('a patch in a shell command shows the file that it adds', () => {
  const event = decode(readFileSync(join(ROOT, 'PreToolUse.apply_patch.json')))
  expect(event.tool?.name).toBe('Bash')
  expect(event.tool?.parts?.map(({ name, input }) => [name, input['file_path']])).toEqual([
    ['Bash', undefined],
    ['Write', '/home/dev/app/a.txt'],
  ])
})

function decode(bytes: Uint8Array): Event {
  const event = codexCli.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 1 })
  if (isIssue(event)) throw new Error(event.message)
  return event
}
