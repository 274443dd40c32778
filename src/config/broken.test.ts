import { describe, expect, test } from 'vitest'
import { places } from '../../test/helpers/builders.ts'
import { memoryFiles, type MemoryEntry } from '../../test/helpers/memory-files.ts'
import type { Hook } from '../core/hook.ts'
import { hookwright } from '../dialects/hookwright/index.ts'
import { dialects } from '../../test/helpers/dialects.ts'
import { openState } from '../ports/state.ts'
import { standInHooks } from './broken.ts'
import { load } from './load.ts'
import type { Loaded } from './gather.ts'

const MANAGED = '/etc/hookwright/hookwright.yaml'
const USER = '/home/dev/.config/hookwright/hookwright.yaml'
const PROJECT = '/home/dev/app/hookwright.yaml'
const GATES = Object.values(hookwright.events).filter((spec) => spec.gate)
const BROKEN = 'version: 1\nhocks: {}\n'

function standInsFor(broken: Loaded['broken'], isKnown = false): readonly Hook[] {
  return standInHooks(broken, dialects, { isKnown: () => isKnown, check: 'hookwright check --source x' })
}

function loadFiles(entries: Readonly<Record<string, MemoryEntry>>, source = 'hookwright'): Promise<Loaded> {
  return load({
    sources: [source],
    host: 'claude-code',
    places: places(),
    files: memoryFiles(entries),
    // Nothing is ever written here: no such folder can be made.
    state: openState('/dev/null/hookwright'),
    dialects,
    maxBytes: 10_000,
    maxDepth: 64,
  })
}

test('files count in the order of their authority: managed, user, project', async () => {
  const rule = (id: string): string => `version: 1\nhooks: { Stop: [ { id: ${id}, deny: "No." } ] }\n`
  const { hooks } = await loadFiles({ [PROJECT]: rule('c'), [USER]: rule('b'), [MANAGED]: rule('a') })
  expect(hooks.map((hook) => [hook.id, hook.source.scope])).toEqual([
    ['a', 'managed'],
    ['b', 'user'],
    ['c', 'project'],
  ])
})

test.for([
  ['managed', MANAGED, false, GATES.length],
  ['user', USER, false, GATES.length],
  ['project', PROJECT, false, 0],
  ['project, once approved', PROJECT, true, GATES.length],
] as const)('a broken %s file stands before every gate as it should', async ([, file, isKnown, expected]) => {
  const { broken, hooks } = await loadFiles({ [file]: BROKEN })
  const standIns = standInsFor(broken, isKnown)
  expect(hooks).toEqual([])
  expect(standIns).toHaveLength(expected)
  expect(standIns.every((hook) => hook.handler.type === 'rule' && hook.handler.decision === 'ask')).toBe(true)
})

test.for([
  ['a directory', { [`${USER}/x`]: '' }],
  ['a dangling link', { [USER]: { link: '/gone' } }],
  ['unreadable', { [USER]: { problem: 'denied', detail: 'EACCES' } }],
  ['not UTF-8', { [USER]: new Uint8Array([0xff, 0xfe]) }],
  ['too large', { [USER]: '#'.repeat(10_001) }],
  ['one of two', { [USER]: 'version: 1\n', [USER.replace('yaml', 'json')]: '{}' }],
] as const)('a user file that is %s asks, as one with a mistake does', async ([, entries]) => {
  const { broken, issues } = await loadFiles(entries)
  expect(issues).toHaveLength(1)
  expect(standInsFor(broken)).toHaveLength(GATES.length)
})

test("one broken file takes no other file's hooks away", async () => {
  const { hooks, broken } = await loadFiles({
    [USER]: 'version: 1\nhooks: { Stop: [ { id: mine, deny: "No." } ] }\n',
    [PROJECT]: BROKEN,
  })
  expect(hooks.map((hook) => hook.id)).toEqual(['mine'])
  expect(broken).toHaveLength(1)
})

const COPILOT = '/home/dev/.copilot/hooks/u.json'
const CLAUDE = '/home/dev/.claude/settings.json'
const DROPPED = '{ "matcher": "", "bash": "true" }'
const HANDLER = '{ "hooks": [ { "type": "comand" } ] }'
const ALL = 'all'

describe('a file whose mistakes lie in single hooks asks only where hooks were lost', () => {
  test.for<readonly [string, string, string, string, readonly string[] | typeof ALL]>([
    ['copilot', COPILOT, 'no gate', `{"hooks":{"PostToolUse":[${DROPPED}]}}`, []],
    ['copilot', COPILOT, 'a gate', `{"hooks":{"preToolUse":[${DROPPED}]}}`, ['PreToolUse']],
    [
      'copilot',
      COPILOT,
      'two',
      `{"hooks":{"PostToolUse":[${DROPPED}],"PreToolUse":[${DROPPED}]}}`,
      ['PreToolUse'],
    ],
    [
      'copilot',
      COPILOT,
      'an event that is no list, which takes the others along',
      '{"hooks":{"postToolUse":{},"preToolUse":[{"bash":"true"}],"agentStop":[]}}',
      ['PreToolUse'],
    ],
    ['copilot', COPILOT, 'hooks that are no object', '{"hooks":[]}', ALL],
    ['copilot', COPILOT, 'no JSON', '{"hooks":', ALL],
    ['copilot', COPILOT, 'a wrong version', `{"version":9,"hooks":{"PostToolUse":[${DROPPED}]}}`, ALL],
    ['claude-code', CLAUDE, 'no gate', `{"hooks":{"SessionEnd":[${HANDLER}]}}`, []],
    ['claude-code', CLAUDE, 'a void file', `{"hooks":{"PreToolUse":[${HANDLER}]}}`, ALL],
    ['claude-code', CLAUDE, 'an array', '[]', ALL],
    ['hookwright', USER, 'no gate', 'version: 1\nhooks: { SessionEnd: [ { comand: x } ] }\n', []],
    [
      'hookwright',
      USER,
      'a guard beside the mistake, as half a policy does not count',
      'version: 1\nhooks: { SessionEnd: [ { comand: x } ], PreToolUse: [ { id: a, deny: "No." } ] }\n',
      ['PreToolUse'],
    ],
    [
      'hookwright',
      USER,
      'a name that is no event',
      'version: 1\nhooks: { PreTolUse: [ { deny: "No." } ] }\n',
      ALL,
    ],
    [
      'hookwright',
      USER,
      'wrong defaults',
      'version: 1\ndefaults: 1\nhooks: { SessionEnd: [ { comand: x } ] }\n',
      ALL,
    ],
  ])('%s, %s: %s', async ([source, file, , text, expected]) => {
    const { broken, hooks } = await loadFiles({ [file]: text }, source)
    const events = standInsFor(broken).map((hook) => hook.event)
    const gates = Object.values(dialects.get(source)?.events ?? {}).flatMap((spec) =>
      spec.gate ? spec.event : [],
    )
    expect([hooks, broken.length]).toEqual([[], 1])
    expect(events).toEqual(expected === ALL ? [...new Set(gates)] : expected)
  })

  test('a dropped entry beside a good one is only told about, as the host does', async () => {
    const text = `{"hooks":{"preToolUse":[${DROPPED},{"bash":"true"}]}}`
    const { broken, hooks } = await loadFiles({ [COPILOT]: text }, 'copilot')
    expect([hooks.length, broken]).toEqual([1, []])
  })
})
