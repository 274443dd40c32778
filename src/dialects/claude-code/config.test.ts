import { describe, expect, test } from 'vitest'
import { places } from '../../../test/helpers/builders.ts'
import type { Scope } from '../../core/hook.ts'
import { configSide } from './config.ts'

const PLACES = places({ startDir: '/repo', projectDir: '/repo' })

function read(value: unknown, file = '/repo/.claude/settings.json', scope: Scope = 'project') {
  const reading = configSide.read({ file, scope, value }, PLACES)
  return {
    ...reading,
    ids: reading.hooks.map((hook) => hook.id),
    codes: reading.issues.map((one) => one.code),
  }
}

const run = (command: string, extra = {}) => ({ type: 'command', command, ...extra })
const groups = (...handlers: object[]) => [{ hooks: handlers }]

test('a settings file without hooks is fine', () =>
  expect(read({ model: 'x' })).toMatchObject({ ids: [], codes: [] }))

test('hooks are numbered by group and place', () => {
  const value = {
    hooks: { Stop: [{ hooks: [run('a'), run('b')] }, { hooks: [run('c')] }], PreToolUse: groups(run('d')) },
  }
  expect(read(value).ids).toEqual([
    'claude-code:project:Stop:0.0',
    'claude-code:project:Stop:0.1',
    'claude-code:project:Stop:1.0',
    'claude-code:project:PreToolUse:0.0',
  ])
})

describe('ids differ between two files of one scope', () => {
  const value = { hooks: { Stop: groups(run('a')) } }
  test.for([
    ['/etc/claude-code/managed-settings.json', 'managed', 'claude-code:managed:Stop:0.0'],
    ['/etc/claude-code/managed-settings.d/10-guard.json', 'managed', 'claude-code:managed/10-guard:Stop:0.0'],
    ['/repo/.claude/settings.local.json', 'local', 'claude-code:local:Stop:0.0'],
    ['/repo/packages/a/.claude/settings.local.json', 'local', 'claude-code:local/packages/a:Stop:0.0'],
    ['/home/dev/.claude/settings.json', 'user', 'claude-code:user:Stop:0.0'],
  ] as const)('%s', ([file, scope, id]) => expect(read(value, file, scope).ids).toEqual([id]))
})

test('every event of the host loads', () => {
  const value = { hooks: { WorktreeCreate: groups(run('a')), MessageDisplay: groups(run('b')) } }
  expect(read(value)).toMatchObject({ ids: { length: 2 }, codes: [] })
})

describe('mistakes', () => {
  test.for([
    ['a file that is a list', [], ['config.shape'], 0],
    ['hooks that are a list', { hooks: [] }, ['config.shape'], 0],
    [
      'an event that is an object',
      { hooks: { Stop: {}, SessionEnd: groups(run('a')) } },
      ['config.shape'],
      1,
    ],
    ['an unknown event', { hooks: { stop: [], SessionEnd: groups(run('a')) } }, ['event.unknown'], 1],
    ['a bad handler', { hooks: { Stop: groups({}, run('a')) } }, ['hook.type'], 1],
    [
      'a bad guard',
      { hooks: { PreToolUse: groups({}), Stop: groups(run('a')) } },
      ['hook.type', 'config.void'],
      0,
    ],
    [
      'a bad guard',
      { hooks: { PermissionRequest: groups({}), Stop: groups(run('a')) } },
      ['hook.type', 'config.void'],
      0,
    ],
    [
      'guards that are no list',
      { hooks: { PreToolUse: groups(run('g'))[0], Stop: groups(run('a')) } },
      ['config.shape', 'config.void'],
      0,
    ],
    [
      'a guard whose matcher is no pattern',
      { hooks: { PreToolUse: [{ matcher: 'Bash(', hooks: [run('g')] }], Stop: groups(run('a')) } },
      ['matcher.invalid', 'config.void'],
      0,
    ],
    ['a switch that is text', { disableAllHooks: 'yes' }, ['config.shape'], 0],
    ['a managed key elsewhere', { allowManagedHooksOnly: true }, ['config.scope'], 0],
  ] as const)('%s', ([, value, codes, hooks]) => {
    const found = read(value)
    expect({ codes: found.codes, hooks: found.ids.length }).toEqual({ codes, hooks })
  })

  test('S17 a misspelt event gets a suggestion', () =>
    expect(read({ hooks: { PreTooluse: [] } }).issues).toMatchObject([
      {
        severity: 'warning',
        hint: 'Did you mean "PreToolUse"?',
        place: { pointer: ['hooks', 'PreTooluse'] },
      },
    ]))

  test('a void file steers nothing, unless it is policy', () => {
    const value = { disableAllHooks: true, hooks: { PreToolUse: groups({}) } }
    expect(read(value).switches).toEqual({})
    expect(read(value, '/etc/claude-code/managed-settings.json', 'managed').switches).toEqual({
      disableAllHooks: true,
    })
  })
})

test('S15 names of object methods are no events', () =>
  expect(read(JSON.parse('{"hooks":{"constructor":[],"__proto__":[]}}'))).toMatchObject({
    ids: [],
    codes: ['event.unknown', 'event.unknown'],
  }))

test('${CLAUDE_PROJECT_DIR} is filled in for programs started without a shell', () => {
  const { hooks } = read({ hooks: { Stop: groups(run('${CLAUDE_PROJECT_DIR}/x', { args: [] })) } })
  expect(hooks[0]?.handler).toMatchObject({ start: { words: ['/repo/x'] } })
})
