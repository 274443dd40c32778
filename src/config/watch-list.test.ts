import { expect, test } from 'vitest'
import { places } from '../../test/helpers/builders.ts'
import { dialects } from '../dialects/index.ts'
import { watchList } from './watch-list.ts'

function watched(...sources: string[]): string[] {
  const here = places({ startDir: '/home/dev/app/sub' })
  return watchList({ sources, places: here, dialects }).map(
    ({ path, source, suffix = '' }) => `${source} ${path}${suffix && `/*${suffix}`}`,
  )
}

test('every settings file is watched under the word the host has for it', () =>
  expect(watched('claude-code')).toEqual([
    'policy_settings /etc/claude-code/managed-settings.json',
    'policy_settings /etc/claude-code/managed-settings.d/*.json',
    'user_settings /home/dev/.claude/settings.json',
    'project_settings /home/dev/app/sub/.claude/settings.json',
    'local_settings /home/dev/app/.claude/settings.local.json',
    'local_settings /home/dev/app/sub/.claude/settings.local.json',
  ]))

test('a file that may appear nearer than the one in use is watched too', () => {
  const found = watched('hookwright')
  expect(found).toContain('project_settings /home/dev/app/sub/hookwright.yaml')
  expect(found).toContain('project_settings /home/dev/app/hookwright.yaml')
  expect(found).not.toContain('project_settings /home/dev/hookwright.yaml')
})

test.for([
  ['x.yaml', 'project_settings /home/dev/app/sub/x.yaml'],
  ['/etc/x.yaml', 'user_settings /etc/x.yaml'],
  ['skills/a/SKILL.md', 'skills /home/dev/app/sub/skills/a/SKILL.md'],
] as const)('a named file: %s', ([source, wanted]) => expect(watched(source, source)).toEqual([wanted]))
