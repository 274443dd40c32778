import { expect, test } from 'vitest'
import { hook, places } from '../../test/helpers/builders.ts'
import { dialects } from '../../test/helpers/dialects.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import type { Hook } from '../core/hook.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { createEntryPlaces } from './entry-places.ts'
import { bridgesIn } from './inspect-double-bridges.ts'
import { inspectCutTimeouts, inspectLongTimeouts } from './inspect-timeouts.ts'
import { inspectUnbridged } from './inspect-unbridged.ts'

const claude = dialects.get('claude-code') as Dialect
const FILE = '/home/dev/app/hookwright.yaml'
const SETTINGS = '/home/dev/.claude/settings.json'

function ours(event: string, fields: Partial<Hook> = {}): Hook {
  return hook({
    id: `on-${event}`,
    event,
    source: { file: FILE, pointer: ['hooks', event, 0], scope: 'project' },
    ...fields,
  })
}

function bridge(native: string, fields: Partial<Hook> = {}): Hook {
  const start = { kind: 'inline', form: 'sh', command: 'hookwright run --host claude-code' } as const
  return hook({
    id: `bridge-${native}`,
    event: native,
    dialect: 'claude-code',
    handler: { type: 'command', start },
    source: { file: SETTINGS, pointer: ['hooks', native, 0, 'hooks', 0], scope: 'user' },
    ...fields,
  })
}

const told = (hooks: readonly Hook[], bridges: readonly Hook[], hosts: readonly Dialect[] = [claude]) =>
  inspectUnbridged(hooks, { hosts, bridges: bridgesIn(bridges, dialects) }).map(({ code, hint }) => [
    code,
    hint,
  ])

const BASH = { kind: 'names', names: ['Bash'] } as const

test.for([
  [
    'a host that does not call us',
    [ours('PreToolUse')],
    [],
    [['bridge.missing', 'Run: hookwright install claude-code']],
  ],
  [
    'an event that nobody calls us for',
    [ours('PreToolUse'), ours('Stop')],
    [bridge('PreToolUse')],
    [['bridge.event-missing', 'Run: hookwright sync']],
  ],
  [
    'an entry for fewer tools',
    [ours('PreToolUse')],
    [bridge('PreToolUse', { matcher: BASH })],
    [['bridge.matcher', 'Remove the matcher of the entry, or run: hookwright install claude-code']],
  ],
  [
    'an entry for the same tools',
    [ours('PreToolUse', { matcher: BASH })],
    [bridge('PreToolUse', { matcher: BASH })],
    [],
  ],
  [
    'an entry for the tool of the condition',
    [ours('PreToolUse', { condition: 'Bash(x)' })],
    [bridge('PreToolUse', { matcher: BASH })],
    [],
  ],
  ['an event that is called for', [ours('PreToolUse')], [bridge('PreToolUse')], []],
  ['an event that the host does not have', [ours('BeforeModel')], [], []],
  ['hooks of its own files', [bridge('Stop')], [], []],
  ['hooks that are off', [ours('Stop', { disabled: 'off' })], [], []],
] as const)('%s', ([, hooks, bridges, expected]) => expect(told(hooks, bridges)).toEqual(expected))

test('where no host has files, one notice says that nobody calls us', () =>
  expect(inspectUnbridged([ours('Stop'), ours('PreToolUse')], { hosts: [], bridges: [] })).toMatchObject([
    { code: 'bridge.nobody', severity: 'notice', hint: 'Run: hookwright install' },
  ]))

const at = createEntryPlaces({
  files: memoryFiles({ [FILE]: 'hooks:\n  Stop:\n    - command: x\n      timeout: 7200\n' }),
  places: places(),
  dialects,
})
const slow: Partial<Hook> = {
  timeoutMs: 120_000,
  handler: { type: 'command', start: { kind: 'argv', words: ['x'] } },
}

test.for([
  ['shorter than the hook', 60_000, slow, 1],
  ['as long as the hook', 120_000, slow, 0],
  [
    'shorter, but a rule answers at once',
    60_000,
    { ...slow, handler: { type: 'rule', decision: 'deny' } },
    0,
  ],
  ['shorter, but nobody waits for the hook', 60_000, { ...slow, mode: 'background' }, 0],
] as const)('the host waits for us %s', ([, timeoutMs, fields, count]) => {
  const bridges = bridgesIn([bridge('PreToolUse', { timeoutMs })], dialects)
  const found = inspectCutTimeouts(
    { ours: [ours('PreToolUse', fields)], theirs: [] },
    { at, bridges, longest: new Map() },
  )
  expect(found.map(({ code }) => code)).toEqual(Array.from({ length: count }, () => 'timeout.bridge'))
})

test('a timeout that its host does not accept', () =>
  expect(
    inspectCutTimeouts(
      { ours: [], theirs: [bridge('Stop', { timeoutMs: 700_000 })] },
      { at, bridges: [], longest: new Map([['claude-code', () => 600]]) },
    ),
  ).toMatchObject([{ code: 'timeout.host', hint: 'Write 600 or less.' }]))

test.for([
  [7_200_000, {}, 1],
  [3_599_000, {}, 0],
  [7_200_000, { mode: 'background' }, 0],
] as const)('a written timeout of %i ms with %o', ([timeoutMs, fields, count]) => {
  const found = inspectLongTimeouts([ours('Stop', { timeoutMs, ...fields })], at)
  expect(found.map(({ place }) => place.pointer)).toEqual(
    Array.from({ length: count }, () => ['hooks', 'Stop', 0, 'timeout']),
  )
})

test('a long default of the host is nobody’s mistake', () =>
  expect(inspectLongTimeouts([bridge('Stop', { timeoutMs: 7_200_000 })], at)).toEqual([]))
