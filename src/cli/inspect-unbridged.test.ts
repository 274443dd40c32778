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

const waiting = (
  fields: Partial<Hook>,
  { timeoutMs, deadline, most }: { timeoutMs: number; deadline?: number; most?: number },
) => {
  const command = `hookwright run --host claude-code${deadline === undefined ? '' : ` --deadline ${deadline}`}`
  const handler = { type: 'command', start: { kind: 'inline', form: 'sh', command } } as const
  return inspectCutTimeouts(
    { ours: [ours('PreToolUse', fields)], theirs: [] },
    {
      at,
      bridges: bridgesIn([bridge('PreToolUse', { timeoutMs, handler })], dialects),
      longest: new Map([['claude-code', () => most]]),
    },
  )
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
] as const)('the host waits for us %s', ([, timeoutMs, fields, count]) =>
  expect(waiting(fields, { timeoutMs }).map(({ code }) => code)).toEqual(
    Array.from({ length: count }, () => 'timeout.bridge'),
  ),
)

test.for([
  [
    'without a deadline nobody hears the answer',
    {},
    'warning',
    /the host then goes on without it\.$/,
    /sync/,
  ],
  [
    'with a deadline the hook has failed',
    { deadline: 55 },
    'warning',
    /hookwright ends it after 55 s, and then `onFailure: ask` counts\.$/,
    /^Run `hookwright sync`/,
  ],
  [
    'a host that waits for longer can be told to',
    { deadline: 55, most: 61 },
    'warning',
    /ends it after 55 s/,
    /^Run `hookwright sync`/,
  ],
  [
    'a host that cannot wait for longer needs no sync',
    { deadline: 55, most: 60 },
    'notice',
    /ends it after 55 s/,
    /^Claude Code waits no longer\. .* write `timeout: 55` at it\.$/,
  ],
  [
    'a deadline after which the host no longer listens',
    { deadline: 60 },
    'warning',
    /the host then goes on without it\.$/,
    /^Run `hookwright sync`/,
  ],
  [
    'a host that cannot wait for longer, without a deadline',
    { most: 60 },
    'warning',
    /goes on without it/,
    /`timeout: 60` at it/,
  ],
] as const)('%s', ([, how, severity, message, hint]) => {
  const [found] = waiting({ ...slow, onFailure: 'ask' }, { timeoutMs: 60_000, ...how })
  expect(found?.severity).toBe(severity)
  expect(found?.message).toMatch(message)
  expect(found?.hint).toMatch(hint)
})

const hostFile = (text: string) =>
  createEntryPlaces({ files: memoryFiles({ [SETTINGS]: text }), places: places(), dialects })

test.for([
  ['written', '{"hooks":{"Stop":[{"hooks":[{"command":"x","timeout":700}]}]}}', ['timeout.host']],
  ['of the host itself', '{"hooks":{"Stop":[{"hooks":[{"command":"x"}]}]}}', []],
] as const)('a timeout that its host does not accept, %s', ([, text, codes]) =>
  expect(
    inspectCutTimeouts(
      { ours: [], theirs: [bridge('Stop', { timeoutMs: 700_000 })] },
      { at: hostFile(text), bridges: [], longest: new Map([['claude-code', () => 600]]) },
    ).map(({ code }) => code),
  ).toEqual(codes),
)

test('an entry of a plain list is a bridge, and one that starts a program which calls us', () => {
  const flat = bridge('PreToolUse', { source: { file: SETTINGS, pointer: ['hooks', 0], scope: 'user' } })
  const program = bridge('Stop', {
    handler: { type: 'command', start: { kind: 'argv', words: ['/state/stop'] } },
    source: { file: '/state/stop', pointer: [], scope: 'user' },
  })
  const found = bridgesIn([flat, program], dialects, {
    programText: (file) =>
      file === '/state/stop' ? '#!/bin/sh\nhookwright run --host claude-code\n' : undefined,
  })
  expect(found.map(({ native }) => native)).toEqual(['PreToolUse', 'Stop'])
})

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
