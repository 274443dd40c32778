import { describe, expect, test } from 'vitest'
import { type GroupOptions, readGroup } from '../../../../test/helpers/claude-contract.ts'
import { seal } from '../../../core/sealed.ts'

function options(event: string, changes: Partial<GroupOptions> = {}): GroupOptions {
  return {
    event,
    dialect: 'claude-code',
    wire: 'claude-code',
    file: '/f.json',
    scope: 'user',
    pointer: ['hooks', event, 0],
    onFailure: 'native',
    detach: true,
    id: (index) => `id-${index}`,
    ...changes,
  }
}

function readOne(handler: unknown, event = 'PreToolUse', changes: Partial<GroupOptions> = {}) {
  const { hooks, issues, broken } = readGroup({ hooks: [handler] }, options(event, changes))
  return { hook: hooks[0], codes: issues.map((problem) => problem.code), issues, broken }
}

test('a group becomes hooks with all that Claude Code reads', () => {
  const handler = {
    type: 'command',
    command: 'check',
    if: 'Bash(git *)',
    timeout: 5,
    statusMessage: 'Checking',
    onFailure: 'block',
  }
  const { hooks, issues } = readGroup({ matcher: 'Bash|Edit', hooks: [handler] }, options('PreToolUse'))
  expect(issues).toEqual([])
  expect(hooks).toEqual([
    {
      id: 'id-0',
      event: 'PreToolUse',
      matcher: { kind: 'names', names: ['Bash', 'Edit'] },
      subject: 'tool',
      condition: 'Bash(git *)',
      handler: { type: 'command', start: { kind: 'inline', form: 'sh-c', command: 'check' } },
      dialect: 'claude-code',
      wire: 'claude-code',
      source: { file: '/f.json', pointer: ['hooks', 'PreToolUse', 0, 'hooks', 0], scope: 'user' },
      timeoutMs: 5_000,
      onFailure: 'deny',
      guard: false,
      detach: true,
      stopOnDeny: false,
      mode: 'wait',
      dedup: JSON.stringify(['command', 'bash', 'check', null, 'Bash(git *)']),
      statusMessage: 'Checking',
    },
  ])
})

describe('a command starts', () => {
  test.for([
    ['in a shell', { command: 'a b' }, { kind: 'inline', form: 'sh-c', command: 'a b' }],
    ['without one when it has args', { command: 'a', args: ['b c'] }, { kind: 'argv', words: ['a', 'b c'] }],
    ['without one when args is empty', { command: 'a', args: [] }, { kind: 'argv', words: ['a'] }],
    [
      'with the project folder filled in',
      { command: '${CLAUDE_PROJECT_DIR}/a', args: ['${CLAUDE_PROJECT_DIR}', '$CLAUDE_PROJECT_DIR'] },
      {
        kind: 'argv',
        words: ['/p$&/a', '/p$&', '$CLAUDE_PROJECT_DIR'],
        written: ['${CLAUDE_PROJECT_DIR}/a', '${CLAUDE_PROJECT_DIR}', '$CLAUDE_PROJECT_DIR'],
      },
    ],
    [
      'in PowerShell as it was written',
      { command: '& "${CLAUDE_PROJECT_DIR}/a.ps1" ${HOME}', shell: 'powershell' },
      { kind: 'inline', form: 'pwsh-command', command: '& "${CLAUDE_PROJECT_DIR}/a.ps1" ${HOME}' },
    ],
  ] as const)('%s', ([, handler, start]) => {
    const { hook } = readOne({ type: 'command', ...handler }, 'Stop', { projectDir: '/p$&' })
    expect(hook?.handler).toEqual({ type: 'command', start })
  })
})

describe('R35 a timeout', () => {
  test.for([
    ['in seconds', 'PreToolUse', { timeout: 2.5 }, 2_500],
    ['of 0 counts as unset', 'PreToolUse', { timeout: 0 }, 600_000],
    ['has a default', 'PreToolUse', {}, 600_000],
    ['has its own default for prompts', 'UserPromptSubmit', {}, 30_000],
    ['is bounded', 'PreToolUse', { timeout: 1e12 }, 86_400_000],
  ] as const)('%s', ([, event, extra, ms]) =>
    expect(readOne({ type: 'command', command: 'a', ...extra }, event).hook?.timeoutMs).toBe(ms),
  )

  test.for([-1, '10', null, true])('of %o drops the handler', (timeout) =>
    expect(readOne({ type: 'command', command: 'a', timeout })).toMatchObject({
      hook: undefined,
      codes: ['hook.field'],
      broken: true,
    }),
  )
})

describe('what happens on failure', () => {
  test.for([
    ['is the caller’s default', 'PreToolUse', {}, 'native'],
    ['continue ignores', 'PreToolUse', { onFailure: 'continue' }, 'ignore'],
    ['block denies', 'PreToolUse', { onFailure: 'block' }, 'deny'],
    ['block does nothing on Stop', 'Stop', { onFailure: 'block' }, 'native'],
    ['block does nothing in the background', 'PreToolUse', { onFailure: 'block', async: true }, 'native'],
  ] as const)('%s', ([, event, extra, wanted]) =>
    expect(readOne({ type: 'command', command: 'a', ...extra }, event).hook?.onFailure).toBe(wanted),
  )
})

test.for([
  [{}, 'wait'],
  [{ async: true }, 'background'],
  [{ asyncRewake: true }, 'rewake'],
  [{ async: false, asyncRewake: true }, 'rewake'],
] as const)('%o runs as %s', ([extra, mode]) =>
  expect(readOne({ type: 'command', command: 'a', ...extra }).hook?.mode).toBe(mode),
)

describe('once', () => {
  const handler = { type: 'command', command: 'a', once: true }
  const owner = { name: 'x', root: '/x' }

  test('counts in a skill', () =>
    expect(readOne(handler, 'Stop', { owner: { kind: 'skill', ...owner } })).toMatchObject({
      hook: { once: true },
      codes: [],
    }))

  test.for([[undefined], [{ kind: 'plugin', ...owner }], [{ kind: 'agent', ...owner }]] as const)(
    'does nothing for %o, and says so',
    ([other]) => {
      const { hook, codes } = readOne(handler, 'Stop', other === undefined ? {} : { owner: other })
      expect(hook).not.toHaveProperty('once')
      expect(codes).toEqual(['hook.once'])
    },
  )
})

describe('a hook that lives as long as a session', () => {
  const skill = { kind: 'skill', name: 's', root: '/s' } as const
  const handler = { type: 'command', command: 'a' }

  test.for(['SessionStart', 'Setup', 'SubagentStart', 'TeammateIdle', 'Notification', 'WorktreeCreate'])(
    'never sees %s, and says so',
    (event) =>
      expect(readOne(handler, event, { scope: 'session', owner: skill })).toMatchObject({
        hook: { disabled: `hooks of skills and agents take no part in ${event}` },
        codes: ['hook.session'],
        broken: false,
      }),
  )

  test.for([
    'PreToolUse',
    'PostToolBatch',
    'UserPromptSubmit',
    'Stop',
    'SubagentStop',
    'StopFailure',
    'SessionEnd',
  ])('sees %s', (event) => {
    const { hook, codes } = readOne(handler, event, { scope: 'session' })
    expect(hook).not.toHaveProperty('disabled')
    expect(codes).toEqual([])
  })
})

describe('a matcher that can match nothing is told', () => {
  test.for([
    ['PreToolUse', 'bash', 'matcher.dead', 'Did you mean "Bash"?'],
    ['PreToolUse', 'mcp__memory', 'matcher.dead', 'Write "mcp__memory__.*" for all tools of the server.'],
    ['SessionStart', 'start', 'matcher.dead', 'Did you mean "startup"?'],
    ['Stop', 'Bash', 'matcher.ignored', undefined],
  ] as const)('%s %s: %s', ([event, matcher, code, hint]) => {
    const { issues } = readGroup({ matcher, hooks: [] }, options(event))
    expect(issues).toMatchObject([{ code, place: { pointer: [...options(event).pointer, 'matcher'] } }])
    expect(issues[0]?.hint).toBe(hint)
  })

  test.for([
    ['PreToolUse', 'Bash|Frobnicate'],
    ['PreToolUse', 'mcp__memory__.*'],
    ['PreToolUse', 'mcp__memory__read'],
    ['SessionStart', 'startup|resume'],
    ['Notification', 'idle_prompt'],
  ] as const)('%s %s may match', ([event, matcher]) =>
    expect(readGroup({ matcher, hooks: [] }, options(event)).issues).toEqual([]),
  )
})

describe('two handlers are the same', () => {
  const a = { type: 'command', command: 'a' }
  const key = (handler: object) => readOne(handler).hook?.dedup
  test.for([
    ['whatever their timeout', { ...a, timeout: 3 }, true],
    ['whatever their status message', { ...a, statusMessage: 'x' }, true],
    ['with bash said or left out', { ...a, shell: 'bash' }, true],
    ['not in another shell', { ...a, shell: 'powershell' }, false],
    ['not under another condition', { ...a, if: 'Bash' }, false],
    ['not with arguments', { ...a, args: [] }, false],
  ] as const)('%s', ([, other, same]) => expect(key(a) === key(other)).toBe(same))
})

describe('handlers without a process', () => {
  test.for([
    [
      { type: 'http', url: 'http://127.0.0.1/', headers: { A: '$B' }, allowedEnvVars: ['B'] },
      {
        type: 'http',
        url: 'http://127.0.0.1/',
        headers: { A: '$B' },
        allowedEnvVars: ['B'],
        plain: 'anywhere',
      },
    ],
    [
      { type: 'mcp_tool', server: 's', tool: 't', input: { path: '${cwd}' } },
      { type: 'mcp_tool', server: 's', tool: 't', input: { path: '${cwd}' } },
    ],
    [
      { type: 'prompt', prompt: 'ok?', model: 'small' },
      { type: 'model', form: 'prompt', prompt: 'ok?', model: 'small', continueOnBlock: false },
    ],
    [
      { type: 'agent', prompt: 'ok?' },
      { type: 'model', form: 'agent', prompt: 'ok?', continueOnBlock: true },
    ],
  ] as const)('%o', ([handler, spec]) => expect(readOne(handler).hook?.handler).toEqual(spec))

  test('the default timeout of models is their own', () =>
    expect(readOne({ type: 'agent', prompt: 'ok?' }).hook?.timeoutMs).toBe(60_000))
})

describe('a mistake is reported where it is', () => {
  test.for([
    ['a group that is no object', 'text', 'config.shape', []],
    ['a group without hooks', {}, 'config.shape', ['hooks']],
    ['a matcher that is a list', { matcher: [], hooks: [] }, 'config.shape', ['matcher']],
    ['a matcher that is no regex', { matcher: 'Bash(', hooks: [] }, 'matcher.invalid', ['matcher']],
    ['a handler that is text', { hooks: ['x'] }, 'config.shape', ['hooks', 0]],
    ['an unknown type', { hooks: [{ type: 'shell' }] }, 'hook.type', ['hooks', 0]],
    ['a missing command', { hooks: [{ type: 'command' }] }, 'hook.field', ['hooks', 0]],
    ['args that are text', handlers({ args: 'x' }), 'hook.field', ['hooks', 0, 'args']],
    ['an unknown shell', handlers({ shell: 'zsh' }), 'hook.field', ['hooks', 0, 'shell']],
  ] as const)('%s', ([, group, code, pointer]) => {
    const { hooks, issues, broken } = readGroup(group, options('PreToolUse'))
    expect({ hooks, broken }).toEqual({ hooks: [], broken: true })
    expect(issues).toMatchObject([
      { code, place: { file: '/f.json', pointer: ['hooks', 'PreToolUse', 0, ...pointer] } },
    ])
  })

  test.for([
    ['S17 a misspelt key', 'PreToolUse', { timout: 3 }, 'config.unknown-key'],
    ['a condition where none is tested', 'Stop', { if: 'Bash' }, 'hook.condition'],
    ['arguments inside the program name', 'Stop', { command: 'a b', args: [] }, 'hook.command'],
    ['a failure policy without effect', 'Stop', { onFailure: 'block' }, 'hook.on-failure'],
  ] as const)('%s still loads', ([, event, extra, code]) => {
    const { hook, codes, broken } = readOne({ type: 'command', command: 'a', ...extra }, event)
    expect({ loaded: hook !== undefined, codes, broken }).toEqual({
      loaded: true,
      codes: [code],
      broken: false,
    })
  })

  test('a failure policy on the group does nothing, and it is said', () => {
    const { issues } = readGroup({ onFailure: 'block', hooks: [] }, options('PreToolUse'))
    expect(issues).toMatchObject([{ code: 'config.unknown-key' }])
  })

  test('a bad handler leaves the others in place', () => {
    const { hooks, broken } = readGroup({ hooks: [{}, { type: 'command', command: 'a' }] }, options('Stop'))
    expect({ ids: hooks.map((hook) => hook.id), broken }).toEqual({ ids: ['id-1'], broken: true })
  })
})

function handlers(extra: object) {
  return { hooks: [{ type: 'command', command: 'a', ...extra }] }
}

describe('a group that a plugin brings', () => {
  const owner = {
    kind: 'plugin',
    name: 'guard@shop',
    root: '/plugins/guard',
    options: seal({ a: '1' }),
  } as const
  const read = (handler: object) =>
    readOne({ type: 'command', ...handler }, 'Stop', { owner, scope: 'plugin' })

  test('says so in the source and the key of its hooks', () =>
    expect(read({ command: '${CLAUDE_PLUGIN_ROOT}/x' }).hook).toMatchObject({
      handler: { start: { command: '/plugins/guard/x' } },
      source: { scope: 'plugin', owner },
      dedup: JSON.stringify(['/plugins/guard', 'command', 'bash', '${CLAUDE_PLUGIN_ROOT}/x', null, null]),
    }))

  test('keeps a hook whose placeholder has no value, as one that fails', () => {
    const { hook, issues, broken } = read({ command: 'x', args: ['${user_config.b}'] })
    expect(hook?.handler).toMatchObject({ type: 'unsupported', why: expect.stringContaining('"b"') })
    expect(issues).toMatchObject([{ code: 'hook.placeholder', severity: 'warning' }])
    expect(broken).toBe(false)
  })
})
