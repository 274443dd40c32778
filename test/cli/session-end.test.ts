import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'
import { claudeSettings, payload } from '../helpers/hooks.ts'

test.for([
  ['exit 1', 'echo the disk is full >&2; exit 1', 'the disk is full'],
  ['exit 2', 'echo the disk is full >&2; exit 2', 'the disk is full'],
  ['exit 1 without a word', 'exit 1', 'exited with code 1'],
  ['its time', 'sleep 30', "the run's deadline of 1.5 s"],
] as const)('a SessionEnd hook that fails by %s is told once on stderr', async ([, command, words]) => {
  const sandbox = createSandbox()
  sandbox.write('~/.claude/settings.json', claudeSettings('SessionEnd', command))
  const ended = await sandbox.event(payload('SessionEnd', { reason: 'other' }), ['--source', 'claude-code'])
  const told = ended.stderr.replaceAll(command, 'COMMAND').split(words).length - 1
  expect({ told, stdout: ended.stdout }).toEqual({ told: 1, stdout: '' })
})
