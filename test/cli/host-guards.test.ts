import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'

const CONFIG = `version: 1
hooks:
  PreToolUse:
    - { id: push, matcher: Bash, if: Bash(git push *), deny: no push }
    - { id: edits, matcher: Edit|Write, if: Edit(secret.txt), deny: no edit }
    - { id: writes, matcher: Edit|Write, if: Write(secret.txt), deny: no write }
`

/** Rules of the user's own file, which every host must obey. */
function guarded(): Sandbox {
  const sandbox = createSandbox()
  sandbox.write('~/.config/hookwright/hookwright.yaml', CONFIG)
  return sandbox
}

const hermes = (cwd: string, tool: string, input: object): object => ({
  hook_event_name: 'pre_tool_call',
  session_id: 's1',
  cwd,
  tool_name: tool,
  tool_input: input,
  extra: { tool_call_id: 'c1' },
})

const cline = (cwd: string, input: unknown): object => ({
  clineVersion: '4',
  hookName: 'tool_call',
  taskId: 't1',
  workspaceRoots: [cwd],
  tool_call: { id: 'c1', name: 'run_commands', input },
})

/** Calls that once passed the rules. */
const CALLS: readonly (readonly [
  title: string,
  host: string,
  payload: (cwd: string) => object,
  reply: object,
])[] = [
  [
    'a move in one line of a patch',
    'hermes',
    (cwd) =>
      hermes(cwd, 'patch', {
        mode: 'patch',
        patch: '*** Begin Patch\n*** Delete File: a\n*** Move File: b -> secret.txt\n*** End Patch',
      }),
    { action: 'block', message: 'no write' },
  ],
  [
    'a command behind one that leaves a quote open',
    'cline',
    (cwd) => cline(cwd, { commands: ['echo "', 'git push origin', '"'] }),
    { cancel: true, errorMessage: 'no push' },
  ],
  [
    'a list of commands that is written as text',
    'cline',
    (cwd) => cline(cwd, '{"commands":["git push origin"]}'),
    { cancel: true, errorMessage: 'no push' },
  ],
]

test.for(CALLS)('%s is denied on %s', async ([, host, payload, reply]) => {
  const sandbox = guarded()
  const { stdout } = await sandbox.cli(['run', '--host', host], {
    input: JSON.stringify(payload(sandbox.project)),
  })
  expect(JSON.parse(stdout)).toMatchObject(reply)
})
