import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { places } from '../../test/helpers/builders.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import { dialects } from '../../test/helpers/dialects.ts'
import { openState } from '../ports/state.ts'
import type { LoadRequest } from './gather.ts'
import { load } from './load.ts'
import { createCovering } from './covering.ts'
import { openTrust } from './trust.ts'

const USER = '/home/dev/.claude/settings.json'
const settings = (command: string) => ({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } })

function request(fields: Partial<LoadRequest>): LoadRequest {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-given-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return {
    sources: ['claude-code'],
    host: undefined,
    places: places(),
    files: memoryFiles({ [USER]: JSON.stringify(settings('u')) }),
    state: openState(join(dir, 'hookwright')),
    dialects,
    maxBytes: 1_000_000,
    maxDepth: 64,
    ...fields,
  }
}

test('settings handed over run like a file, after the user’s, without approval', async () => {
  const asked = request({ settings: settings('g') })
  const { hooks } = await load(asked)
  const trust = openTrust(asked.state, asked.places, asked.files, createCovering)
  expect(hooks.map((hook) => [hook.id, trust.status(hook)])).toEqual([
    [expect.stringMatching(/^claude-code:user:Stop:[0-9a-f]{8}$/), 'not-needed'],
    [expect.stringMatching(/^claude-code:settings:Stop:[0-9a-f]{8}$/), 'not-needed'],
  ])
})

test('they are never written to the disk', async () => {
  const asked = request({ settings: settings('g') })
  await load(asked)
  expect(asked.state.list('snapshots')).toEqual([])
})

test('other settings rule over them even when they are no source', async () => {
  const files = memoryFiles({ '/etc/claude-code/managed-settings.json': '{"allowManagedHooksOnly":true}' })
  const { hooks } = await load(request({ sources: [], settings: settings('g'), files }))
  expect(hooks).toMatchObject([{ disabled: 'switched off by "allowManagedHooksOnly"' }])
})

test('managed settings handed over restrict the files', async () => {
  const { hooks } = await load(request({ managedSettings: { disableAllHooks: 1, ...settings('m') } }))
  expect(hooks).toMatchObject([
    {
      id: expect.stringMatching(/^claude-code:user:Stop:[0-9a-f]{8}$/),
      disabled: 'switched off by "allowManagedHooksOnly"',
    },
  ])
})

test('a mistake in them is told by its keys', async () => {
  const { issues } = await load(request({ settings: { hooks: { Stop: {} } } }))
  expect(issues).toMatchObject([
    { code: 'config.shape', place: { file: '<settings>', pointer: ['hooks', 'Stop'] } },
  ])
})

const circular: Record<string, unknown> = {}
circular['self'] = circular

test.for([
  ['what points at itself', circular],
  ['a function', () => undefined],
  ['a list', []],
] as const)('%s is refused', async ([, value]) => {
  const { broken } = await load(request({ settings: value }))
  expect(broken).toMatchObject([{ scope: 'user', issue: { place: { file: '<settings>' } } }])
})
