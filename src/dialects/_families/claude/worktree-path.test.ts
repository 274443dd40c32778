import { expect, test } from 'vitest'
import { decodeOutput } from '../../../../test/helpers/claude-contract.ts'
import { command, eventNamed, exited, hookFor } from '../../../../test/conformance/helpers/claude.ts'
import type { Answer } from '../../../core/decision.ts'

function read(stdout: string, { cwd = '/p/sub', own }: { cwd?: string; own?: string } = {}): Answer {
  const handler = own === undefined ? command('make') : { ...command('make'), cwd: own }
  const event = eventNamed('WorktreeCreate', { cwd, projectDir: '/p' })
  return decodeOutput(hookFor('WorktreeCreate', { handler: handler as never }), event, exited(0, stdout))
}

test.for([
  ['an absolute path', '/w/t\n', {}, '/w/t'],
  ['the last line that is not empty', 'cloning\n\u001B[32m/w/t\u001B[0m\r\n\n', {}, '/w/t'],
  ['a path from the directory the hook ran in', '../t', {}, '/p/t'],
  ['a path from the directory the hook was given', 't', { own: 'tools' }, '/p/tools/t'],
  ['a path of Windows', 'C:\\w\\t', { cwd: 'C:\\p' }, 'C:\\w\\t'],
  ['a relative path of Windows', 't', { cwd: 'C:\\p' }, 'C:\\p\\t'],
  ['dots in a name', '/w/.t../a..b', {}, '/w/.t../a..b'],
] as const)('a new worktree is at %s', ([, stdout, where, path]) =>
  expect(read(stdout, where)).toMatchObject({
    decision: 'none',
    effects: [{ kind: 'worktree-path', path }],
    issues: [],
  }),
)

test.for(['/w/../etc', '/w/./t', 'C:\\w\\..\\t', '/w/..'])('%s is refused', (path) =>
  expect(read(path)).toMatchObject({
    effects: [],
    failure: 'protocol-error',
    issues: [{ code: 'output.path' }],
  }),
)

test.for(['', ' \n'])('no path in %o is said', (stdout) =>
  expect(read(stdout)).toMatchObject({ effects: [], issues: [{ code: 'output.path', severity: 'warning' }] }),
)

test('a path in JSON is looked at like one in text', () => {
  const output = (worktreePath: string) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'WorktreeCreate', worktreePath } })
  expect(read(output('t')).effects).toEqual([{ kind: 'worktree-path', path: '/p/sub/t' }])
  expect(read(output('/a/../t')).failure).toBe('protocol-error')
})
