import { describe, expect, test } from 'vitest'
import {
  combineSettings as combine,
  type SettingsFile as File,
} from '../../../test/helpers/claude-settings.ts'

describe('what http hooks may reach', () => {
  const http = (extra = {}, settings = {}) => ({
    hooks: { Stop: [{ hooks: [{ type: 'http', url: 'https://a/', allowedEnvVars: ['A', 'B'], ...extra }] }] },
    ...settings,
  })
  const urls = (...allowedHttpHookUrls: string[]) => ({ allowedHttpHookUrls })
  const names = (...httpHookAllowedEnvVars: string[]) => ({ httpHookAllowedEnvVars })

  function limits(...files: File[]) {
    const { handler } = combine(files).hooks[0] ?? {}
    return handler?.type === 'http' ? [handler.allowedUrls, handler.allowedEnvVars] : undefined
  }

  test.for<[string, File[], unknown]>([
    ['is everything when nobody says', [['user', http()]], [undefined, ['A', 'B']]],
    ['is nothing with an empty list', [['user', http({}, urls())]], [[], ['A', 'B']]],
    [
      'is the sum of all lists',
      [
        ['user', http({}, urls('https://a/*'))],
        ['managed', urls('https://b/*', 'https://a/*')],
      ],
      [
        ['https://a/*', 'https://b/*'],
        ['A', 'B'],
      ],
    ],
    [
      'holds for managed hooks too',
      [
        ['managed', http()],
        ['user', urls()],
      ],
      [[], ['A', 'B']],
    ],
    [
      'S02 is not widened by a project',
      [
        ['user', http({}, urls())],
        ['project', urls('*')],
      ],
      [[], ['A', 'B']],
    ],
    [
      'S02 is not narrowed by a project for the user',
      [
        ['user', http()],
        ['project', urls()],
      ],
      [undefined, ['A', 'B']],
    ],
    [
      'is narrowed by a project for itself',
      [['project', http({}, urls('https://b/*'))]],
      [['https://b/*'], ['A', 'B']],
    ],
    [
      'names only variables that are on both lists',
      [['user', http({}, names('B', 'C'))]],
      [undefined, ['B']],
    ],
    ['names none with an empty list', [['user', http({}, names())]], [undefined, []]],
    [
      'names none that the handler does not',
      [['user', http({ allowedEnvVars: undefined }, names('B'))]],
      [undefined, undefined],
    ],
    [
      'is nothing when the list cannot be read',
      [['user', http({}, { allowedHttpHookUrls: 'https://a/' })]],
      [[], ['A', 'B']],
    ],
    [
      'is still bounded by a file that is void',
      [
        ['project', http()],
        ['user', { ...urls(), hooks: { PreToolUse: [{ hooks: [{}] }] } }],
      ],
      [[], ['A', 'B']],
    ],
  ])('%s', ([, files, wanted]) => expect(limits(...files)).toEqual(wanted))
})
