import { findEntry } from '../registry.ts'
import { describe, expect, test } from 'vitest'
import { places } from '../../../test/helpers/builders.ts'
import { copilotAs } from './index.ts'

const listed = (surface: string, fields: Parameters<typeof places>[0] = {}) =>
  copilotAs(surface)
    .files(places(fields))
    .map((spec) =>
      'path' in spec ? `${spec.scope} ${spec.path}${spec.find === 'folder' && spec.deep ? '/**' : ''}` : '',
    )

describe('where hooks are, in the order they run', () => {
  test('for the CLI', () =>
    expect(listed('cli')).toEqual([
      'managed /etc/github-copilot/policy.d',
      'user /home/dev/.copilot/hooks/**',
      'user /home/dev/.copilot/settings.json',
      'project /home/dev/app/.github/hooks/**',
      'project /home/dev/app/.claude/settings.json',
      'local /home/dev/app/.claude/settings.local.json',
      'project /home/dev/app/.github/copilot/settings.json',
      'local /home/dev/app/.github/copilot/settings.local.json',
    ]))

  test('the root of the repository counts, not where the session runs', () =>
    expect(listed('cli', { startDir: '/home/dev/app/src' })).toEqual(listed('cli')))

  test("COPILOT_HOME moves what is the user's", () =>
    expect(
      listed('cli', { env: (name) => (name === 'COPILOT_HOME' ? '/c' : undefined) })?.slice(1, 3),
    ).toEqual(['user /c/hooks/**', 'user /c/settings.json']))

  test('on Windows', () =>
    expect(
      listed('cli', { platform: 'win32', home: 'C:\\Users\\dev', projectDir: 'C:\\app' })?.slice(0, 4),
    ).toEqual([
      'managed C:\\ProgramData\\GitHub\\Copilot\\policy.d',
      'user C:\\Users\\dev\\.copilot\\hooks/**',
      'user C:\\Users\\dev\\.copilot\\settings.json',
      'project C:\\app\\.github\\hooks/**',
    ]))

  test('for VS Code, which looks into no folder below and reads the home settings of Claude Code', () =>
    expect(listed('vscode')).toEqual([
      'project /home/dev/app/.github/hooks',
      'project /home/dev/app/.claude/settings.json',
      'local /home/dev/app/.claude/settings.local.json',
      'user /home/dev/.copilot/hooks',
      'user /home/dev/.claude/settings.json',
    ]))

  test('for the cloud agent', () => expect(listed('cloud')).toEqual(['project /home/dev/app/.github/hooks']))
})

describe('a file named directly', () => {
  test.for([
    ['/r/.github/hooks/a.json', true],
    ['/r/.github/hooks/pkg/hooks.json', true],
    ['/h/.copilot/hooks/a.json', true],
    ['/h/.copilot/settings.json', true],
    ['/r/.github/copilot/settings.local.json', true],
    ['/r/examples/hooks/commit-gate/hooks.json', true],
    ['/etc/github-copilot/policy.d/a.json', true],
    ['/r/.claude/settings.json', false],
    ['/r/.codex/hooks.json', false],
    ['/r/.cursor/hooks.json', false],
    ['/r/plugin/hooks/hooks.json', false],
    ['/r/hookwright.json', false],
  ] as const)('%s is ours: %s', ([file, isOurs]) =>
    expect(findEntry('copilot')?.files?.test(file)).toBe(isOurs),
  )
})

test('a plugin says its name and may name another file', () => {
  const describePlugin = copilotAs('cli').plugins?.describe
  expect(describePlugin?.({ name: 'p', hooks: 'x/hooks.json' })).toEqual({
    name: 'p',
    paths: [{ path: 'x/hooks.json', pointer: ['hooks'] }],
  })
  expect(describePlugin?.([])).toEqual({ paths: [] })
})
