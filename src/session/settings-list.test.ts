import { expect, test } from 'vitest'
import { places } from '../../test/helpers/builders.ts'
import { claudeCode } from '../dialects/claude-code/index.ts'
import { hookwright } from '../dialects/hookwright/index.ts'
import { settingsFiles } from './settings-list.ts'

test('every place a settings file may be at is listed with its source', () => {
  const listed = settingsFiles(claudeCode.files(places()), [])
  expect(listed).toContainEqual({ file: '/home/dev/.claude/settings.json', source: 'user_settings' })
  expect(listed).toContainEqual({ file: '/home/dev/app/.claude/settings.json', source: 'project_settings' })
  expect(listed).toContainEqual({
    file: '/home/dev/app/.claude/settings.local.json',
    source: 'local_settings',
  })
  expect(listed).toContainEqual({ file: '/etc/claude-code/managed-settings.json', source: 'policy_settings' })
  expect(listed).toContainEqual({ file: '/etc/claude-code/managed-settings.d', source: 'policy_settings' })
})

test('a file that may be in any folder up to the root is listed for each', () => {
  const specs = hookwright.files(places({ startDir: '/home/dev/app/src/deep' }))
  const yaml = settingsFiles(specs, []).filter(({ file }) => file.endsWith('/hookwright.yaml'))
  expect(yaml.filter(({ source }) => source === 'project_settings').map(({ file }) => file)).toEqual([
    '/home/dev/app/src/deep/hookwright.yaml',
    '/home/dev/app/src/hookwright.yaml',
    '/home/dev/app/hookwright.yaml',
  ])
})

test('files that were found come first, each once, and those of plugins not at all', () => {
  const found = [
    { path: '/p/hooks.json', scope: 'plugin' },
    { path: '/d/10.json', scope: 'managed' },
    { path: '/d/10.json', scope: 'user' },
    { path: '/s/SKILL.md', scope: 'session' },
  ] as const
  expect(settingsFiles([], found)).toEqual([
    { file: '/d/10.json', source: 'policy_settings' },
    { file: '/s/SKILL.md', source: 'skills' },
  ])
})
