import { expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import type { Workspace } from '../workspace/open.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { Run } from '../engine/run.ts'
import { diagnostics } from './diagnostics.ts'

const FILE = '/app/hookwright.yaml'
const text = 'version: 1\nhooks:\n  PreToolUse:\n    - id: gate\n      command: ./x\n'
const gate = hook({
  id: 'gate',
  source: { file: FILE, pointer: ['hooks', 'PreToolUse', 0], scope: 'project' },
})

/** As far as a line on stderr needs it. */
const workspace = {
  problems: [],
  switches: { tellOnce: () => [] },
  loaded: { issues: [], hooks: [gate] },
  files: memoryFiles({ [FILE]: text }),
  review: 'hookwright trust show',
} as unknown as Workspace

function tell(issues: readonly Issue[], { said = '', isWatched = false } = {}): Promise<string> {
  const lost = [{ what: 'stop', why: 'the host has no place for it here', hook: 'gate' }]
  const done = { plan: { skipped: [] }, verdict: { issues, lost } } as unknown as Run
  return diagnostics(done, workspace, { unlogged: undefined, said, isWatched })
}

const bad = {
  ...issue('x', { hook: 'gate' }, 'Its answer is wrong.'),
  detail: ' - decision: no\n - reason: no',
}

test('a host gets one line for each problem, with the hook and its place', async () =>
  expect(await tell([bad])).toBe(
    `hookwright: hook gate (${FILE}:4:7): Its answer is wrong.\n` +
      `hookwright: hook gate (${FILE}:4:7): stop is lost, the host has no place for it here\n`,
  ))

test('a person also sees what was captured', async () =>
  expect(await tell([bad], { isWatched: true })).toContain(
    'Its answer is wrong.\n   - decision: no\n   - reason: no\nhookwright: ',
  ))

test('what the host hears on stderr anyway is not said twice', async () =>
  expect(await tell([bad], { said: 'Its answer is wrong.' })).not.toContain('wrong'))
