// oxlint-disable max-lines -- one table, of data alone
import type { Effect } from '../../src/core/decision.ts'
import type { Scope } from '../../src/core/hook.ts'

type Json = Readonly<Record<string, unknown>>

/** What a host of the family is expected to do, as data. */
export type NearHost = {
  readonly name: string
  /** A payload before a shell call. */
  readonly shell: Json
  readonly decodes: readonly { readonly title: string; readonly payload: Json; readonly event: Json }[]
  readonly replies: readonly {
    readonly title: string
    readonly payload: Json
    readonly verdict: {
      readonly decision?: 'allow' | 'ask' | 'deny'
      readonly reason?: string
      readonly effects?: readonly Effect[]
    }
    readonly reply: Json
  }[]
  readonly file: {
    readonly path: string
    readonly scope: Scope
    readonly value: unknown
    readonly hooks: readonly Json[]
    /** How many of the hooks match the shell call. */
    readonly matched: number
  }
  /** What a hook of its file reads of a shell call of another host. */
  readonly foreign: Json
  readonly answers: readonly {
    readonly title: string
    readonly payload: Json
    readonly code: number
    readonly stdout?: unknown
    readonly stderr?: string
    readonly answer: Json
  }[]
  readonly rewrites: readonly {
    readonly title: string
    readonly payload: Json
    readonly input: Json
    readonly result: Json | string
  }[]
  readonly paths: readonly string[]
}

const CWD = '/home/dev/app'
const CONTEXT: readonly Effect[] = [{ kind: 'add-context', text: 'c' }]
const PATCH = '*** Begin Patch\n*** Update File: a.ts\n-x\n+y\n*** Add File: b.ts\n+z\n*** End Patch'

function rewriteTo(input: Json): readonly Effect[] {
  return [{ kind: 'rewrite-input', input }]
}

/** The reply of hosts that read the contract's own form of a decision about a tool call. */
function permission(decision: string, more: Json = {}): Json {
  const specific = {
    hookEventName: 'PreToolUse',
    permissionDecision: decision,
    permissionDecisionReason: 'no',
    ...more,
  }
  return { stdout: { hookSpecificOutput: specific } }
}

function base(event: string, more: Json = {}): Json {
  return { session_id: 's1', transcript_path: '/t', cwd: CWD, hook_event_name: event, ...more }
}

const QWEN_SHELL = base('PreToolUse', {
  timestamp: 't',
  tool_name: 'run_shell_command',
  tool_input: { command: 'ls' },
  tool_use_id: 'u1',
})
const DROID_SHELL = base('PreToolUse', { tool_name: 'Execute', tool_input: { command: 'ls' } })
const CONTINUE_SHELL = base('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } })
const DEVIN_SHELL = {
  hook_event_name: 'PreToolUse',
  session_id: 's1',
  prompt_id: 'p1',
  tool_name: 'exec',
  tool_input: { command: 'ls', background: false },
}
const AUGMENT = { conversation_id: 'c1', workspace_roots: [CWD] }
const AUGMENT_SHELL = {
  ...AUGMENT,
  hook_event_name: 'PreToolUse',
  tool_name: 'launch-process',
  tool_input: { command: 'ls', wait: true },
  is_mcp_tool: false,
}
const JUNIE_SHELL = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }
const KIMI_SHELL = base('PreToolUse', {
  client_type: 'kimi_code_cli',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_call_id: 'k1',
})
const CLAUDE_SHELL = base('PreToolUse', {
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 'u1',
})
const GROK_SHELL = {
  hookEventName: 'pre_tool_use',
  sessionId: 's1',
  toolName: 'run_terminal_command',
  toolInput: { command: 'ls' },
  workspaceRoot: CWD,
}

/** Replies of hosts that take the contract's own answers. */
function contractReplies(shell: Json, input: Json): NearHost['replies'] {
  return [
    { title: 'deny', payload: shell, verdict: { decision: 'deny', reason: 'no' }, reply: permission('deny') },
    { title: 'ask', payload: shell, verdict: { decision: 'ask', reason: 'no' }, reply: permission('ask') },
    {
      title: 'allow',
      payload: shell,
      verdict: { decision: 'allow', reason: 'no' },
      reply: permission('allow'),
    },
    {
      title: 'a rewrite',
      payload: shell,
      verdict: { effects: rewriteTo(input) },
      reply: { stdout: { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: input } } },
    },
    {
      title: 'context',
      payload: shell,
      verdict: { effects: CONTEXT },
      reply: { stdout: { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'c' } } },
    },
    {
      title: 'a blocked prompt',
      payload: base('UserPromptSubmit', { prompt: 'p' }),
      verdict: { decision: 'deny', reason: 'no' },
      reply: { stdout: { decision: 'block', reason: 'no' } },
    },
    {
      title: 'a blocked stop',
      payload: base('Stop', { stop_hook_active: false }),
      verdict: { decision: 'deny', reason: 'no' },
      reply: { stdout: { decision: 'block', reason: 'no' } },
    },
    {
      title: 'feedback after a tool',
      payload: { ...shell, hook_event_name: 'PostToolUse', tool_response: 'r' },
      verdict: { decision: 'deny', reason: 'no' },
      reply: { stdout: { decision: 'block', reason: 'no' } },
    },
    { title: 'nothing', payload: shell, verdict: {}, reply: {} },
  ]
}

function command(text: string, more: Json = {}): Json {
  return { type: 'command', command: text, ...more }
}

export const NEAR_HOSTS: readonly NearHost[] = [
  {
    name: 'qwen-code',
    shell: QWEN_SHELL,
    decodes: [
      {
        title: 'a shell call',
        payload: QWEN_SHELL,
        event: {
          name: 'PreToolUse',
          sessionId: 's1',
          cwd: CWD,
          tool: { name: 'Bash', nativeName: 'run_shell_command', input: { command: 'ls' }, useId: 'u1' },
        },
      },
      {
        title: 'a write',
        payload: base('PreToolUse', {
          tool_name: 'write_file',
          tool_input: { file_path: '/a', content: 'x' },
        }),
        event: { tool: { name: 'Write', input: { file_path: '/a', content: 'x' } } },
      },
      {
        title: 'a todo, which is an event of its own',
        payload: base('TodoCreated', { todo_id: '1' }),
        event: { name: 'TodoCreated', fields: { todo_id: '1' } },
      },
    ],
    replies: contractReplies(QWEN_SHELL, { command: 'pwd' }),
    file: {
      path: `${CWD}/.qwen/settings.json`,
      scope: 'project',
      value: {
        hooks: {
          PreToolUse: [
            {
              matcher: 'Shell|WriteFile',
              sequential: true,
              hooks: [command('guard', { timeout: 5_000, env: { A: '1' } })],
            },
            {
              matcher: 'shell',
              hooks: [command('b', { timeout: 20 }), { type: 'http', url: 'http://x', timeout: 20 }],
            },
            { matcher: 'read_.*', hooks: [command('c')] },
          ],
        },
      },
      hooks: [
        { timeoutMs: 5_000, note: 'sequential', handler: { env: { A: '1' } } },
        { timeoutMs: 20_000 },
        { timeoutMs: 20_000, handler: { type: 'http' } },
        { timeoutMs: 600_000 },
      ],
      matched: 3,
    },
    foreign: { hook_event_name: 'PreToolUse', tool_name: 'run_shell_command', tool_input: { command: 'ls' } },
    answers: [
      {
        title: 'exit 2, whatever stdout says',
        payload: QWEN_SHELL,
        code: 2,
        stdout: { decision: 'allow' },
        stderr: 'no',
        answer: { decision: 'deny', reason: '[guard]: no' },
      },
      {
        title: 'deny as decision',
        payload: QWEN_SHELL,
        code: 0,
        stdout: { decision: 'deny', reason: 'no' },
        answer: { decision: 'deny', reason: 'no' },
      },
      {
        title: 'ask as decision',
        payload: QWEN_SHELL,
        code: 0,
        stdout: { decision: 'ask' },
        answer: { decision: 'ask' },
      },
      {
        title: 'its own field before the top-level one',
        payload: QWEN_SHELL,
        code: 0,
        stdout: { decision: 'block', hookSpecificOutput: { permissionDecision: 'allow' } },
        answer: { decision: 'allow' },
      },
      {
        title: 'JSON at another exit code is not read',
        payload: QWEN_SHELL,
        code: 1,
        stdout: { decision: 'deny' },
        answer: { decision: 'none', failure: 'crash' },
      },
    ],
    rewrites: [
      {
        title: 'keeps the host’s names',
        payload: QWEN_SHELL,
        input: { command: 'pwd' },
        result: { nativeInput: { command: 'pwd' } },
      },
    ],
    paths: ['/home/dev/.qwen/settings.json', `${CWD}/.qwen/settings.json`],
  },
  {
    name: 'droid',
    shell: DROID_SHELL,
    decodes: [
      {
        title: 'a shell call',
        payload: DROID_SHELL,
        event: { name: 'PreToolUse', tool: { name: 'Bash', nativeName: 'Execute' } },
      },
      {
        title: 'the envelope of older documents',
        payload: {
          sessionId: 's1',
          hookEventName: 'Stop',
          permissionMode: 'spec',
          stopHookActive: true,
          cwd: CWD,
        },
        event: { name: 'Stop', sessionId: 's1', permissionMode: 'spec', fields: { stop_hook_active: true } },
      },
      {
        title: 'a patch',
        payload: base('PreToolUse', { tool_name: 'ApplyPatch', tool_input: { input: PATCH } }),
        event: {
          tool: {
            name: 'Edit',
            nativeName: 'ApplyPatch',
            input: { file_path: `${CWD}/a.ts`, patch: PATCH },
            parts: [{ name: 'Edit' }, { name: 'Write', input: { file_path: `${CWD}/b.ts` } }],
          },
        },
      },
      {
        title: 'a patch that cannot be read',
        payload: base('PreToolUse', { tool_name: 'ApplyPatch', tool_input: { input: 'x' } }),
        event: { tool: { name: 'Edit', input: { patch: 'x' } }, issues: [{ code: 'payload.patch' }] },
      },
    ],
    replies: contractReplies(DROID_SHELL, { command: 'pwd' }),
    file: {
      path: `${CWD}/.factory/hooks.json`,
      scope: 'project',
      value: {
        PreToolUse: [
          { matcher: 'Execute', commandRegex: '^ls', hooks: [command('guard', { timeout: 5 })] },
          { matcher: 'Execute', commandRegex: '^git', hooks: [command('b')] },
          { matcher: 'Create', hooks: [command('c')] },
        ],
      },
      hooks: [
        { timeoutMs: 5_000, subject: 'command' },
        { timeoutMs: 60_000 },
        { source: { pointer: ['PreToolUse', 2, 'hooks', 0] } },
      ],
      matched: 1,
    },
    foreign: { hook_event_name: 'PreToolUse', tool_name: 'Execute', tool_input: { command: 'ls' } },
    answers: [
      {
        title: 'exit 2',
        payload: DROID_SHELL,
        code: 2,
        stderr: 'no',
        answer: { decision: 'deny', reason: '[guard]: no' },
      },
    ],
    rewrites: [
      {
        title: 'another text of a patch',
        payload: base('PreToolUse', { tool_name: 'ApplyPatch', tool_input: { input: PATCH } }),
        input: { patch: PATCH.replace('+y', '+w') },
        result: {
          nativeInput: { input: PATCH.replace('+y', '+w') },
          parts: [{ input: { new_string: 'w' } }, {}],
        },
      },
      {
        title: 'another path of a patch is refused',
        payload: base('PreToolUse', { tool_name: 'ApplyPatch', tool_input: { input: PATCH } }),
        input: { file_path: '/other' },
        result: '"ApplyPatch" applies a patch, of which a hook can only change the text, under "patch".',
      },
    ],
    paths: [
      '/home/dev/.factory/hooks.json',
      `${CWD}/.factory/hooks/hooks.json`,
      `${CWD}/.factory/settings.json`,
    ],
  },
  {
    name: 'continue',
    shell: CONTINUE_SHELL,
    decodes: [
      { title: 'a shell call', payload: CONTINUE_SHELL, event: { tool: { name: 'Bash' } } },
      {
        title: 'a file to read',
        payload: base('PreToolUse', { tool_name: 'Read', tool_input: { filepath: '/a' } }),
        event: { tool: { name: 'Read', input: { file_path: '/a' }, nativeInput: { filepath: '/a' } } },
      },
    ],
    replies: contractReplies(CONTINUE_SHELL, { command: 'pwd' }),
    file: {
      path: `${CWD}/.continue/settings.json`,
      scope: 'project',
      value: {
        hooks: {
          PreToolUse: [
            { matcher: 'Ba', hooks: [command('guard', { timeout: 5 })] },
            { matcher: 'Read', hooks: [{ type: 'http', url: 'http://x' }] },
          ],
        },
      },
      hooks: [{ timeoutMs: 5_000 }, { timeoutMs: 30_000 }],
      matched: 1,
    },
    foreign: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
    answers: [
      {
        title: 'a rewrite in the host’s names',
        payload: base('PreToolUse', { tool_name: 'Read', tool_input: { filepath: '/a' } }),
        code: 0,
        stdout: { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { filepath: '/b' } } },
        answer: { effects: [{ kind: 'rewrite-input', input: { file_path: '/b' } }] },
      },
    ],
    rewrites: [
      {
        title: 'goes back to the host’s names',
        payload: base('PreToolUse', { tool_name: 'Read', tool_input: { filepath: '/a' } }),
        input: { file_path: '/b' },
        result: { input: { file_path: '/b' }, nativeInput: { filepath: '/b' } },
      },
    ],
    paths: [
      '/home/dev/.claude/settings.json',
      `${CWD}/.claude/settings.json`,
      `${CWD}/.continue/settings.local.json`,
    ],
  },
  {
    name: 'devin',
    shell: DEVIN_SHELL,
    decodes: [
      {
        title: 'a shell call, without a cwd',
        payload: DEVIN_SHELL,
        event: { cwd: CWD, tool: { name: 'Bash', nativeName: 'exec' } },
      },
      {
        title: 'a patch',
        payload: { ...DEVIN_SHELL, tool_name: 'apply_patch', tool_input: { patch: PATCH } },
        event: { tool: { name: 'Edit', parts: [{}, { name: 'Write' }] } },
      },
      {
        title: 'a call with two names of a file, of which nobody knows the one that counts',
        payload: {
          ...DEVIN_SHELL,
          tool_name: 'edit',
          tool_input: { file_path: 'a', path: 'b', filePath: 'c' },
        },
        event: {
          tool: {
            name: 'Edit',
            input: { file_path: 'a' },
            parts: [
              { name: 'Edit', input: { file_path: 'a' } },
              { name: 'Edit', input: { file_path: 'b' } },
              { name: 'Edit', input: { file_path: 'c' } },
            ],
          },
          issues: [{ code: 'payload.spare-key' }, { code: 'payload.spare-key' }],
        },
      },
      {
        title: 'the end of a compaction',
        payload: { hook_event_name: 'PostCompaction' },
        event: { name: 'PostCompact', native: 'PostCompaction' },
      },
    ],
    replies: [
      {
        title: 'deny',
        payload: DEVIN_SHELL,
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stdout: { decision: 'block', reason: 'no' } },
      },
      {
        title: 'a question, which is a no',
        payload: DEVIN_SHELL,
        verdict: { decision: 'ask', reason: 'no' },
        reply: { stdout: { decision: 'block', reason: 'no' } },
      },
      {
        title: 'allow',
        payload: DEVIN_SHELL,
        verdict: { decision: 'allow' },
        reply: { stdout: { decision: 'approve' } },
      },
      {
        title: 'a rewrite',
        payload: DEVIN_SHELL,
        verdict: { effects: rewriteTo({ command: 'pwd', background: false }) },
        reply: {
          stdout: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              updatedInput: { command: 'pwd', background: false },
            },
          },
        },
      },
      {
        title: 'a rewrite that cannot be expressed, which is a no',
        payload: DEVIN_SHELL,
        verdict: { effects: rewriteTo({ command: 'pwd' }) },
        reply: {
          stdout: {
            decision: 'block',
            reason:
              'Devin CLI adds new arguments to the old ones, so a hook cannot remove "background" from "exec".',
          },
        },
      },
      {
        title: 'a blocked prompt',
        payload: { hook_event_name: 'UserPromptSubmit', prompt: 'p' },
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stdout: { decision: 'block', reason: 'no' } },
      },
      {
        title: 'context with a prompt',
        payload: { hook_event_name: 'UserPromptSubmit', prompt: 'p' },
        verdict: { effects: CONTEXT },
        reply: {
          stdout: { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'c' } },
        },
      },
      {
        title: 'a blocked stop',
        payload: { hook_event_name: 'Stop' },
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stdout: { decision: 'block', reason: 'no' } },
      },
      {
        title: 'feedback after a tool, which is context',
        payload: { ...DEVIN_SHELL, hook_event_name: 'PostToolUse', tool_response: { success: true } },
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stdout: { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'no' } } },
      },
    ],
    file: {
      path: `${CWD}/.devin/hooks.v1.json`,
      scope: 'project',
      value: {
        PreToolUse: [
          { matcher: 'ex', hooks: [command('guard', { timeout: 5 })] },
          { matcher: 'Bash', hooks: [command('dead')] },
        ],
      },
      hooks: [{ timeoutMs: 5_000 }, {}],
      matched: 1,
    },
    foreign: { hook_event_name: 'PreToolUse', tool_name: 'exec', tool_input: { command: 'ls' } },
    answers: [
      { title: 'exit 2', payload: DEVIN_SHELL, code: 2, stderr: 'no', answer: { decision: 'deny' } },
      {
        title: 'approve',
        payload: DEVIN_SHELL,
        code: 0,
        stdout: { decision: 'approve' },
        answer: { decision: 'allow' },
      },
      {
        title: 'a rewrite, which is added to the input',
        payload: DEVIN_SHELL,
        code: 0,
        stdout: { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'pwd' } } },
        answer: { effects: [{ kind: 'rewrite-input', input: { command: 'pwd', background: false } }] },
      },
    ],
    rewrites: [
      {
        title: 'of a call with two names of a file is refused',
        payload: {
          ...DEVIN_SHELL,
          tool_name: 'write',
          tool_input: { path: '/a', file_path: '/b', content: 'x' },
        },
        input: { file_path: '/c' },
        result:
          '"write" on Devin CLI was called with several edits or paths, and a hook can only change them all at once.',
      },
      {
        title: 'under the name that the call has',
        payload: { ...DEVIN_SHELL, tool_name: 'write', tool_input: { path: '/a', content: 'x' } },
        input: { file_path: '/b' },
        result: { nativeInput: { path: '/b', content: 'x' } },
      },
    ],
    paths: [
      '/home/dev/.config/devin/config.json',
      `${CWD}/.devin/hooks.v1.json`,
      `${CWD}/.devin/config.local.json`,
      `${CWD}/.claude/settings.json`,
    ],
  },
  {
    name: 'augment',
    shell: AUGMENT_SHELL,
    decodes: [
      {
        title: 'a shell call',
        payload: AUGMENT_SHELL,
        event: { sessionId: 'c1', cwd: CWD, tool: { name: 'Bash' } },
      },
      {
        title: 'an edit of several places',
        payload: {
          ...AUGMENT_SHELL,
          tool_name: 'str-replace-editor',
          tool_input: { path: '/a', old_str_1: 'o1', new_str_1: 'n1', old_str_2: 'o2', new_str_2: 'n2' },
        },
        event: {
          tool: {
            name: 'Edit',
            input: { file_path: '/a', old_string: 'o1', new_string: 'n1', old_str_2: 'o2', new_str_2: 'n2' },
            parts: [
              { name: 'Edit', input: { file_path: '/a', old_string: 'o1', new_string: 'n1' } },
              { name: 'Edit', input: { file_path: '/a', old_string: 'o2', new_string: 'n2' } },
            ],
          },
        },
      },
      {
        title: 'a tool of a server',
        payload: {
          ...AUGMENT_SHELL,
          tool_name: 'get_issue_linear',
          is_mcp_tool: true,
          mcp_server_name: 'linear',
        },
        event: { tool: { name: 'mcp__linear__get_issue', nativeName: 'get_issue_linear' } },
      },
      {
        title: 'a tool of a server that is not told',
        payload: { ...AUGMENT_SHELL, tool_name: 'get_issue_linear', is_mcp_tool: true },
        event: { tool: { name: 'mcp__?__get_issue_linear', nativeName: 'get_issue_linear' } },
      },
      {
        title: 'a prompt',
        payload: { ...AUGMENT, hook_event_name: 'PromptSubmit', prompt: 'p' },
        event: { name: 'UserPromptSubmit', native: 'PromptSubmit', prompt: 'p' },
      },
      {
        title: 'a result',
        payload: { ...AUGMENT_SHELL, hook_event_name: 'PostToolUse', tool_output: 'out' },
        event: { tool: { response: 'out' } },
      },
    ],
    replies: [
      {
        title: 'deny',
        payload: AUGMENT_SHELL,
        verdict: { decision: 'deny', reason: 'no' },
        reply: permission('deny'),
      },
      {
        title: 'a question, which is a no',
        payload: AUGMENT_SHELL,
        verdict: { decision: 'ask', reason: 'no' },
        reply: permission('deny'),
      },
      {
        title: 'allow, which says nothing',
        payload: AUGMENT_SHELL,
        verdict: { decision: 'allow' },
        reply: {},
      },
      {
        title: 'a rewrite in the host’s names',
        payload: { ...AUGMENT_SHELL, tool_name: 'save-file', tool_input: { path: '/a', file_content: 'x' } },
        verdict: { effects: rewriteTo({ file_path: '/b', content: 'x' }) },
        reply: {
          stdout: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              updatedInput: { path: '/b', file_content: 'x' },
            },
          },
        },
      },
      {
        title: 'context',
        payload: AUGMENT_SHELL,
        verdict: { effects: CONTEXT },
        reply: { stdout: { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'c' } } },
      },
      {
        title: 'a blocked prompt, which ends the turn',
        payload: { ...AUGMENT, hook_event_name: 'PromptSubmit', prompt: 'p' },
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stdout: { continue: false, stopReason: 'no' } },
      },
      {
        title: 'a blocked stop',
        payload: { ...AUGMENT, hook_event_name: 'Stop' },
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stdout: { hookSpecificOutput: { hookEventName: 'Stop', decision: 'block', reason: 'no' } } },
      },
      {
        title: 'feedback after a tool',
        payload: { ...AUGMENT_SHELL, hook_event_name: 'PostToolUse', tool_output: 'out' },
        verdict: { decision: 'deny', reason: 'no' },
        reply: {
          stdout: { hookSpecificOutput: { hookEventName: 'PostToolUse', decision: 'block', reason: 'no' } },
        },
      },
      {
        title: 'context of a session, which is plain text',
        payload: { ...AUGMENT, hook_event_name: 'SessionStart' },
        verdict: { effects: CONTEXT },
        reply: { stdout: 'c\n' },
      },
    ],
    file: {
      path: `${CWD}/.augment/settings.json`,
      scope: 'project',
      value: {
        hooks: {
          PreToolUse: [
            { matcher: 'launch-process', hooks: [command('guard', { timeout: 5_000 })] },
            { matcher: 'mcp:*', hooks: [command('/m.sh')] },
          ],
        },
      },
      hooks: [
        { timeoutMs: 5_000, handler: { start: { kind: 'argv', words: ['guard'] } } },
        { timeoutMs: 60_000, subject: { either: true } },
      ],
      matched: 1,
    },
    foreign: {
      conversation_id: 's9',
      workspace_roots: [CWD],
      tool_name: 'launch-process',
      tool_input: { command: 'ls' },
    },
    answers: [
      { title: 'exit 2', payload: AUGMENT_SHELL, code: 2, stderr: 'no', answer: { decision: 'deny' } },
      {
        title: 'a yes, which the host does not know',
        payload: AUGMENT_SHELL,
        code: 0,
        stdout: { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } },
        answer: { decision: 'none' },
      },
      {
        title: 'a block inside its own part',
        payload: { ...AUGMENT, hook_event_name: 'Stop' },
        code: 0,
        stdout: { hookSpecificOutput: { hookEventName: 'Stop', decision: 'block', reason: 'no' } },
        answer: { decision: 'deny', reason: 'no' },
      },
      {
        title: 'exit 2 after a stop means nothing',
        payload: { ...AUGMENT, hook_event_name: 'Stop' },
        code: 2,
        stderr: 'no',
        answer: { decision: 'none' },
      },
    ],
    rewrites: [
      {
        title: 'of one of several edits is refused: the others would be lost',
        payload: {
          ...AUGMENT_SHELL,
          tool_name: 'str-replace-editor',
          tool_input: { path: '/a', old_str_1: 'o', new_str_1: 'n', old_str_2: 'p', new_str_2: 'q' },
        },
        input: { old_str_2: undefined, new_str_2: undefined, new_string: 'm' },
        result:
          '"str-replace-editor" on Augment was called with several edits or paths, and a hook can only change them all at once.',
      },
      {
        title: 'of the first of several edits',
        payload: {
          ...AUGMENT_SHELL,
          tool_name: 'str-replace-editor',
          tool_input: { path: '/a', old_str_1: 'o', new_str_1: 'n' },
        },
        input: { new_string: 'm' },
        result: { nativeInput: { path: '/a', old_str_1: 'o', new_str_1: 'm' } },
      },
    ],
    paths: [
      '/etc/augment/settings.json',
      '/home/dev/.augment/settings.json',
      `${CWD}/.augment/settings.local.json`,
    ],
  },
  {
    name: 'junie',
    shell: JUNIE_SHELL,
    decodes: [{ title: 'a shell call', payload: JUNIE_SHELL, event: { cwd: CWD, tool: { name: 'Bash' } } }],
    replies: [
      {
        title: 'deny',
        payload: JUNIE_SHELL,
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stdout: { decision: 'deny', reason: 'no' } },
      },
      {
        title: 'ask',
        payload: JUNIE_SHELL,
        verdict: { decision: 'ask', reason: 'no' },
        reply: { stdout: { decision: 'ask', reason: 'no' } },
      },
      {
        title: 'allow',
        payload: JUNIE_SHELL,
        verdict: { decision: 'allow' },
        reply: { stdout: { decision: 'allow' } },
      },
      {
        title: 'a rewrite',
        payload: JUNIE_SHELL,
        verdict: { effects: rewriteTo({ command: 'pwd' }) },
        reply: { stdout: { updatedInput: { command: 'pwd' } } },
      },
      {
        title: 'context',
        payload: JUNIE_SHELL,
        verdict: { effects: CONTEXT },
        reply: { stdout: { additionalContext: 'c' } },
      },
      {
        title: 'a blocked prompt',
        payload: { hook_event_name: 'UserPromptSubmit', prompt: 'p' },
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stderr: 'no\n', exitCode: 2 },
      },
      {
        title: 'a blocked stop',
        payload: { hook_event_name: 'Stop' },
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stdout: { decision: 'block', reason: 'no' } },
      },
      {
        title: 'a permission refused',
        payload: { ...JUNIE_SHELL, hook_event_name: 'PermissionRequest' },
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stdout: { decision: 'deny', reason: 'no' } },
      },
      {
        title: 'no opinion about a permission, which exit 0 would grant',
        payload: { ...JUNIE_SHELL, hook_event_name: 'PermissionRequest' },
        verdict: {},
        reply: {
          stderr: 'hookwright: No hook decided; the host asks as it would without hooks.\n',
          exitCode: 1,
        },
      },
    ],
    file: {
      path: '/home/dev/.junie/config.json',
      scope: 'user',
      value: {
        hooks: {
          PreToolUse: [{ matcher: 'Bash', hooks: [command('guard')] }],
          Stop: [{ hooks: [command('s', { timeout: 5, blockOnError: true })] }],
        },
      },
      hooks: [{ timeoutMs: 10_000 }, { timeoutMs: 5_000, note: 'block-on-error' }],
      matched: 1,
    },
    foreign: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
    answers: [
      {
        title: 'a flat no',
        payload: JUNIE_SHELL,
        code: 0,
        stdout: { decision: 'block', reason: 'no' },
        answer: { decision: 'deny', reason: 'no' },
      },
      {
        title: 'a flat question',
        payload: JUNIE_SHELL,
        code: 0,
        stdout: { decision: 'ask' },
        answer: { decision: 'ask' },
      },
      {
        title: 'a flat rewrite',
        payload: JUNIE_SHELL,
        code: 0,
        stdout: { updatedInput: { command: 'pwd' } },
        answer: { effects: [{ kind: 'rewrite-input', input: { command: 'pwd' } }] },
      },
      {
        title: 'text, which is context',
        payload: JUNIE_SHELL,
        code: 0,
        stdout: 'c',
        answer: { effects: [{ kind: 'add-context', text: 'c' }] },
      },
      {
        title: 'silence about a permission, which grants it',
        payload: { ...JUNIE_SHELL, hook_event_name: 'PermissionRequest' },
        code: 0,
        answer: { decision: 'allow' },
      },
    ],
    rewrites: [],
    paths: ['/home/dev/.junie/config.json'],
  },
  {
    name: 'kimi',
    shell: KIMI_SHELL,
    decodes: [
      { title: 'a shell call', payload: KIMI_SHELL, event: { tool: { name: 'Bash', useId: 'k1' } } },
      {
        title: 'a prompt in pieces',
        payload: base('UserPromptSubmit', {
          prompt: [{ type: 'text', text: 'a' }, { type: 'image' }, { text: 'b' }],
        }),
        event: { prompt: 'a\nb' },
      },
      {
        title: 'a write of another release',
        payload: { ...KIMI_SHELL, tool_name: 'WriteFile', tool_input: { path: '/a' } },
        event: { tool: { name: 'Write', input: { file_path: '/a' } } },
      },
    ],
    replies: [
      {
        title: 'deny',
        payload: KIMI_SHELL,
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stderr: 'no\n', exitCode: 2 },
      },
      {
        title: 'a question, which is a no',
        payload: KIMI_SHELL,
        verdict: { decision: 'ask', reason: 'no' },
        reply: { stderr: 'no\n', exitCode: 2 },
      },
      { title: 'allow, which says nothing', payload: KIMI_SHELL, verdict: { decision: 'allow' }, reply: {} },
      {
        title: 'context with a prompt, which is plain text',
        payload: base('UserPromptSubmit', { prompt: 'p' }),
        verdict: { effects: CONTEXT },
        reply: { stdout: 'c\n' },
      },
      {
        title: 'a blocked prompt',
        payload: base('UserPromptSubmit', { prompt: 'p' }),
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stderr: 'no\n', exitCode: 2 },
      },
      {
        title: 'a blocked stop',
        payload: base('Stop'),
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stderr: 'no\n', exitCode: 2 },
      },
    ],
    file: {
      path: '/home/dev/.kimi-code/config.toml',
      scope: 'user',
      value: {
        default_model: 'k3',
        hooks: [
          { event: 'PreToolUse', matcher: 'Bash', command: 'guard', timeout: 5, fail_mode: 'closed' },
          { event: 'UserPromptSubmit', matcher: 'secret', command: 'b' },
        ],
      },
      hooks: [
        { id: 'kimi:user:PreToolUse:0', timeoutMs: 5_000, note: 'closed', source: { pointer: ['hooks', 0] } },
        { timeoutMs: 30_000, subject: { field: 'prompt' }, source: { pointer: ['hooks', 1] } },
      ],
      matched: 1,
    },
    foreign: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
    answers: [
      { title: 'exit 2', payload: KIMI_SHELL, code: 2, stderr: 'no', answer: { decision: 'deny' } },
      {
        title: 'a no without the name of its event',
        payload: KIMI_SHELL,
        code: 0,
        stdout: { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } },
        answer: { decision: 'deny', reason: 'no' },
      },
    ],
    rewrites: [],
    paths: ['/home/dev/.kimi-code/config.toml'],
  },
  {
    name: 'grok',
    shell: GROK_SHELL,
    decodes: [
      {
        title: 'a shell call',
        payload: GROK_SHELL,
        event: { name: 'PreToolUse', sessionId: 's1', cwd: CWD, tool: { name: 'Bash' } },
      },
      {
        title: 'a payload under the contract’s keys',
        payload: base('PreToolUse', { tool_name: 'search_replace', tool_input: { target_file: '/a' } }),
        event: { tool: { name: 'Edit', input: { file_path: '/a' } } },
      },
    ],
    replies: [
      {
        title: 'deny',
        payload: GROK_SHELL,
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stdout: { decision: 'deny', reason: 'no' }, stderr: 'no\n', exitCode: 2 },
      },
      {
        title: 'a question, which is a no',
        payload: GROK_SHELL,
        verdict: { decision: 'ask', reason: 'no' },
        reply: { stdout: { decision: 'deny', reason: 'no' }, stderr: 'no\n', exitCode: 2 },
      },
      { title: 'allow, which says nothing', payload: GROK_SHELL, verdict: { decision: 'allow' }, reply: {} },
      {
        title: 'a prompt that cannot be blocked',
        payload: { ...GROK_SHELL, hookEventName: 'user_prompt_submit', prompt: 'p' },
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stderr: 'no\n' },
      },
    ],
    file: {
      path: `${CWD}/.grok/hooks/a.json`,
      scope: 'project',
      value: {
        hooks: {
          PreToolUse: [
            { matcher: 'Bash|Edit', hooks: [command('guard', { timeout: 3, env: { A: '1' } })] },
            { matcher: 'read', hooks: [command('b')] },
          ],
        },
      },
      hooks: [{ timeoutMs: 3_000 }, { timeoutMs: 5_000 }],
      matched: 1,
    },
    foreign: {
      hookEventName: 'pre_tool_use',
      toolName: 'run_terminal_command',
      toolInput: { command: 'ls' },
      tool_name: 'run_terminal_command',
    },
    answers: [
      {
        title: 'a flat no',
        payload: GROK_SHELL,
        code: 0,
        stdout: { decision: 'deny', reason: 'no' },
        answer: { decision: 'deny', reason: 'no' },
      },
      { title: 'exit 2', payload: GROK_SHELL, code: 2, stderr: 'no', answer: { decision: 'deny' } },
    ],
    rewrites: [],
    paths: ['/home/dev/.grok/hooks', `${CWD}/.grok/hooks`, `${CWD}/.claude/settings.json`],
  },
  {
    name: 'qoder',
    shell: CLAUDE_SHELL,
    decodes: [
      {
        title: 'a shell call',
        payload: CLAUDE_SHELL,
        event: { name: 'PreToolUse', sessionId: 's1', cwd: CWD, tool: { name: 'Bash', useId: 'u1' } },
      },
      {
        title: 'a write',
        payload: base('PreToolUse', { tool_name: 'Write', tool_input: { file_path: '/a', content: 'x' } }),
        event: { tool: { name: 'Write', input: { file_path: '/a' } } },
      },
      {
        title: 'a changed directory',
        payload: base('CwdChanged', { new_cwd: '/b' }),
        event: { name: 'CwdChanged', fields: { new_cwd: '/b' } },
      },
    ],
    replies: [
      {
        title: 'deny',
        payload: CLAUDE_SHELL,
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stderr: 'no\n', exitCode: 2 },
      },
      {
        title: 'a question, which is a no',
        payload: CLAUDE_SHELL,
        verdict: { decision: 'ask', reason: 'no' },
        reply: { stderr: 'no\n', exitCode: 2 },
      },
      {
        title: 'allow, which says nothing',
        payload: CLAUDE_SHELL,
        verdict: { decision: 'allow' },
        reply: {},
      },
      {
        title: 'a blocked prompt',
        payload: base('UserPromptSubmit', { prompt: 'p' }),
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stderr: 'no\n', exitCode: 2 },
      },
      {
        title: 'context',
        payload: base('SessionStart', { source: 'startup' }),
        verdict: { effects: CONTEXT },
        reply: { stdout: 'c\n' },
      },
      {
        title: 'a blocked stop',
        payload: base('Stop', { stop_hook_active: false }),
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stderr: 'no\n', exitCode: 2 },
      },
      {
        title: 'a permission, about which no answer is known',
        payload: { ...CLAUDE_SHELL, hook_event_name: 'PermissionRequest' },
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stderr: 'no\n' },
      },
    ],
    file: {
      path: `${CWD}/.qoder/settings.json`,
      scope: 'project',
      value: {
        hooks: {
          PreToolUse: [
            { matcher: 'Bash|Write', hooks: [command('guard', { timeout: 5, env: { A: '1' } })] },
            { matcher: 'mcp__.*', hooks: [command('b')] },
            { hooks: [{ type: 'http', url: 'http://x', timeout: 7 }] },
          ],
        },
      },
      hooks: [
        { timeoutMs: 5_000, handler: { env: { A: '1' } } },
        { timeoutMs: 600_000 },
        { timeoutMs: 7_000 },
      ],
      matched: 2,
    },
    foreign: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
    answers: [
      {
        title: 'exit 2',
        payload: CLAUDE_SHELL,
        code: 2,
        stderr: 'no',
        answer: { decision: 'deny', reason: '[guard]: no' },
      },
      {
        title: 'a no in JSON',
        payload: CLAUDE_SHELL,
        code: 0,
        stdout: { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } },
        answer: { decision: 'deny', reason: 'no' },
      },
      { title: 'exit 1', payload: CLAUDE_SHELL, code: 1, stderr: 'x', answer: { failure: 'crash' } },
    ],
    rewrites: [],
    paths: [
      '/home/dev/.qoder/settings.json',
      `${CWD}/.qoder/settings.json`,
      `${CWD}/.qoder/settings.local.json`,
    ],
  },
  {
    name: 'deepagents',
    shell: CLAUDE_SHELL,
    decodes: [
      {
        title: 'a shell call',
        payload: CLAUDE_SHELL,
        event: { name: 'PreToolUse', sessionId: 's1', cwd: CWD, tool: { name: 'Bash', useId: 'u1' } },
      },
      {
        title: 'an edit',
        payload: base('PreToolUse', { tool_name: 'Edit', tool_input: { file_path: '/a', old_string: 'x' } }),
        event: { tool: { name: 'Edit', input: { file_path: '/a' } } },
      },
    ],
    replies: [
      ...contractReplies(CLAUDE_SHELL, { command: 'pwd' }).filter(({ title }) => title !== 'a rewrite'),
      {
        title: 'a permission',
        payload: { ...CLAUDE_SHELL, hook_event_name: 'PermissionRequest' },
        verdict: { decision: 'deny', reason: 'no' },
        reply: {
          stdout: {
            hookSpecificOutput: {
              hookEventName: 'PermissionRequest',
              decision: { behavior: 'deny', message: 'no' },
            },
          },
        },
      },
      {
        title: 'a no at the end of a subagent, which is context',
        payload: base('SubagentStop', { agent_type: 'a', stop_hook_active: false }),
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stdout: { hookSpecificOutput: { hookEventName: 'SubagentStop', additionalContext: 'no' } } },
      },
      {
        title: 'a blocked compaction',
        payload: base('PreCompact', { trigger: 'auto' }),
        verdict: { decision: 'deny', reason: 'no' },
        reply: { stdout: { decision: 'block', reason: 'no' } },
      },
    ],
    file: {
      path: `${CWD}/.deepagents/hooks.json`,
      scope: 'project',
      value: {
        hooks: {
          PreToolUse: [
            { matcher: 'Bash, Write', hooks: [command('guard', { timeout: 0.5, statusMessage: 'x' })] },
            { matcher: 'Bas', hooks: [command('b')] },
          ],
          UserPromptSubmit: [{ hooks: [command('c')] }],
        },
      },
      hooks: [{ timeoutMs: 500 }, { timeoutMs: 600_000 }, { timeoutMs: 30_000 }],
      matched: 1,
    },
    foreign: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
    answers: [
      {
        title: 'exit 2, whatever stdout says',
        payload: CLAUDE_SHELL,
        code: 2,
        stdout: { decision: 'approve' },
        stderr: 'no',
        answer: { decision: 'deny', reason: '[guard]: no' },
      },
      {
        title: 'exit 2 denies a permission too',
        payload: { ...CLAUDE_SHELL, hook_event_name: 'PermissionRequest' },
        code: 2,
        stderr: 'no',
        answer: { decision: 'deny' },
      },
      {
        title: 'JSON at another exit code is not read',
        payload: CLAUDE_SHELL,
        code: 1,
        stdout: { decision: 'block', reason: 'no' },
        answer: { decision: 'none', failure: 'crash' },
      },
    ],
    rewrites: [],
    paths: ['/home/dev/.deepagents/hooks.json', `${CWD}/.deepagents/hooks.json`],
  },
]
