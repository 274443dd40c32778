import { describe, expect, test } from 'vitest'
import { places } from '../../../test/helpers/builders.ts'
import { oneHook as one, type SettingsFile as File } from '../../../test/helpers/claude-settings.ts'
import type { Scope } from '../../core/hook.ts'
import { configSide } from './config.ts'

describe('settings handed over as a value', () => {
  const given = (scope: Scope, value: unknown, ...others: File[]) => {
    const all = places({ startDir: '/r', projectDir: '/r' })
    const file = scope === 'managed' ? '<managed-settings>' : '<settings>'
    const readings = others.map(([each, content]) =>
      configSide.read({ file: `/${each}.json`, scope: each, value: content }, all),
    )
    return configSide.combine([configSide.read({ file, scope, value }, all), ...readings], all)
  }
  const scopes = (hooks: readonly { id: string; disabled?: string }[]) =>
    hooks.flatMap((hook) => (hook.disabled ? [] : hook.id.split(/[:/]/)[1]))

  test('stand between local and managed', () =>
    expect(scopes(given('user', one(), ['managed', one()], ['user', one()], ['local', one()]).hooks)).toEqual(
      ['user', 'local', 'settings', 'managed'],
    ))

  test('turn hooks off for one run', () =>
    expect(
      scopes(given('user', { disableAllHooks: true }, ['user', one()], ['managed', one()]).hooks),
    ).toEqual(['managed']))

  test('turn on what the user turned off, for one run', () =>
    expect(
      scopes(given('user', { disableAllHooks: false }, ['user', one({ disableAllHooks: true })]).hooks),
    ).toEqual(['user']))

  test.for<[string, unknown, string[]]>([
    ['disableAllHooks leaves managed hooks', { disableAllHooks: true }, ['managed']],
    ['whatever its value', { disableAllHooks: 'yes' }, ['managed']],
    ['false is no restriction', { disableAllHooks: false }, ['user', 'managed']],
    ['nor is "false"', { disableAllHooks: 'false' }, ['user', 'managed']],
    ['managed only restricts', { allowManagedHooksOnly: true }, ['managed']],
    ['hooks are none', one(), ['user', 'managed']],
    ['something else is nothing', 7, ['user', 'managed']],
  ])('managed ones only restrict: %s', ([, value, wanted]) =>
    expect(scopes(given('managed', value, ['user', one()], ['managed', one()]).hooks)).toEqual(wanted),
  )

  test.for([
    [[], []],
    [['https://b/*'], ['https://a/*']],
  ] as const)('a managed list %o binds only when it is empty', ([list, wanted]) => {
    const http = { hooks: { Stop: [{ hooks: [{ type: 'http', url: 'https://a/' }] }] } }
    const { hooks } = given('managed', { allowedHttpHookUrls: list }, [
      'user',
      { ...http, allowedHttpHookUrls: ['https://a/*'] },
    ])
    expect(hooks).toMatchObject([{ handler: { allowedUrls: wanted } }])
  })
})
