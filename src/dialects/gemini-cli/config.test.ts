import { describe, expect, test } from 'vitest'
import { places } from '../../../test/helpers/builders.ts'
import type { Scope } from '../../core/hook.ts'
import type { ConfigReading, Places } from '../dialect.ts'
import { configSide } from './config.ts'
import { defaultsPath, files, pluginLayout, systemPath } from './files.ts'

const PATHS: Readonly<Partial<Record<Scope, string>>> = {
  user: '/home/dev/.gemini/settings.json',
  project: '/home/dev/app/.gemini/settings.json',
  managed: '/etc/gemini-cli/settings.json',
}

function read(value: unknown, scope: Scope = 'project', around: Partial<Places> = {}): ConfigReading {
  return configSide.read({ file: PATHS[scope] ?? '', scope, value }, places(around))
}

const entry = (fields: object = {}) => ({ type: 'command', command: 'check', ...fields })
const on = (event: string, fields: object = {}, ...entries: readonly object[]) => ({
  hooks: { [event]: [{ ...fields, hooks: entries.length === 0 ? [entry()] : entries }] },
})
const codes = ({ issues }: ConfigReading): readonly string[] => issues.map(({ code }) => code)

test('the whole of a hook is as the host reads it', () => {
  const { hooks, issues } = read(
    on(
      'BeforeTool',
      { matcher: ' write_file|replace ', sequential: true },
      entry({ name: 'n', timeout: 5000, env: { A: 1 } }),
    ),
  )
  expect(issues).toEqual([])
  expect(hooks).toEqual([
    {
      id: 'gemini-cli:settings:BeforeTool:0.0',
      event: 'PreToolUse',
      matcher: { kind: 'regex', source: 'write_file|replace' },
      subject: expect.objectContaining({ mcp: { prefix: 'mcp_', between: '_' } }) as unknown,
      handler: {
        type: 'command',
        start: { kind: 'inline', form: 'bash-c', command: 'check' },
        env: { A: '1' },
      },
      dialect: 'gemini-cli',
      wire: 'gemini-cli',
      note: 'sequential',
      source: {
        file: '/home/dev/app/.gemini/settings.json',
        pointer: ['hooks', 'BeforeTool', 0, 'hooks', 0],
        scope: 'project',
      },
      timeoutMs: 5000,
      onFailure: 'native',
      guard: false,
      detach: true,
      stopOnDeny: false,
      mode: 'wait',
      dedup: 'n:check',
      dedupKeeps: 'first',
    },
  ])
})

describe('timeouts are milliseconds', () => {
  test.for<[unknown, number, readonly string[]]>([
    [undefined, 60_000, []],
    [null, 60_000, []],
    [5_000, 5_000, []],
    ['5000', 5_000, []],
    [30, 30, ['hook.timeout']],
    [0, 1, ['hook.timeout']],
    [-1, 1, ['hook.timeout']],
    [2 ** 31, 1, ['hook.timeout']],
  ])('%j', ([timeout, ms, found]) => {
    const reading = read(on('AfterAgent', {}, entry({ timeout })))
    expect(reading.hooks[0]?.timeoutMs).toBe(ms)
    expect(codes(reading)).toEqual(found)
  })

  test('one that was meant as seconds names the number to write', () =>
    expect(read(on('AfterAgent', {}, entry({ timeout: 30 }))).issues[0]).toMatchObject({
      message: '"timeout" is in milliseconds: the hook is ended after 0.03 s.',
      hint: 'If seconds are meant, write 30000.',
    }))
})

describe('matchers', () => {
  test.for<[string, unknown, unknown, readonly string[]]>([
    ['BeforeTool', undefined, { kind: 'all' }, []],
    ['BeforeTool', '  ', { kind: 'all' }, []],
    ['BeforeTool', '*', { kind: 'all' }, []],
    ['AfterTool', 'read', { kind: 'regex', source: 'read' }, []],
    ['BeforeTool', 'a(', { kind: 'names', names: ['a('] }, ['matcher.literal']],
    ['BeforeTool', 'Bash|replace', { kind: 'regex', source: 'Bash|replace' }, ['matcher.dead']],
    ['SessionStart', 'startup|clear', { kind: 'names', names: ['startup|clear'] }, []],
    ['SessionEnd', 'exit', { kind: 'names', names: ['exit'] }, []],
    ['PreCompress', 'auto', { kind: 'names', names: ['auto'] }, []],
    ['BeforeAgent', 'x', { kind: 'all' }, ['matcher.ignored']],
    ['Notification', 'ToolPermission', { kind: 'all' }, ['matcher.ignored']],
  ])('of %s: %j', ([event, matcher, spec, found]) => {
    const reading = read(on(event, { matcher }))
    expect(reading.hooks[0]?.matcher).toEqual(spec)
    expect(codes(reading)).toEqual(found)
  })
})

describe('what the host drops is told', () => {
  test.for<[string, unknown, readonly string[], number]>([
    ['a file that is a list', [], ['config.shape'], 0],
    ['hooks that are a list', { hooks: [] }, ['config.shape'], 0],
    ['no hooks', { theme: 'x' }, [], 0],
    ['an event of another host', { hooks: { PreToolUse: [{ hooks: [entry()] }] } }, ['event.unknown'], 0],
    [
      'keys that moved',
      { hooks: { enabled: true, disabled: [], notifications: true } },
      ['config.moved', 'config.moved', 'config.moved'],
      0,
    ],
    ['an event that is not a list', { hooks: { BeforeTool: {} } }, ['config.shape'], 0],
    [
      'a definition that is null',
      { hooks: { BeforeTool: [null, { hooks: [entry()] }] } },
      ['config.shape'],
      1,
    ],
    [
      'a definition without hooks',
      { hooks: { BeforeTool: [{}, { hooks: [entry()] }] } },
      ['config.shape'],
      1,
    ],
    ['an entry that is a text', on('BeforeTool', {}, 'x' as never, entry()), ['config.shape'], 1],
    ['a type in capitals', on('BeforeTool', {}, { type: 'Command', command: 'x' }), ['hook.type'], 0],
    ['no type', on('BeforeTool', {}, { command: 'x' }), ['hook.type'], 0],
    ['a hook of code', on('BeforeTool', {}, { type: 'runtime', name: 'x' }), ['hook.type'], 0],
    ['a type without a runner', on('BeforeTool', {}, { type: 'plugin' }), ['hook.type'], 0],
    ['the same with a command', on('BeforeTool', {}, { type: 'plugin', command: 'x' }), ['hook.type'], 1],
    ['no command', on('BeforeTool', {}, { type: 'command' }), ['hook.field'], 0],
    ['a timeout that is a list', on('BeforeTool', {}, entry({ timeout: [] })), ['hook.timeout'], 0],
    ['a matcher that is a number', on('BeforeTool', { matcher: 5 }), ['matcher.invalid'], 0],
    ['an unknown key', on('BeforeTool', {}, entry({ timeOut: 5 })), ['config.unknown-key'], 1],
    ['hooksConfig that is a list', { hooksConfig: [], ...on('BeforeTool') }, ['config.shape'], 1],
    [
      'a switch that is a text',
      { hooksConfig: { enabled: 'no', disabled: 'x' }, ...on('BeforeTool') },
      ['config.value', 'config.value'],
      1,
    ],
  ])('%s', ([, value, found, count]) => {
    const reading = read(value)
    expect(codes(reading)).toEqual(found)
    expect(reading.hooks).toHaveLength(count)
  })

  test('the name of another host leads to its own', () =>
    expect(read({ hooks: { UserPromptSubmit: [] } }).issues[0]?.hint).toBe('Did you mean "BeforeAgent"?'))
})

describe('switches', () => {
  const all = (values: Partial<Record<Scope, object>>) =>
    configSide.combine(
      (['user', 'project', 'managed'] as const).map((scope) =>
        read({ ...on('BeforeTool', {}, entry({ name: scope })), ...values[scope] }, scope),
      ),
      places(),
    )
  const running = ({ hooks }: ReturnType<typeof all>) =>
    hooks.filter(({ disabled }) => disabled === undefined).map(({ dedup }) => dedup?.split(':')[0])

  test.for<[string, Partial<Record<Scope, object>>, readonly string[], readonly string[]]>([
    ['all files run, in the order of the host', {}, ['user', 'project', 'managed'], []],
    ['the user switches off all', { user: { hooksConfig: { enabled: false } } }, [], []],
    [
      'the system has the last word',
      { user: { hooksConfig: { enabled: false } }, managed: { hooksConfig: { enabled: true } } },
      ['user', 'project', 'managed'],
      [],
    ],
    [
      'a project switches off its own only',
      { project: { hooksConfig: { enabled: false } } },
      ['user', 'managed'],
      ['config.scope'],
    ],
    [
      'a project does not switch on what the user switched off',
      { user: { hooksConfig: { enabled: false } }, project: { hooksConfig: { enabled: true } } },
      ['project'],
      [],
    ],
    [
      'names are switched off in all files',
      { user: { hooksConfig: { disabled: ['project', 'managed'] } } },
      ['user'],
      [],
    ],
    [
      'a project names its own only',
      { project: { hooksConfig: { disabled: ['user', 'project'] } } },
      ['user', 'managed'],
      ['config.scope'],
    ],
  ])('%s', ([, values, wanted, issues]) => {
    const combined = all(values)
    expect(running(combined)).toEqual(wanted)
    expect(combined.issues.map(({ code }) => code)).toEqual(issues)
  })

  test('a hook without a name is switched off by its command', () => {
    const reading = read({ ...on('BeforeTool'), hooksConfig: { disabled: ['check'] } })
    expect(configSide.combine([reading], places()).hooks[0]?.disabled).toMatch(/hooksConfig.disabled/)
  })
})

test.for<[string, object, string, string]>([
  ['by name and command', entry({ name: 'n' }), 'n:check', 'n'],
  ['by command', entry(), ':check', 'check'],
  ['of another type by name alone', entry({ type: 'plugin', name: 'n' }), 'n:', 'n'],
  ['of another type without one', entry({ type: 'plugin' }), ':', 'unknown-hook'],
])('hooks are told apart, and switched off, %s', ([, wire, key, name]) => {
  const reading = read({ ...on('BeforeTool', {}, wire), hooksConfig: { disabled: [name] } })
  expect(reading.hooks[0]?.dedup).toBe(key)
  expect(configSide.combine([reading], places()).hooks[0]?.disabled).toBeDefined()
})

describe('files', () => {
  const paths = (around: Partial<Places>) =>
    files(places(around)).map((spec) => ('path' in spec ? spec.path : ''))
  const env = (values: Readonly<Record<string, string>>) => ({ env: (name: string) => values[name] })

  test('are those of the system, the user and the folder of the session', () =>
    expect(paths({ startDir: '/home/dev/app/sub' })).toEqual([
      '/etc/gemini-cli/system-defaults.json',
      '/home/dev/.gemini/settings.json',
      '/home/dev/app/sub/.gemini/settings.json',
      '/etc/gemini-cli/settings.json',
    ]))

  test('a session in the home folder has no file of its own', () =>
    expect(paths({ startDir: '/home/dev' })).toHaveLength(3))

  test('variables move them', () => {
    expect(paths(env({ GEMINI_CLI_SYSTEM_SETTINGS_PATH: '/o/s.json', GEMINI_CLI_HOME: '/h' }))).toEqual([
      '/o/system-defaults.json',
      '/h/.gemini/settings.json',
      '/home/dev/app/.gemini/settings.json',
      '/o/s.json',
    ])
    expect(defaultsPath({ platform: 'linux', ...env({ GEMINI_CLI_SYSTEM_DEFAULTS_PATH: '/d.json' }) })).toBe(
      '/d.json',
    )
  })

  test.for([
    ['darwin', '/Library/Application Support/GeminiCli/settings.json'],
    ['win32', 'C:\\ProgramData\\gemini-cli\\settings.json'],
  ] as const)('on %s the system has its own place', ([platform, path]) =>
    expect(systemPath({ platform, env: () => undefined })).toBe(path),
  )
})

test('an extension brings hooks, with its paths filled in', () => {
  expect(pluginLayout.describe({ name: 'guard' })).toEqual({ name: 'guard', paths: [] })
  const owner = { kind: 'plugin', name: 'guard', root: '/ext/guard' } as const
  const command = 'node "${extensionPath}${/}check.js" ${workspacePath} ${HOME}'
  const value = { ...on('BeforeTool', {}, entry({ command })), hooksConfig: { enabled: false } }
  const reading = configSide.read(
    { file: '/ext/guard/hooks/hooks.json', scope: 'plugin', value, owner },
    places(),
  )
  const [hook] = configSide.combine([reading], places()).hooks
  expect(hook?.id).toBe('gemini-cli:extension/guard:BeforeTool:0.0')
  expect(hook?.handler).toMatchObject({
    start: { command: 'node "/ext/guard/check.js" /home/dev/app ${HOME}', written: command },
  })
  expect(hook?.disabled).toBeUndefined()
})

describe('the file of an extension', () => {
  const owner = { kind: 'plugin', name: 'guard', root: '/ext/$(id)' } as const
  const readOwn = (value: object) =>
    configSide.read({ file: '/ext/guard/hooks/hooks.json', scope: 'plugin', value, owner }, places())

  test('has placeholders in all of its texts', () => {
    const wire = entry({ name: 'n ${/}', env: { HOME_OF: '${extensionPath}/x', N: 1, OWN: '${SETTING}' } })
    const [hook] = readOwn(on('BeforeTool', { matcher: '^${pathSeparator}x' }, wire)).hooks
    expect(hook).toMatchObject({
      matcher: { kind: 'regex', source: '^/x' },
      handler: { env: { HOME_OF: '/ext/$(id)/x', N: '1', OWN: '${SETTING}' } },
      dedup: 'n /:check',
    })
  })

  test('comes after all settings, and a switch for all hooks holds for it', () => {
    const own = readOwn(on('BeforeTool'))
    const user = read(on('BeforeTool'), 'user')
    expect(configSide.combine([user, own], places()).hooks.map(({ id }) => id)).toEqual([
      'gemini-cli:user:BeforeTool:0.0',
      'gemini-cli:extension/guard:BeforeTool:0.0',
    ])
    const off = read({ hooksConfig: { enabled: false } }, 'user')
    expect(configSide.combine([off, own], places()).hooks[0]?.disabled).toMatch(/enabled/)
    const project = read({ hooksConfig: { enabled: false } }, 'project')
    expect(configSide.combine([project, own], places()).hooks[0]?.disabled).toBeUndefined()
  })

  test('is switched off by its command as the host shows it', () => {
    const own = readOwn(on('BeforeTool', {}, entry({ command: '${extensionPath}/x' })))
    const user = read({ hooksConfig: { disabled: ['/ext/$(id)/x'] } }, 'user')
    expect(configSide.combine([user, own], places()).hooks[0]?.disabled).toMatch(/disabled/)
  })
})

test('a folder that a shell would act on stays a variable', () => {
  const owner = { kind: 'plugin', name: 'x', root: '/ext/$(id)' } as const
  const value = on('BeforeTool', {}, entry({ command: '"${extensionPath}/a"' }))
  const reading = configSide.read(
    { file: '/ext/$(id)/hooks/hooks.json', scope: 'plugin', value, owner },
    places(),
  )
  expect(reading.hooks[0]?.handler).toMatchObject({ start: { command: '"${extensionPath}/a"' } })
})
