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

  test("Claude Code's files have other habits", () =>
    expect(codes({ PreToolUse: [{ hooks: [{ command: 'x' }] }] }, `${ROOT}/.claude/settings.json`)).toEqual(
      [],
    ))
})
