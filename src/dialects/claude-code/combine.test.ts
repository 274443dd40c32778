import { describe, expect, test } from 'vitest'
import { places } from '../../../test/helpers/builders.ts'
import {
  combineSettings as combine,
  oneHook as one,
  type SettingsFile as File,
} from '../../../test/helpers/claude-settings.ts'
import { configSide } from './config.ts'

function inForce(...files: File[]): string[] {
  return combine(files).hooks.flatMap((hook) => (hook.disabled ? [] : hook.source.scope))
}

test('levels add up in the order the host merges them', () =>
  expect(inForce(['managed', one()], ['user', one()], ['project', one()], ['local', one()])).toEqual([
    'user',
    'project',
    'local',
    'managed',
  ]))

describe('disableAllHooks', () => {
  const off = { disableAllHooks: true }
  const on = { disableAllHooks: false }
  test.for([
    [
      'managed true turns everything off',
      [
        ['managed', one(off)],
        ['user', one()],
      ],
      [],
    ],
    [
      'managed false overrules the user',
      [
        ['managed', one(on)],
        ['user', one(off)],
      ],
      ['user', 'managed'],
    ],
    [
      'the user spares managed hooks',
      [
        ['managed', one()],
        ['user', one(off)],
        ['project', one()],
      ],
      ['managed'],
    ],
    [
      'a project turns off itself only',
      [
        ['user', one()],
        ['project', one(off)],
        ['local', one()],
      ],
      ['user'],
    ],
    [
      'a project cannot turn on what the user turned off',
      [
        ['user', one(off)],
        ['project', one(on)],
      ],
      [],
    ],
    [
      'local overrules project',
      [
        ['project', one(off)],
        ['local', one(on)],
      ],
      ['project', 'local'],
    ],
    [
      'local turns the project off',
      [
        ['user', one()],
        ['project', one(on)],
        ['local', one(off)],
      ],
      ['user'],
    ],
  ] as [string, File[], string[]][])('%s', ([, files, wanted]) => expect(inForce(...files)).toEqual(wanted))

  test('what was turned off stays visible', () => {
    const { hooks, issues } = combine([['user', one(off)]])
    expect(hooks).toMatchObject([{ disabled: 'switched off by "disableAllHooks"' }])
    expect(issues).toMatchObject([{ code: 'config.disabled' }])
  })

  test('S02 a project that tries more is told', () =>
    expect(
      combine([
        ['user', one()],
        ['project', one(off)],
      ]).issues,
    ).toMatchObject([
      {
        code: 'config.scope',
        severity: 'warning',
        place: { file: '/project.json', pointer: ['disableAllHooks'] },
      },
    ]))
})

describe('policy', () => {
  test.for([
    ['allowManagedHooksOnly', { allowManagedHooksOnly: true }, ['managed']],
    ['strictPluginOnlyCustomization true', { strictPluginOnlyCustomization: true }, ['managed']],
    ['strictPluginOnlyCustomization with hooks', { strictPluginOnlyCustomization: ['hooks'] }, ['managed']],
    [
      'strictPluginOnlyCustomization without',
      { strictPluginOnlyCustomization: ['mcp'] },
      ['user', 'managed'],
    ],
  ] as const)('%s', ([, extra, wanted]) =>
    expect(inForce(['managed', one(extra)], ['user', one()])).toEqual(wanted),
  )

  test('means nothing in a user file', () =>
    expect(inForce(['user', one({ allowManagedHooksOnly: true })], ['project', one()])).toEqual([
      'user',
      'project',
    ]))
})

describe('the budget of SessionEnd', () => {
  const ends = (...timeouts: (number | undefined)[]) => ({
    hooks: {
      SessionEnd: [
        {
          hooks: timeouts.map((timeout, n) => ({
            type: 'command',
            command: `c${n}`,
            ...(timeout && { timeout }),
          })),
        },
      ],
    },
  })
  const VARIABLE = 'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS'
  test.for([
    ['is 1.5 s', [undefined], undefined, [1_500]],
    ['is raised to the largest timeout', [undefined, 20], undefined, [20_000, 20_000]],
    ['leaves a shorter timeout alone', [1, 20], undefined, [1_000, 20_000]],
    ['ends at 60 s', [undefined, 300], undefined, [60_000, 60_000]],
    ['is what the variable says', [undefined, 20], '5000', [5_000, 5_000]],
    ['is 1.5 s when the variable is nonsense', [undefined, 20], '-1', [1_500, 1_500]],
  ] as const)('%s', ([, timeouts, variable, wanted]) => {
    const { hooks } = combine(
      [['user', ends(...timeouts)]],
      variable === undefined ? {} : { [VARIABLE]: variable },
    )
    expect(hooks.map((hook) => hook.timeoutMs)).toEqual(wanted)
  })
})

test('timeouts of plugins do not raise the budget of SessionEnd', () => {
  const all = places()
  const value = { hooks: { SessionEnd: [{ hooks: [{ type: 'command', command: 'a', timeout: 20 }] }] } }
  const owner = { kind: 'plugin', name: 'a', root: '/opt/a' } as const
  const reading = configSide.read({ file: '/opt/a/hooks/hooks.json', scope: 'plugin', value, owner }, all)
  expect(configSide.combine([reading], all).hooks).toMatchObject([{ timeoutMs: 1_500 }])
})
