import { expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import type { Hook } from '../core/hook.ts'
import { firedBy, inspectEvents } from './inspect-events.ts'

function on(event: string, file = '/p/hookwright.yaml', dialect = 'hookwright'): Hook {
  return hook({ event, dialect, source: { file, pointer: ['hooks', event, 0], scope: 'project' } })
}

test.for([
  ['one event', ['ErrorOccurred'], 'ErrorOccurred fires in: GitHub Copilot.'],
  ['an event of a program alone', ['run:PreRun'], 'run:PreRun fires in: codex_runtime.'],
  [
    'several events, each once and by their hosts',
    ['ErrorOccurred', 'PermissionDenied', 'ErrorOccurred', 'Setup', 'PreToolUse'],
    'ErrorOccurred fires in: GitHub Copilot; PermissionDenied fires in: Claude Code, Qwen Code, Grok Build, Qoder; Setup fires in: Claude Code, Qoder.',
  ],
] as const)('a file is told once where its events fire: %s', ([, events, message]) => {
  expect(
    inspectEvents(
      events.map((event) => on(event)),
      [],
    ),
  ).toEqual([{ code: 'event.hosts', severity: 'notice', place: { file: '/p/hookwright.yaml' }, message }])
})

test('events that most hosts have are not worth a word where no host is known to be used', () =>
  expect(
    inspectEvents(
      ['PreToolUse', 'Stop', 'SessionStart'].map((event) => on(event)),
      [],
    ),
  ).toEqual([]))

test("a host's own file is not told about that host's events", () =>
  expect(inspectEvents([on('PermissionDenied', '/p/.claude/settings.json', 'claude-code')], [])).toEqual([]))

test('each file has its own line', () =>
  expect(inspectEvents([on('Setup', '/a'), on('Setup', '/b')], []).map(({ place }) => place.file)).toEqual([
    '/a',
    '/b',
  ]))

test.for(['__proto__', 'toString', 'Deploy'])('nobody fires %s', (event) =>
  expect(firedBy(event)).toEqual([]),
)

test('an event that a host used here does not fire is told of, and many hosts are counted', () => {
  const message = 'Stop fires in: Claude Code, GitHub Copilot, Codex CLI, Gemini CLI, Cursor and 19 others.'
  expect(inspectEvents([on('Stop')], ['claude-code', 'crush'])).toMatchObject([{ message }])
  expect(inspectEvents([on('Stop')], ['claude-code', 'gemini-cli'])).toEqual([])
})
