import { describe, expect, test } from 'vitest'
import { issue } from '../../core/issue.ts'
import { cline } from './index.ts'

const WHERE = { startDir: '/s', projectDir: '/p', at: 1 }
const BASE = { clineVersion: '3', timestamp: '1', taskId: 't', workspaceRoots: ['/w'], userId: 'u' }

function decode(payload: object, event?: string) {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...BASE, ...payload }))
  return cline.decodeEvent({ bytes, ...WHERE, ...(event !== undefined && { event }) })
}

const ext = (toolName: unknown, parameters: unknown) => ({
  hookName: 'PreToolUse',
  preToolUse: { toolName, parameters },
})
const sdk = (name: unknown, input: unknown) => ({
  hookName: 'tool_call',
  tool_call: { id: 'c', name, input },
})

describe('tools of the extension', () => {
  test.for([
    ['execute_command', { command: 'ls' }, 'Bash', { command: 'ls' }],
    ['write_to_file', { path: 'a', content: 'c' }, 'Write', { file_path: 'a', content: 'c' }],
    ['replace_in_file', { path: 'a', diff: 'd' }, 'Edit', { file_path: 'a', diff: 'd' }],
    ['read_file', { path: 'a' }, 'Read', { file_path: 'a' }],
    ['search_files', { path: 'a', regex: 'r' }, 'Grep', { path: 'a', pattern: 'r' }],
    ['list_files', { path: 'a' }, 'LS', { path: 'a' }],
    ['web_fetch', { url: 'u' }, 'WebFetch', { url: 'u' }],
    ['use_mcp_tool', { server_name: 's', tool_name: 't', arguments: '{"a":1}' }, 'mcp__s__t', { a: 1 }],
    ['use_mcp_tool', { server_name: 's', tool_name: 't', arguments: '{' }, 'mcp__s__t', { raw: '{' }],
    ['execute_command', { command: 'rm -rf /', cmd: 'ls' }, 'Bash', { command: 'rm -rf /' }],
  ] as const)('%s %j is %s', ([native, args, name, input]) =>
    expect(decode(ext(native, args))).toMatchObject({
      name: 'PreToolUse',
      cwd: '/w',
      tool: { name, nativeName: native, input },
    }),
  )
})

describe('tools of the SDK', () => {
  test.for([
    ['run_commands', { commands: ['git add .', 'git push'] }, 'Bash', { command: 'git add .\ngit push' }],
    [
      'run_commands',
      { commands: [{ command: 'git', args: ['push', 'a b'] }] },
      'Bash',
      { command: "git push 'a b'" },
    ],
    ['run_commands', { commands: 'ls', command: 'rm x', cmd: 'pwd' }, 'Bash', { command: 'ls\nrm x\npwd' }],
    ['run_commands', { commands: [3, null, { x: 1 }] }, 'Bash', { command: `3\nsh -c '{"x":1}'` }],
    [
      'run_commands',
      { commands: [`git commit -m "a 'b'"`, 'ls'] },
      'Bash',
      { command: `git commit -m "a 'b'"\nls` },
    ],
    ['run_commands', { commands: [`echo "$(ls)"`] }, 'Bash', { command: `echo "$(ls)"` }],
    [
      'editor',
      { path: 'a', old_text: 'x', new_text: 'y' },
      'Edit',
      { file_path: 'a', old_string: 'x', new_string: 'y' },
    ],
    ['editor', { path: 'a', new_text: 'y' }, 'Write', { file_path: 'a', content: 'y' }],
    ['read_files', { files: [{ path: 'a' }] }, 'Read', { file_path: 'a' }],
    ['read_files', { paths: ['a'] }, 'Read', { file_path: 'a' }],
    ['fetch_web_content', { requests: [{ url: 'u' }] }, 'WebFetch', { url: 'u' }],
    [
      'apply_patch',
      { input: '*** Begin Patch\n*** Add File: n.txt\n+hi\n*** End Patch' },
      'Write',
      { file_path: '/w/n.txt', content: 'hi' },
    ],
  ] as const)('%s %j is %s', ([native, args, name, input]) =>
    expect(decode(sdk(native, args))).toMatchObject({
      name: 'PreToolUse',
      native: 'tool_call',
      tool: { name, input, useId: 'c' },
    }),
  )

  test.for([
    [
      'read_files',
      { files: ['a', { path: 'b' }], paths: ['c'] },
      [{ file_path: 'a' }, { file_path: 'b' }, { file_path: 'c' }],
    ],
    ['fetch_web_content', { requests: [{ url: 'a' }, { url: 'b' }] }, [{ url: 'a' }, { url: 'b' }]],
  ] as const)('%s of several is a call for each', ([native, args, inputs]) =>
    expect(decode(sdk(native, args))).toMatchObject({ tool: { parts: inputs.map((input) => ({ input })) } }),
  )

  test.for([
    ['a quote', ['echo "', 'git push', '"'], `sh -c 'echo "'\ngit push\nsh -c '"'`],
    ['a here-document', ['cat <<X', 'git push', 'X'], `sh -c 'cat <<X'\ngit push\nX`],
    ['a line continuation', ['echo \\', 'git push'], `sh -c 'echo \\'\ngit push`],
    ['a substitution in quotes', ['echo "$(cat"', 'git push'], `sh -c 'echo "$(cat"'\ngit push`],
    ['an expansion', ['echo ${x:-', 'git push', '}'], "sh -c 'echo ${x:-'\ngit push\nsh -c '}'"],
  ] as const)('%s that one command leaves open does not hide the next', ([, commands, command]) =>
    expect(decode(sdk('run_commands', { commands }))).toMatchObject({ tool: { input: { command } } }),
  )

  test.for([[{}], [{ commands: [] }], ['{"commands":["git push"]}'], [{ script: 'git push' }]] as const)(
    'commands that nobody finds in %j are not an empty command',
    ([input]) => {
      const event = decode(sdk('run_commands', input))
      expect('code' in event ? event : event.tool?.input).not.toHaveProperty('command')
    },
  )

  test('a patch that nobody can read is told', () =>
    expect(decode(sdk('apply_patch', { input: 'x' }))).toMatchObject({
      tool: { name: 'Edit', input: { patch: 'x' } },
      issues: [{ code: 'payload.patch', severity: 'warning' }],
    }))
})

describe('other events', () => {
  test.for([
    [
      { hookName: 'UserPromptSubmit', userPromptSubmit: { prompt: 'hi' } },
      { name: 'UserPromptSubmit', prompt: 'hi' },
    ],
    [
      { hookName: 'TaskStart', taskStart: { taskMetadata: {} } },
      { name: 'SessionStart', fields: { source: 'startup' } },
    ],
    [{ hookName: 'agent_resume' }, { name: 'SessionStart', fields: { source: 'resume' } }],
    [{ hookName: 'TaskComplete' }, { name: 'Stop', sessionId: 't' }],
    [{ hookName: 'agent_error' }, { name: 'StopFailure' }],
    [{ hookName: 'session_shutdown' }, { name: 'SessionEnd' }],
    [{ hookName: 'agent_start', agent_id: 'a' }, { name: 'SessionStart' }],
    [{ ...sdk('x', {}), agent_id: 'a', parent_agent_id: 'p' }, { agent: { id: 'a' } }],
  ] as const)('%j', ([payload, event]) => expect(decode(payload)).toMatchObject(event))

  test('MCP arguments that are nested too deep stay text', () => {
    const deep = '['.repeat(1100) + ']'.repeat(1100)
    const args = { server_name: 's', tool_name: 't', arguments: deep }
    expect(decode(ext('use_mcp_tool', args))).toMatchObject({ tool: { input: { raw: deep } } })
  })

  test('what cannot be judged names its event', () => {
    expect(decode(ext(3, {}))).toMatchObject({ code: 'payload.field', event: 'PreToolUse' })
    expect(decode({ hookName: 'tool_call' })).toMatchObject({ code: 'payload.field', event: 'PreToolUse' })
    expect(decode({ hookName: 'UserPromptSubmit' })).toMatchObject({ event: 'UserPromptSubmit' })
  })

  test('without a name it is a failure', () => expect(decode({})).toMatchObject({ code: 'payload.event' }))
})

describe('our own failures', () => {
  const problem = issue('internal', {}, 'It broke.')
  test.for([
    ['PreToolUse', 'ignore', '{"cancel":false}\n'],
    ['PreToolUse', 'deny', '{"cancel":true,"errorMessage":"hookwright: It broke."}\n'],
    ['', 'deny', '{"cancel":true,"errorMessage":"hookwright: It broke."}\n'],
    ['Stop', 'deny', '{"cancel":false}\n'],
  ] as const)('"%s" under %s', ([name, policy, stdout]) =>
    expect(cline.encodeFailure({ name }, problem, policy)).toEqual({
      stdout,
      stderr: 'hookwright: It broke.\n',
      exitCode: 0,
    }),
  )
})

describe('actionOf', () => {
  const action = (payload: object) => {
    const event = decode(payload)
    return 'code' in event ? event : cline.actionOf?.(event)
  }
  const ls = sdk('run_commands', { commands: ['ls'] })

  test('is the same for two calls about one tool call', () => expect(action(ls)).toBe(action(ls)))

  test.for([
    ['another command under the same id', sdk('run_commands', { commands: ['git push'] })],
    ['another tool under the same id', sdk('execute', { commands: ['ls'] })],
    ['another task', { ...ls, taskId: 'other' }],
    ['another directory', { ...ls, workspaceRoots: ['/elsewhere'] }],
  ] as const)('differs for %s', ([, other]) => expect(action(other)).not.toBe(action(ls)))

  test.for([
    ['an empty id', { hookName: 'tool_call', tool_call: { ...ls.tool_call, id: '' } }],
    ['a call of the extension, which has no id', ext('execute_command', { command: 'ls' })],
  ] as const)('is unknown for %s', ([, payload]) => expect(action(payload)).toBeUndefined())
})
