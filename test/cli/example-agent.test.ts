import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'

const AGENT = resolve(import.meta.dirname, '../../examples/agent/agent.mjs')
const LATE = 'context   The tests passed in the background.'

test('the example agent meets every kind of hook on its way', async () => {
  const { code, stdout, stderr } = await createSandbox().shell(`"${process.execPath}" "${AGENT}"`)
  expect([code, stderr]).toEqual([0, ''])
  const lines = stdout.trim().split('\n')
  // It may end at any time, so only its number is certain.
  expect(lines.filter((line) => line === LATE)).toHaveLength(1)
  expect(lines.filter((line) => line !== LATE)).toEqual([
    'context   The user prefers short answers.',
    'model     Bash(echo hello from the tool)',
    'hook      Asking…',
    'user      claude-code:project:PreToolUse:0.0 asks "Echo something?": Yes',
    'tool      hi from the rewritten tool',
    'model     Bash(rm -rf build)',
    'blocked   rm -rf is not for agents (program)',
    'tool      Denied: rm -rf is not for agents',
    'model     Bash(git push)',
    'blocked   Nobody asked for a push. (settings)',
    'tool      Denied: Nobody asked for a push.',
    'model     All done.',
    'blocked   Write the changelog first. (program)',
    'context   Write the changelog first.',
    'model     The changelog is written now.',
  ])
})
