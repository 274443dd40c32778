import { expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { dialects } from '../../test/helpers/dialects.ts'
import type { Hook } from '../core/hook.ts'
import { inspectDoubleBridges } from './inspect-double-bridges.ts'

const USER = '/home/dev/.claude/settings.json'
const PROJECT = '/home/dev/app/.claude/settings.json'
const CALL = 'hookwright run --host claude-code'

function entry(command: string, index = 0, more: Partial<Hook> = {}): Hook {
  return hook({
    id: `entry-${index}`,
    event: 'PreToolUse',
    dialect: 'claude-code',
    handler: { type: 'command', start: { kind: 'inline', form: 'sh-c', command } },
    source: { file: PROJECT, pointer: ['hooks', 'PreToolUse', index, 'hooks', 0], scope: 'project' },
    ...more,
  })
}

const ofUser = {
  source: { file: USER, pointer: ['hooks', 'PreToolUse', 0, 'hooks', 0], scope: 'user' },
} as const

test('of two entries in one file the later is to be removed', () =>
  expect(inspectDoubleBridges([entry(CALL), entry(`npx ${CALL}`, 1)], dialects)).toEqual([
    {
      code: 'bridge.double',
      severity: 'notice',
      place: { file: PROJECT, pointer: ['hooks', 'PreToolUse', 1, 'hooks', 0], hook: 'entry-1' },
      message:
        'The bridge is called for PreToolUse by this entry and by hook entry-0. Hooks run once where the payload identifies the action, such as a tool call with an id, and twice elsewhere.',
      hint: 'Remove this entry.',
    },
  ]))

test('of entries in two files it is said whom each serves', () =>
  expect(inspectDoubleBridges([entry(CALL, 0, ofUser), entry(CALL, 1)], dialects)).toMatchObject([
    {
      place: { file: PROJECT },
      message: expect.stringContaining(`by this entry and by hook entry-0 of "${USER}".`) as unknown,
      hint: "Remove one of them: the user's entry serves all your projects, the project's everybody who works on it.",
    },
  ]))

test('equal entries run once where the host says so', () =>
  expect(
    inspectDoubleBridges([entry(CALL, 0, { dedup: 'a' }), entry(CALL, 1, { dedup: 'a' })], dialects),
  ).toMatchObject([
    {
      message: expect.stringContaining(
        'Hooks run once, because Claude Code runs equal entries once.',
      ) as unknown,
    },
  ]))

test('calls that use answers differently do not share a decision', () =>
  expect(inspectDoubleBridges([entry(CALL), entry(`${CALL} --headless`, 1)], dialects)).toMatchObject([
    { message: expect.stringContaining('Hooks run twice, because --headless or') as unknown },
  ]))

test('hooks run twice on a host whose payloads identify no action', () => {
  const entries = [0, 1].map((index) =>
    entry('hookwright run --host windsurf', index, {
      dialect: 'windsurf',
      source: {
        file: '/home/dev/app/.windsurf/hooks.json',
        pointer: ['hooks', 'pre_run_command', index],
        scope: 'project',
      },
    }),
  )
  expect(inspectDoubleBridges(entries, dialects)).toMatchObject([
    {
      message: expect.stringContaining(
        'Hooks run twice, because payloads of Windsurf Cascade do not identify an action.',
      ) as unknown,
    },
  ])
})

test('an entry is compared with one of its own file before others', () =>
  expect(
    inspectDoubleBridges([entry(CALL, 0, ofUser), entry(CALL, 1), entry(CALL, 2)], dialects),
  ).toMatchObject([
    { message: expect.stringContaining('by hook entry-0 of') as unknown },
    { message: expect.stringContaining('by hook entry-1.') as unknown, hint: 'Remove this entry.' },
  ]))

const names = (...list: string[]): Partial<Hook> => ({ matcher: { kind: 'names', names: list } })

test.for<readonly [string, Hook, Hook, number]>([
  ['a name in common', entry(CALL, 0, names('Bash', 'Edit')), entry(CALL, 1, names('Edit')), 1],
  ['one for every tool', entry(CALL, 0, names('Bash')), entry(CALL, 1), 1],
  ['no name in common', entry(CALL, 0, names('Bash')), entry(CALL, 1, names('Edit')), 0],
  ['other conditions', entry(CALL, 0, { condition: 'Bash(a)' }), entry(CALL, 1, { condition: 'Bash(b)' }), 0],
  ['other sources', entry(CALL), entry(`${CALL} --source copilot`, 1), 0],
  ['other plugins', entry(`${CALL} --plugin=a`), entry(`${CALL} --plugin b`, 1), 0],
  ['one that is switched off', entry(CALL), entry(CALL, 1, { disabled: 'off' }), 0],
  ['another program', entry(CALL), entry('my-guard', 1), 0],
  [
    'another event',
    entry(CALL),
    entry(CALL, 1, {
      event: 'Stop',
      source: { file: PROJECT, pointer: ['hooks', 'Stop', 0], scope: 'project' },
    }),
    0,
  ],
])('two entries with %s', ([, first, second, count]) =>
  expect(inspectDoubleBridges([first, second], dialects)).toHaveLength(count),
)
