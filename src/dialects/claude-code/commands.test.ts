import { describe, expect, test } from 'vitest'
import { places } from '../../../test/helpers/builders.ts'
import {
  combineSettings as combine,
  type SettingsFile as File,
} from '../../../test/helpers/claude-settings.ts'
import { configSide } from './config.ts'

describe('commands of their own', () => {
  const line = (command: string, extra = {}) => ({ statusLine: { type: 'command', command }, ...extra })

  function lines(...files: File[]): string[] {
    return (combine(files).commands?.['statusLine'] ?? []).map(({ source }) => source.scope)
  }

  test.for<[string, File[], string[]]>([
    [
      'are listed strongest first',
      [
        ['user', line('u')],
        ['project', line('p')],
        ['local', line('l')],
        ['managed', line('m')],
      ],
      ['managed', 'local', 'project', 'user'],
    ],
    [
      'are narrowed to the managed one under managed only',
      [
        ['managed', line('m', { allowManagedHooksOnly: true })],
        ['user', line('u')],
      ],
      ['managed'],
    ],
    [
      'and by the user’s disableAllHooks',
      [
        ['managed', line('m')],
        ['user', line('u', { disableAllHooks: true })],
      ],
      ['managed'],
    ],
    [
      'stop under a managed disableAllHooks',
      [
        ['managed', line('m', { disableAllHooks: true })],
        ['user', line('u')],
      ],
      [],
    ],
    [
      'a project’s disableAllHooks stops its own',
      [
        ['user', line('u')],
        ['project', line('p', { disableAllHooks: true })],
      ],
      ['user'],
    ],
    [
      'go on where only plugins may customise',
      [
        ['managed', { strictPluginOnlyCustomization: true }],
        ['user', line('u')],
      ],
      ['user'],
    ],
    ['of another type are left out', [['user', { statusLine: { type: 'static' } }]], []],
  ])('%s', ([, files, wanted]) => expect(lines(...files)).toEqual(wanted))

  test('look like hooks and are none', () => {
    const { hooks, commands } = combine([['project', { fileSuggestion: { type: 'command', command: 'ls' } }]])
    expect(hooks).toEqual([])
    expect(commands).toMatchObject({
      fileSuggestion: [
        {
          id: 'claude-code:project:fileSuggestion',
          event: 'command:fileSuggestion',
          timeoutMs: 5_000,
          handler: { type: 'command', start: { kind: 'inline', command: 'ls' } },
          source: { file: '/project.json', pointer: ['fileSuggestion'], scope: 'project' },
        },
      ],
    })
  })

  test('without a command are a mistake', () => {
    const { issues } = configSide.read(
      { file: '/u.json', scope: 'user', value: { statusLine: { type: 'command' } } },
      places(),
    )
    expect(issues).toMatchObject([{ code: 'hook.field', place: { pointer: ['statusLine'] } }])
  })
})
