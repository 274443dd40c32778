import { dialectOfFile } from '../registry.ts'
import { describe, expect, test } from 'vitest'
import { places } from '../../../test/helpers/builders.ts'
import type { Places } from '../dialect.ts'
import { claudeCode } from './index.ts'

function paths(changes: Partial<Places> = {}, env: Record<string, string> = {}): string[] {
  const here = places({ startDir: '/repo', projectDir: '/repo', env: (name) => env[name], ...changes })
  return claudeCode.files(here).map((one) => `${one.scope} ${'path' in one ? one.path : ''}`)
}

describe('files', () => {
  const managed = [
    'managed /etc/claude-code/managed-settings.json',
    'managed /etc/claude-code/managed-settings.d',
  ]
  const user = 'user /home/dev/.claude/settings.json'

  test('of a session at the git root', () =>
    expect(paths()).toEqual([
      ...managed,
      user,
      'project /repo/.claude/settings.json',
      'local /repo/.claude/settings.local.json',
    ]))

  test('of a session below it', () =>
    expect(paths({ startDir: '/repo/a' }).slice(3)).toEqual([
      'project /repo/a/.claude/settings.json',
      'local /repo/.claude/settings.local.json',
      'local /repo/a/.claude/settings.local.json',
    ]))

  test('of a session in the home folder name the user file once', () =>
    expect(paths({ startDir: '/home/dev', projectDir: '/home/dev' }).slice(2)).toEqual([
      user,
      'local /home/dev/.claude/settings.local.json',
    ]))

  test('CLAUDE_CONFIG_DIR moves the user file', () =>
    expect(paths({}, { CLAUDE_CONFIG_DIR: '/else/' })[2]).toBe('user /else/settings.json'))

  test('on macOS', () =>
    expect(paths({ platform: 'darwin' })[0]).toBe(
      'managed /Library/Application Support/ClaudeCode/managed-settings.json',
    ))

  test('on Windows the local file stays in the start folder', () =>
    expect(paths({ platform: 'win32', startDir: 'C:\\r\\a', projectDir: 'C:\\r', home: 'C:\\u' })).toEqual([
      'managed C:\\Program Files\\ClaudeCode\\managed-settings.json',
      'managed C:\\Program Files\\ClaudeCode\\managed-settings.d',
      'user C:\\u\\.claude\\settings.json',
      'project C:\\r\\a\\.claude\\settings.json',
      'local C:\\r\\a\\.claude\\settings.local.json',
    ]))

  test.for([
    ['/r/.claude/settings.json', true],
    ['/r/.claude/settings.local.json', true],
    ['/etc/claude-code/managed-settings.d/a.json', true],
    ['/r/settings.json', false],
    ['/r/hookwright.json', false],
  ] as const)('%s named directly is ours: %s', ([file, ours]) =>
    expect(dialectOfFile(file) === claudeCode.name).toBe(ours),
  )
})

describe('a failed hook', () => {
  test.for([
    ['PreToolUse', 'crash', 'none'],
    ['PreToolUse', 'timeout', 'none'],
    ['PreToolUse', 'timeout', 'deny', 'function'],
    ['UserPromptSubmit', 'timeout', 'deny', 'function'],
    ['UserPromptExpansion', 'timeout', 'deny', 'function'],
    ['Stop', 'timeout', 'none', 'function'],
    ['PreToolUse', 'crash', 'none', 'function'],
    ['UserPromptSubmit', 'protocol-error', 'none'],
    ['PreModelSwitch', 'timeout', 'deny'],
    ['PreModelSwitch', 'crash', 'none'],
    ['WorktreeCreate', 'crash', 'deny'],
  ] as const)('on %s by %s is %s, of a %s', ([event, failure, wanted, handler = 'command' as const]) =>
    expect(claudeCode.failures(event, failure, handler)).toBe(wanted),
  )
})

test('config and hook sides load on demand', async () => {
  expect(await claudeCode.config()).toHaveProperty('combine')
  expect(await claudeCode.hooks()).toHaveProperty('decodeOutput')
})

describe('an answer of a server or a tool that is longer than what is kept', () => {
  test.for(['PreToolUse', 'PermissionRequest', 'PostToolUse', 'Stop', 'SubagentStop'])(
    'refuses %s',
    (event) => expect(claudeCode.failures(event, 'overflow', 'http')).toBe('deny'),
  )

  test.for(['SessionStart', 'Notification'])('refuses nothing on %s, which nobody can refuse', (event) =>
    expect(claudeCode.failures(event, 'overflow', 'http')).toBe('none'),
  )
})
