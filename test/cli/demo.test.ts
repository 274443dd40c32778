import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'

test('the demo needs no program on PATH, neither sh nor node', async () => {
  const sandbox = createSandbox()
  const empty = join(sandbox.root, 'empty')
  mkdirSync(empty)
  const { stdout, stderr, code } = await sandbox.cli(['demo', '--json'], { env: { PATH: empty } })
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  expect(stdout).not.toContain('launch')
  expect((JSON.parse(stdout) as { scenes: unknown }).scenes).toMatchObject([
    { verdict: { decision: 'deny', reason: 'Force pushes are not allowed here.' } },
    {
      verdict: {
        decision: 'none',
        effects: [{ kind: 'rewrite-input', input: { target: 'production', dryRun: true } }],
      },
    },
    { verdict: { decision: 'none', effects: [{ kind: 'add-context' }] } },
    {
      verdict: {
        decision: 'none',
        effects: [{ kind: 'message' }],
        answers: [{ answer: { failure: 'crash' } }],
      },
    },
  ])
})
