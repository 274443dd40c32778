import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'

const AGENT = resolve(import.meta.dirname, '../../examples/agent/agent.mjs')
const LATE = 'context   The tests passed in the background.'

test('the example agent meets every kind of hook on its way and acts on every kind of answer', async () => {
  const { code, stdout, stderr } = await createSandbox().shell(`"${process.execPath}" "${AGENT}"`)
  expect([code, stderr]).toEqual([0, ''])
  const lines = stdout.trim().split('\n')
  // It may end at any time, so only its number is certain.
  expect(lines.filter((line) => line === LATE)).toHaveLength(1)
  expect(lines.filter((line) => line !== LATE)).toEqual([
    'user      Build it.',
    'context   UserPromptSubmit:Callback hook additional context: The user prefers short answers.',
    'model     Bash(echo hello from the tool)',
    'hook      Asking…',
    'user      claude-code:project:PreToolUse:4e6788e6 asks "Echo something?": Yes',
    'tool      hi from the rewritten tool',
    'notice    PostToolUse:Callback says: noted',
    'model     Bash(rm -rf build)',
    'tool      Denied: rm -rf is not for agents',
    'model     Bash(git push)',
    'tool      Denied: Nobody asked for a push.',
    'model     All done.',
    'context   Stop hook feedback:',
    'Write the changelog first.',
    'model     The changelog is written now.',
    'context   Stop hook additional context: Write the summary too.',
    'model     The summary is written too.',
    'user      Deploy it.',
    'model     Bash(deploy --now)',
    'notice    PreToolUse:Bash hook stopped continuation: Deploys are done by people.',
  ])
})
