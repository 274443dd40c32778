import { describe, expect, test } from 'vitest'
import { createWorld, hookFile } from './world.ts'

const OURS = { host: 'copilot', sources: ['copilot'] } as const
const CALL = { sessionId: 's', timestamp: 1, toolName: 'bash', toolArgs: { command: 'ls' } }
const print = (document: object): string => `echo '${JSON.stringify(document)}'`
const entry = (bash: string, more: object = {}): object => ({ bash, timeoutSec: 20, ...more })

describe.skipIf(process.platform === 'win32')('Copilot hooks run for real', () => {
  test('each sees the arguments as the one before left them, and Copilot gets the last', async () => {
    const world = createWorld({
      '.github/hooks/a.json': hookFile({
        preToolUse: [
          entry(print({ modifiedArgs: { command: 'one' } })),
          entry('cat > seen.json'),
          entry(`sed 's/one/two/; s/.*"toolArgs":\\(.*\\)}/{"modifiedArgs":\\1}/'`),
        ],
      }),
    })
    const { reply } = await world.run(CALL, { ...OURS, event: 'preToolUse' })
    expect(JSON.parse(world.read('seen.json'))).toMatchObject({
      toolName: 'bash',
      toolArgs: { command: 'one' },
    })
    expect(JSON.parse(reply?.stdout ?? '')).toMatchObject({ modifiedArgs: { command: 'two' } })
  })

  test.for([
    ['a no', print({ permissionDecision: 'deny', permissionDecisionReason: 'no' })],
    ['a question', print({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' })],
    ['an error', 'exit 1'],
    ['exit code 2', 'exit 2'],
    ['a program that is not there', 'no-such-program-here'],
  ] as const)('%s ends a tool call before the next hook', async ([, bash]) => {
    const world = createWorld({
      '.github/hooks/a.json': hookFile({ preToolUse: [entry(bash), entry('touch second')] }),
    })
    const { results } = await world.run(CALL, { ...OURS, event: 'preToolUse' })
    expect([results.length, world.exists('second')]).toEqual([1, false])
  })

  test.for(['cli', 'vscode', 'guide'] as const)(
    'a guard whose no is made too long by the command it quotes refuses all the same (%s)',
    async (surface) => {
      const said = { permissionDecision: 'deny', permissionDecisionReason: 'refused: %s' }
      const document = surface === 'vscode' ? { hookSpecificOutput: said } : said
      const world = createWorld({
        '.github/hooks/a.json': hookFile({
          PreToolUse: [entry(`printf '${JSON.stringify(document)}' "$(tr -dc x)"`)],
        }),
      })
      const command = `rm -rf ~ #${'x'.repeat(1_100_000)}`
      const payload = {
        hook_event_name: 'PreToolUse',
        session_id: 's',
        tool_name: 'bash',
        tool_input: { command },
      }
      const { verdict, reply } = await world.run(payload, { ...OURS, profile: surface, event: 'PreToolUse' })
      expect(verdict).toMatchObject({ decision: 'deny', reason: expect.stringContaining('wrote too much') })
      expect(reply?.stdout).toContain('"permissionDecision":"deny"')
    },
  )

  test('a timeout does not', async () => {
    const world = createWorld({
      '.github/hooks/a.json': hookFile({
        preToolUse: [entry('sleep 30', { timeoutSec: 0.2 }), entry('touch second')],
      }),
    })
    const { results, verdict } = await world.run(CALL, { ...OURS, event: 'preToolUse' })
    expect([results[0]?.outcome.kind, verdict.decision, world.exists('second')]).toEqual([
      'timed-out',
      'none',
      true,
    ])
  })

  test('after a tool each sees the result as the one before left it, up to the first block', async () => {
    const world = createWorld({
      '.github/hooks/a.json': hookFile({
        postToolUse: [
          entry(print({ modifiedResult: { resultType: 'success', textResultForLlm: 'short' } })),
          entry(`cat > seen.json; ${print({ decision: 'block', reason: 'bad' })}`),
          entry('touch third'),
        ],
      }),
    })
    const result = { toolResult: { resultType: 'success', textResultForLlm: 'long' } }
    const { reply } = await world.run({ ...CALL, ...result }, { ...OURS, event: 'postToolUse' })
    expect(JSON.parse(world.read('seen.json'))).toMatchObject({ toolResult: { textResultForLlm: 'short' } })
    expect(world.exists('third')).toBe(false)
    expect(JSON.parse(reply?.stdout ?? '')).toEqual({
      decision: 'block',
      reason: 'bad',
      modifiedResult: { resultType: 'success', textResultForLlm: 'short' },
    })
  })

  test.for([
    ['postToolUse', 'success', 'failure'],
    ['postToolUse', 'failure', 'success'],
    ['PostToolUse', 'success', 'failure'],
    ['PostToolUse', 'failure', 'success'],
  ] as const)('the next hook of %s sees how a result is meant now: %s, then %s', async ([name, was, is]) => {
    const change = print({ modifiedResult: { resultType: is, textResultForLlm: 'changed' } })
    const world = createWorld({
      '.github/hooks/a.json': hookFile({ [name]: [entry(change), entry('cat > seen.json')] }),
    })
    const toolResult = { resultType: was, textResultForLlm: 'as it was' }
    await world.run({ ...CALL, toolResult }, { ...OURS, event: 'postToolUse' })
    const seen = JSON.parse(world.read('seen.json')) as Record<string, unknown>
    expect(seen['toolResult'] ?? seen['tool_result']).toEqual(
      name === 'postToolUse'
        ? { resultType: is, textResultForLlm: 'changed' }
        : { result_type: is, text_result_for_llm: 'changed' },
    )
  })

  test.for([
    { path: '/etc/passwd', file_path: '/tmp/ok' },
    { path: '/etc/passwd', filePath: '/tmp/ok' },
  ])('an extra key gets nothing past a rule about files: %j', async (toolArgs) => {
    const world = createWorld({
      'hookwright.yaml':
        'version: 1\nhooks:\n  PreToolUse:\n    - { if: Write(//etc/**), deny: not there }\n',
    })
    const { verdict } = await world.run(
      { ...CALL, toolName: 'create', toolArgs },
      { host: 'copilot', event: 'preToolUse' },
    )
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'not there' })
  })

  test('a hook of the repository runs in its root, wherever the session is, and reads where that is', async () => {
    const world = createWorld({
      'src/a.ts': '',
      '.github/hooks/a.json': hookFile({ preToolUse: [entry('pwd -P > where; cat > seen.json')] }),
    })
    const cwd = `${world.project}/src`
    await world.run({ ...CALL, cwd }, { ...OURS, cwd, event: 'preToolUse' })
    expect([world.read('where'), JSON.parse(world.read('seen.json'))]).toMatchObject([
      `${world.project}\n`,
      { cwd },
    ])
  })

  test('a hook of the user runs where the session is', async () => {
    const world = createWorld({
      'src/a.ts': '',
      '~/.copilot/hooks/u.json': hookFile({ preToolUse: [entry('pwd -P > where')] }),
    })
    const cwd = `${world.project}/src`
    await world.run({ ...CALL, cwd }, { ...OURS, cwd, event: 'preToolUse' })
    expect(world.read('src/where')).toBe(`${cwd}\n`)
  })

  test('a directory that is not there is an error, and so a no', async () => {
    const world = createWorld({
      '.github/hooks/a.json': hookFile({ preToolUse: [entry('true', { cwd: 'gone' })] }),
    })
    expect((await world.run(CALL, { ...OURS, event: 'preToolUse' })).verdict.decision).toBe('deny')
  })

  test('a bare bash reads no file of the user', async () => {
    const world = createWorld({
      '~/.bashrc': 'export FROM_RC=1',
      '.github/hooks/a.json': hookFile({ preToolUse: [entry('echo "[$FROM_RC$BASH_ENV]" > seen')] }),
    })
    await world.run(CALL, { ...OURS, event: 'preToolUse' })
    expect(world.read('seen')).toBe('[]\n')
  })

  test('exec starts a program without a shell', async () => {
    const world = createWorld({
      'run.sh': '#!/bin/sh\nprintf "%s" "$1" > seen',
      '.github/hooks/a.json': hookFile({
        preToolUse: [{ exec: './run.sh', args: ['$HOME; x'], timeoutSec: 20 }],
      }),
    })
    await world.run(CALL, { ...OURS, event: 'preToolUse' })
    expect(world.read('seen')).toBe('$HOME; x')
  })

  test('files in packages run after those beside them', async () => {
    const add = (name: string): object => hookFile({ preToolUse: [entry(`echo ${name} >> order`)] })
    const world = createWorld({
      '.github/hooks/a-package/hooks.json': add('package'),
      '.github/hooks/z.json': add('file'),
      '.github/hooks/UPPER.JSON': add('upper'),
    })
    await world.run(CALL, { ...OURS, event: 'preToolUse' })
    expect(world.read('order')).toBe('file\npackage\n')
  })
})

describe.skipIf(process.platform === 'win32')('Copilot hooks meet other hosts', () => {
  const CLAUDE = {
    session_id: 's',
    hook_event_name: 'PreToolUse',
    tool_name: 'Edit',
    tool_input: { file_path: '/a' },
  }

  test('imports bring them to Claude Code, and leave its own files to it', async () => {
    const world = createWorld({
      'hookwright.yaml': 'version: 1\nimports: [claude-code, copilot]\nhooks: {}\n',
      '.github/hooks/a.json': hookFile({ preToolUse: [entry('cat > seen.json', { matcher: 'edit' })] }),
      '.claude/settings.json': {
        hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo x >> twice' }] }] },
      },
    })
    await world.run(CLAUDE, { host: 'hookwright' })
    expect(JSON.parse(world.read('seen.json'))).toMatchObject({ toolName: 'edit', toolArgs: { path: '/a' } })
    expect(world.read('twice')).toBe('x\n')
  })

  test('an entry of hookwright.yaml may speak their wire', async () => {
    const world = createWorld({
      'guard.sh': `#!/bin/bash\ncat > seen.json\n${print({ permissionDecision: 'deny', permissionDecisionReason: 'no' })}`,
      'hookwright.yaml':
        'version: 1\nhooks:\n  PreToolUse:\n    - { id: g, matcher: Edit, command: ./guard.sh, dialect: copilot }\n',
    })
    const { verdict } = await world.run(CLAUDE, { host: 'claude-code' })
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'no' })
    expect(JSON.parse(world.read('seen.json'))).toMatchObject({ sessionId: 's', toolName: 'edit' })
  })

  test('a plugin is read as Copilot reads it, and knows its folder', async () => {
    const world = createWorld({
      '~/plug/plugin.json': { name: 'audit', hooks: 'more.json' },
      '~/plug/hooks.json': hookFile({ preToolUse: [entry('echo "$PLUGIN_ROOT $(pwd -P)" > seen')] }),
      '~/plug/more.json': hookFile({ preToolUse: [entry('touch more')] }),
    })
    const root = `${world.home}/plug`
    const { results } = await world.run(CALL, { ...OURS, plugins: [{ root }], event: 'preToolUse' })
    expect(results.map(({ hook }) => hook.id)).toEqual([
      expect.stringMatching(/^copilot:plugin\/audit:preToolUse:[0-9a-f]{8}$/),
      expect.stringMatching(/^copilot:plugin\/audit\/more:preToolUse:[0-9a-f]{8}$/),
    ])
    expect(world.read('../home/plug/seen')).toBe(`${root} ${root}\n`)
  })

  test('what was remembered for one surface is not used for another', async () => {
    const world = createWorld({
      '.github/hooks/a.json': hookFile({ PreToolUse: [entry('true', { matcher: 'nothing' })] }),
    })
    const counts = []
    for (const surface of ['cli', 'vscode', 'cli'])
      counts.push((await world.run(CALL, { ...OURS, profile: surface, event: 'PreToolUse' })).results.length)
    expect(counts).toEqual([0, 1, 0])
  })
})
