import { describe, expect, test } from 'vitest'
import { environment, takesEnvFile } from '../../../../test/helpers/claude-contract.ts'
import { command, eventNamed, hookFor } from '../../../../test/conformance/helpers/claude.ts'
import type { Event } from '../../../core/event.ts'
import { seal } from '../../../core/sealed.ts'
import type { HandlerSpec, Hook, Owner, ShellName } from '../../../core/hook.ts'
import { claudeEvents } from '../../claude-code/events.ts'

const own = { wire: 'claude-code', bytes: new Uint8Array() }
const stop = eventNamed('Stop', {
  projectDir: '/repo',
  sessionId: 's',
  fields: { effort: { level: 'high' } },
})
const user = hookFor('Stop', { source: { file: '/home/.claude/settings.json', pointer: [], scope: 'user' } })

test('sets what Claude Code sets', () =>
  expect(environment(stop, user, {})).toEqual({
    CLAUDE_PROJECT_DIR: '/repo',
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    CLAUDE_CODE_SESSION_ID: 's',
    CLAUDE_EFFORT: 'high',
  }))

test('telemetry settings of the host are removed, others are left alone', () => {
  const given = { OTEL_EXPORTER_OTLP_HEADERS: 'x', PATH: '/bin' }
  const variables = environment(stop, user, given)
  expect(Object.hasOwn(variables, 'OTEL_EXPORTER_OTLP_HEADERS')).toBe(true)
  expect(variables['OTEL_EXPORTER_OTLP_HEADERS']).toBeUndefined()
  expect(Object.hasOwn(variables, 'PATH')).toBe(false)
})

test('the host knows best where the session started', () => {
  const variables = environment({ ...stop, payload: own }, user, { CLAUDE_PROJECT_DIR: '/started' })
  expect(variables['CLAUDE_PROJECT_DIR']).toBe('/started')
})

test('a variable left over from another program is not believed', () =>
  expect(environment(stop, user, { CLAUDE_PROJECT_DIR: '/other' })['CLAUDE_PROJECT_DIR']).toBe('/repo'))

test('a project file speaks for the folder it is in', () => {
  const source = { file: '/repo/pkg/.claude/settings.json', pointer: [], scope: 'project' } as const
  expect(environment(stop, hookFor('Stop', { source }), {})['CLAUDE_PROJECT_DIR']).toBe('/repo/pkg')
})

describe('what a plugin or skill brings', () => {
  const owned = (owner: Owner, event = 'Stop') =>
    hookFor(event, { source: { file: '/x/hooks.json', pointer: [], scope: 'plugin', owner } })
  const plugin: Owner = {
    kind: 'plugin',
    name: 'guard@shop',
    root: '/plugins/guard',
    dataDir: '/data/guard',
    options: seal({ 'api-key': '$(x)', 'Max.Size': '3', größe: 'xl' }),
  }
  const skill: Owner = { kind: 'skill', name: 'deploy', root: '/skills/deploy' }
  const pluginVariables = (hook: Hook, event = stop, inherited = {}) =>
    Object.fromEntries(
      Object.entries(environment(event, hook, inherited)).filter(([name]) =>
        name.startsWith('CLAUDE_PLUGIN'),
      ),
    )

  test('a plugin hook gets its root, its data folder and every option', () =>
    expect(pluginVariables(owned(plugin))).toEqual({
      CLAUDE_PLUGIN_ROOT: '/plugins/guard',
      CLAUDE_PLUGIN_DATA: '/data/guard',
      CLAUDE_PLUGIN_OPTION_API_KEY: '$(x)',
      CLAUDE_PLUGIN_OPTION_MAX_SIZE: '3',
      CLAUDE_PLUGIN_OPTION_GR__E: 'xl',
    }))

  test('a plugin without a data folder and options has its root only', () =>
    expect(pluginVariables(owned({ kind: 'plugin', name: 'p', root: '/p' }))).toEqual({
      CLAUDE_PLUGIN_ROOT: '/p',
    }))

  test('a plugin hook gets them on side events too', () =>
    expect(pluginVariables(owned(plugin, 'Notification'), eventNamed('Notification'))).toMatchObject({
      CLAUDE_PLUGIN_ROOT: '/plugins/guard',
    }))

  test('a skill hook gets its own root, whatever plugin root is inherited', () =>
    expect(pluginVariables(owned(skill), stop, { CLAUDE_PLUGIN_ROOT: '/plugins/guard' })).toEqual({
      CLAUDE_PLUGIN_ROOT: '/skills/deploy',
    }))

  test('a skill hook gets none on a side event', () =>
    expect(pluginVariables(owned(skill, 'PreCompact'), eventNamed('PreCompact'))).toEqual({}))

  test.for([
    ['an agent', owned({ kind: 'agent', name: 'a', root: '/agents' })],
    ['a settings file', user],
  ] as const)('a hook of %s gets none', ([, hook]) => expect(pluginVariables(hook)).toEqual({}))
})

describe('CLAUDE_ENV_FILE', () => {
  const inShell = command('x')
  const powershell = {
    type: 'command',
    start: { kind: 'inline', form: 'pwsh-command', command: 'x' },
  } as const
  const argv = { type: 'command', start: { kind: 'argv', words: ['x'] } } as const
  const script = (shell: ShellName) =>
    ({ type: 'command', start: { kind: 'script', shell, source: 'x', args: [] } }) as const
  const takes = (
    name: string,
    handler: HandlerSpec = inShell,
    changes: Partial<Event> = {},
    inherited = {},
  ) => takesEnvFile(eventNamed(name, { sessionId: 's', ...changes }), hookFor(name, { handler }), inherited)

  test('four events have it', () =>
    expect(
      Object.keys(claudeEvents)
        .filter((name) => takes(name))
        .toSorted(),
    ).toEqual(['CwdChanged', 'FileChanged', 'SessionStart', 'Setup']))

  test.for([
    ['a hook without a shell', argv, true],
    ['a bash script', script('bash'), true],
    ['a PowerShell hook', powershell, false],
    ['a PowerShell script', script('pwsh'), false],
    ['a cmd script', script('cmd'), false],
    ['a rule', { type: 'rule', decision: 'none' }, false],
  ] as const)('%s has it: %s', ([, handler, wanted]) => expect(takes('SessionStart', handler)).toBe(wanted))

  test('a session without a name has no place for it', () => {
    const { sessionId: _, ...nameless } = eventNamed('SessionStart', { sessionId: 's' })
    expect(takesEnvFile(nameless, hookFor('SessionStart'), {})).toBe(false)
  })

  test('the file the engine made is named', () => {
    const variables = environment(
      eventNamed('Setup'),
      hookFor('Setup'),
      {},
      { envFile: '/s/setup-hook-0.sh' },
    )
    expect(variables['CLAUDE_ENV_FILE']).toBe('/s/setup-hook-0.sh')
  })

  describe('that the host itself made', () => {
    const inherited = { CLAUDE_ENV_FILE: '/host/sessionstart-hook-1.sh' }
    const hosts = eventNamed('SessionStart', { sessionId: 's', payload: own })

    test('is the one to write to', () => {
      expect(takes('SessionStart', inShell, { payload: own }, inherited)).toBe(false)
      expect(environment(hosts, hookFor('SessionStart'), inherited)).not.toHaveProperty('CLAUDE_ENV_FILE')
    })

    test('is kept from PowerShell', () => {
      const variables = environment(hosts, hookFor('SessionStart', { handler: powershell }), inherited)
      expect(variables).toHaveProperty('CLAUDE_ENV_FILE', undefined)
    })

    test('counts only when that host calls', () =>
      expect(takes('SessionStart', inShell, {}, inherited)).toBe(true))
  })
})

describe('CLAUDE_CODE_SUBPROCESS_ENV_SCRUB', () => {
  const removedBy = (scrub: string, name: string) => {
    const variables = environment(stop, user, { CLAUDE_CODE_SUBPROCESS_ENV_SCRUB: scrub, [name]: 'x' })
    return Object.hasOwn(variables, name) && variables[name] === undefined
  }

  test.for(
    'ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN ANTHROPIC_FOUNDRY_API_KEY ANTHROPIC_CUSTOM_HEADERS CLAUDE_CODE_OAUTH_TOKEN CLAUDE_CODE_MESSAGING_TOKEN AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_BEARER_TOKEN_BEDROCK GOOGLE_APPLICATION_CREDENTIALS AZURE_CLIENT_SECRET ACTIONS_ID_TOKEN_REQUEST_TOKEN INPUT_ANTHROPIC_API_KEY anthropic_api_key'.split(
      ' ',
    ),
  )('removes %s', (name) => expect(removedBy('1', name)).toBe(true))

  test.for('PATH GITHUB_TOKEN AWS_REGION ANTHROPIC_MODEL ANTHROPIC_BASE_URL GOOGLE_CLOUD_PROJECT'.split(' '))(
    'leaves %s',
    (name) => expect(removedBy('1', name)).toBe(false),
  )

  test.for(['0', '', 'no'])('does nothing when it is "%s"', (scrub) =>
    expect(removedBy(scrub, 'ANTHROPIC_API_KEY')).toBe(false),
  )
})

test.for([
  ['a session id with NUL', { sessionId: 'a\0b' }, 'CLAUDE_CODE_SESSION_ID'],
  ['a session id without end', { sessionId: 'x'.repeat(4_097) }, 'CLAUDE_CODE_SESSION_ID'],
  ['an effort with NUL', { fields: { effort: { level: 'a\0' } } }, 'CLAUDE_EFFORT'],
  ['an effort without end', { fields: { effort: { level: 'x'.repeat(200_000) } } }, 'CLAUDE_EFFORT'],
] as const)('%s is left out, as no process starts with it', ([, fields, name]) =>
  expect(environment({ ...stop, ...fields }, user, {})).not.toHaveProperty(name),
)

test('a session id of 4,096 characters is passed on', () => {
  const sessionId = 'x'.repeat(4_096)
  expect(environment({ ...stop, sessionId }, user, {})['CLAUDE_CODE_SESSION_ID']).toBe(sessionId)
})
