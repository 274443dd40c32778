import { describe, expect, test } from 'vitest'
import { places } from '../../../test/helpers/builders.ts'
import {
  combineSettings as combine,
  oneHook as one,
  type SettingsFile as File,
} from '../../../test/helpers/claude-settings.ts'
import { configSide } from './config.ts'

describe('plugins', () => {
  const plugin = (name: string, root = `/opt/${name}`, forced = false) => ({ name, root, forced })
  type Plugin = ReturnType<typeof plugin>

  function running(files: readonly File[], plugins: readonly Plugin[], env: Record<string, string> = {}) {
    const all = places({ startDir: '/r', projectDir: '/r', env: (name) => env[name] })
    const settings = files.map(([scope, value]) =>
      configSide.read({ file: `/${scope}.json`, scope, value }, all),
    )
    const others = plugins.map(({ name, root, forced }) =>
      configSide.read(
        {
          file: `${root}/hooks/hooks.json`,
          scope: 'plugin',
          value: one(),
          owner: { kind: 'plugin', name, root },
          forced,
        },
        all,
      ),
    )
    const { hooks, issues } = configSide.combine([...settings, ...others], all, { host: 'claude-code' })
    return {
      on: hooks.flatMap((hook) => (hook.disabled ? [] : (hook.source.owner?.name ?? hook.source.scope))),
      codes: issues.map((problem) => problem.code),
    }
  }

  const enabled = (value: Record<string, boolean>, extra = {}) => ({ enabledPlugins: value, ...extra })
  const only = { allowManagedHooksOnly: true }

  test.for<[string, File[], Plugin[], string[]]>([
    ['run when nobody speaks against them', [], [plugin('a')], ['a']],
    ['stop under managed only', [['managed', only]], [plugin('a')], []],
    [
      'go on there when policy names them in full',
      [['managed', enabled({ 'a@m': true }, only)]],
      [plugin('a@m'), plugin('a')],
      ['a@m'],
    ],
    [
      'go on there when the caller says so',
      [['managed', only]],
      [plugin('a', '/opt/a', true), plugin('b')],
      ['a'],
    ],
    [
      'do not when only the user enables them',
      [
        ['managed', only],
        ['user', enabled({ 'a@m': true })],
      ],
      [plugin('a@m')],
      [],
    ],
    [
      'go on under the user’s disableAllHooks when policy names them',
      [
        ['managed', enabled({ 'a@m': true })],
        ['user', { disableAllHooks: true }],
      ],
      [plugin('a@m'), plugin('b')],
      ['a@m'],
    ],
    [
      'stop under a managed disableAllHooks',
      [['managed', enabled({ 'a@m': true }, { disableAllHooks: true })]],
      [plugin('a@m')],
      [],
    ],
    [
      'go on where only plugins may customise',
      [
        ['managed', { strictPluginOnlyCustomization: true }],
        ['user', one()],
      ],
      [plugin('a')],
      ['a'],
    ],
    [
      'stop when the user sets them to false',
      [['user', enabled({ 'a@m': false })]],
      [plugin('a@m'), plugin('b')],
      ['b'],
    ],
    [
      'named without marketplace stop with any of the name',
      [['user', enabled({ 'a@m': false })]],
      [plugin('a')],
      [],
    ],
    ['of another marketplace do not', [['user', enabled({ 'a@m': false })]], [plugin('a@n')], ['a@n']],
    [
      'policy says true over the user',
      [
        ['managed', enabled({ 'a@m': true })],
        ['user', enabled({ 'a@m': false })],
      ],
      [plugin('a@m')],
      ['a@m'],
    ],
    [
      'policy says false over the user',
      [
        ['managed', enabled({ 'a@m': false })],
        ['user', enabled({ 'a@m': true })],
      ],
      [plugin('a@m')],
      [],
    ],
    [
      'a project switches off its own',
      [['project', enabled({ 'a@m': false })]],
      [plugin('a', '/r/plugins/a')],
      [],
    ],
    [
      'its local file has the last word',
      [
        ['project', enabled({ 'a@m': false })],
        ['local', enabled({ 'a@m': true })],
      ],
      [plugin('a', '/r/a')],
      ['a'],
    ],
    [
      'a project’s disableAllHooks covers its own',
      [['project', { disableAllHooks: true }]],
      [plugin('a', '/r/a'), plugin('b')],
      ['b'],
    ],
  ])('%s', ([, files, plugins, on]) => expect(running(files, plugins).on).toEqual(on))

  test('S02 a project cannot switch off a plugin of the user, and is told', () =>
    expect(running([['project', enabled({ 'a@m': false })]], [plugin('a')])).toEqual({
      on: ['a'],
      codes: ['config.scope'],
    }))

  test.for([
    [{ CLAUDE_CODE_SIMPLE: '1' }, []],
    [{ CLAUDE_CODE_SAFE_MODE: '1' }, ['managed']],
    [{ CLAUDE_CODE_SIMPLE: '0', CLAUDE_CODE_SAFE_MODE: '' }, ['user', 'managed', 'a']],
  ] as const)('with %o these run: %o', ([env, on]) =>
    expect(
      running(
        [
          ['managed', one()],
          ['user', one()],
        ],
        [plugin('a', '/opt/a', true)],
        env,
      ).on,
    ).toEqual(on),
  )
})

describe('the switches of the host’s process', () => {
  test('leave hooks of skills alone in simple mode', () => {
    const all = places({ env: (name) => (name === 'CLAUDE_CODE_SIMPLE' ? 'true' : undefined) })
    const skill = configSide.read({ file: '/s/SKILL.md', scope: 'session', value: one() }, all)
    expect(configSide.combine([skill], all, { host: 'claude-code' }).hooks[0]).not.toHaveProperty('disabled')
  })

  test('mean nothing when another host calls', () =>
    expect(combine([['user', one()]], { CLAUDE_CODE_SIMPLE: '1' }).hooks[0]).not.toHaveProperty('disabled'))
})

describe('callbacks of a program', () => {
  test.for([
    ['stop under a managed disableAllHooks', 'managed', { disableAllHooks: true }, true],
    ['go on under the user’s', 'user', { disableAllHooks: true }, false],
    ['go on where only managed hooks run', 'managed', { allowManagedHooksOnly: true }, false],
  ] as const)('%s', ([, scope, value, isOff]) => {
    const all = places()
    const reading = configSide.read({ file: `/${scope}.json`, scope, value }, all)
    const { callbacksOff, managedOnly } = configSide.combine([reading], all)
    expect([callbacksOff !== undefined, managedOnly ?? false]).toEqual([isOff, !isOff])
  })
})
