import { describe, expect, test } from 'vitest'
import { places } from '../../../test/helpers/builders.ts'
import { read } from './config.ts'

const at = (file: string, hooks: unknown, more: object = {}) =>
  read({ file, scope: 'project', value: { hooks, ...more } }, { places: places(), surface: 'cli' })

const HOOK = { bash: 'x', matcher: 'bash', timeoutSec: 1 }
const ROOT = '/home/dev/app'

describe('what is wrong is said where it stands', () => {
  const hooks = {
    preToolUse: [
      { ...HOOK, timeoutSec: -1 },
      { ...HOOK, matcher: '(' },
      { ...HOOK, env: [] },
    ],
  }

  test('and only the entry is lost in a hook file', () => {
    const { issues } = at(`${ROOT}/.github/hooks/a.json`, { preToolUse: [...hooks.preToolUse, HOOK] })
    expect(issues.map(({ code, place, severity }) => [code, place.pointer?.join('/'), severity])).toEqual([
      ['hook.timeout', 'hooks/preToolUse/0/timeoutSec', 'error'],
      ['matcher.invalid', 'hooks/preToolUse/1/matcher', 'error'],
      ['hook.field', 'hooks/preToolUse/2/env', 'error'],
    ])
  })

  test("a file of Claude Code's is not broken because Copilot cannot read it", () => {
    const { issues, hooks: found } = at(`${ROOT}/.claude/settings.json`, {
      PreToolUse: [{ hooks: [{ type: 'agent', prompt: 'Is it safe?' }] }],
    })
    expect([found, issues.map(({ code, severity }) => [code, severity])]).toEqual([
      [],
      [
        ['hook.type', 'warning'],
        ['config.void', 'warning'],
      ],
    ])
  })
})

describe('ids are stable, and different for every file', () => {
  test.for([
    [`${ROOT}/.github/hooks/a.json`, 'copilot:a:preToolUse:0'],
    [`${ROOT}/.github/hooks/pkg/hooks.json`, 'copilot:pkg/hooks:preToolUse:0'],
    [`${ROOT}/.github/copilot/settings.json`, 'copilot:settings:preToolUse:0'],
    [`${ROOT}/.github/copilot/settings.local.json`, 'copilot:settings.local:preToolUse:0'],
    [`${ROOT}/.claude/settings.json`, 'copilot:claude:preToolUse:0'],
    [`${ROOT}/.claude/settings.local.json`, 'copilot:claude.local:preToolUse:0'],
    [`${ROOT}/examples/hooks/gate/hooks.json`, 'copilot:examples/hooks/gate/hooks:preToolUse:0'],
    ['C:\\app\\.github\\hooks\\a.json', 'copilot:a:preToolUse:0'],
  ] as const)('%s', ([file, id]) => expect(at(file, { preToolUse: [HOOK] }).hooks[0]?.id).toBe(id))
})

describe('the habits the authoring guide warns of', () => {
  const codes = (hooks: unknown, file = `${ROOT}/.github/hooks/a.json`) =>
    at(file, hooks).issues.map(({ code, severity }) => `${severity} ${code}`)

  test.for([
    [
      'no matcher on a tool event',
      { preToolUse: [{ bash: 'x', timeoutSec: 1 }] },
      ['notice hook.no-matcher'],
    ],
    ['no matcher elsewhere is usual', { sessionStart: [{ bash: 'x', timeoutSec: 1 }] }, []],
    ['no timeout', { preToolUse: [{ bash: 'x', matcher: 'bash' }] }, ['notice hook.no-timeout']],
    [
      'half a pair beside a whole one',
      { preToolUse: [{ ...HOOK, powershell: 'y' }, HOOK] },
      ['warning shell.one-sided'],
    ],
    [
      'half a pair with a command for all',
      {
        preToolUse: [
          { ...HOOK, powershell: 'y' },
          { ...HOOK, command: 'z' },
        ],
      },
      [],
    ],
    ['halves alone', { preToolUse: [HOOK, HOOK] }, []],
  ] as const)('%s', ([, hooks, wanted]) => expect(codes(hooks)).toEqual(wanted))

  const many = (count: number, fields: object): object[] =>
    Array.from({ length: count }, () => ({ ...HOOK, ...fields }))
  const PAIR = { ...HOOK, powershell: 'y' }
  const HALF = { bash: undefined, powershell: 'y' }

  test.for([
    [
      '21 halves of one kind',
      { preToolUse: [PAIR, ...many(20, {})], agentStop: many(1, {}) },
      'Some entries have both commands, but 21 have "bash" only: hooks.preToolUse[1], hooks.preToolUse[2], hooks.preToolUse[3] and 18 more.',
      'Add "powershell", or "command" for both.',
    ],
    [
      'halves of both kinds',
      { preToolUse: [PAIR, { matcher: 'bash', hooks: [HOOK] }, ...many(2, HALF)] },
      'Some entries have both commands, but 1 has "bash" only: hooks.preToolUse[1].hooks[0]; 2 have "powershell" only: hooks.preToolUse[2], hooks.preToolUse[3].',
      'Add the other command, or "command" for both.',
    ],
    [
      'one half',
      { preToolUse: [PAIR, HOOK] },
      'Some entries have both commands, but 1 has "bash" only: hooks.preToolUse[1].',
      'Add "powershell", or "command" for both.',
    ],
  ] as const)('one remark per file about halves of pairs: %s', ([, hooks, message, hint]) => {
    const found = at(`${ROOT}/.github/hooks/a.json`, hooks).issues.filter(
      ({ code }) => code === 'shell.one-sided',
    )
    expect(found).toMatchObject([{ message, hint, place: { file: `${ROOT}/.github/hooks/a.json` } }])
  })

  test.for([
    ['win32', 'cli', {}, 'The entry has a bash command only, so the hook does not run.'],
    ['linux', 'cloud', HALF, 'The cloud agent runs bash only, so the hook does not run.'],
  ] as const)(
    'one remark per file about entries that do not run on %s, %s',
    ([platform, surface, half, message]) => {
      const file = `${ROOT}/.github/hooks/a.json`
      const value = { hooks: { preToolUse: many(21, half) } }
      const { issues, hooks } = read(
        { file, scope: 'project', value },
        { places: places({ platform }), surface },
      )
      expect(issues.filter(({ code }) => code === 'shell.unfit')).toMatchObject([
        {
          message: `${message} The same is true of 20 more entries: hooks.preToolUse[1], hooks.preToolUse[2], hooks.preToolUse[3] and 17 more.`,
          place: { pointer: ['hooks', 'preToolUse', 0] },
        },
      ])
      expect(hooks.map(({ disabled }) => typeof disabled)).toEqual(Array(21).fill('string'))
    },
  )

  test("Claude Code's files have other habits", () =>
    expect(codes({ PreToolUse: [{ hooks: [{ command: 'x' }] }] }, `${ROOT}/.claude/settings.json`)).toEqual(
      [],
    ))
})
