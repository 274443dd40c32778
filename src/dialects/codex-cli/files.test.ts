import { expect, test } from 'vitest'
import { places } from '../../../test/helpers/builders.ts'
import type { Places } from '../dialect.ts'
import { dialectOfFile } from '../registry.ts'
import { files } from './files.ts'

function list(fields: Partial<Places> = {}): readonly string[] {
  return files(places(fields)).map((spec) =>
    spec.find === 'file' ? `${spec.scope} ${spec.path}` : spec.find,
  )
}

const MANAGED = [
  'managed /etc/codex/requirements.toml',
  'managed /etc/codex/hooks.json',
  'managed /etc/codex/config.toml',
  'managed /etc/codex/managed_config.toml',
]

test('files are those of policy, user and every folder from the root of the project to the session', () =>
  expect(list({ startDir: '/home/dev/app/a/b' })).toEqual([
    ...MANAGED,
    'user /home/dev/.codex/hooks.json',
    'user /home/dev/.codex/config.toml',
    'project /home/dev/app/.codex/hooks.json',
    'project /home/dev/app/.codex/config.toml',
    'project /home/dev/app/a/.codex/hooks.json',
    'project /home/dev/app/a/.codex/config.toml',
    'project /home/dev/app/a/b/.codex/hooks.json',
    'project /home/dev/app/a/b/.codex/config.toml',
  ]))

test('CODEX_HOME is the folder of the user', () =>
  expect(list({ env: (name) => (name === 'CODEX_HOME' ? '/opt/codex/' : undefined) })).toContain(
    'user /opt/codex/hooks.json',
  ))

test('the folder of the user is not a project', () =>
  expect(list({ startDir: '/home/dev', projectDir: '/home/dev' })).toEqual([
    ...MANAGED,
    'user /home/dev/.codex/hooks.json',
    'user /home/dev/.codex/config.toml',
  ]))

test('Windows has its own folder of policy and no older one', () =>
  expect(
    list({
      platform: 'win32',
      startDir: 'C:\\app\\a',
      projectDir: 'C:\\app',
      home: 'C:\\Users\\dev',
    }),
  ).toEqual([
    'managed C:\\ProgramData\\OpenAI\\Codex\\requirements.toml',
    'managed C:\\ProgramData\\OpenAI\\Codex\\hooks.json',
    'managed C:\\ProgramData\\OpenAI\\Codex\\config.toml',
    'user C:\\Users\\dev\\.codex\\hooks.json',
    'user C:\\Users\\dev\\.codex\\config.toml',
    'project C:\\app\\.codex\\hooks.json',
    'project C:\\app\\.codex\\config.toml',
    'project C:\\app\\a\\.codex\\hooks.json',
    'project C:\\app\\a\\.codex\\config.toml',
  ]))

test.for([
  '/p/.codex/hooks.json',
  '/p/.codex/config.toml',
  '/etc/codex/requirements.toml',
  '/etc/codex/managed_config.toml',
  'C:/ProgramData/OpenAI/Codex/config.toml',
])('%s is a file of Codex', (file) => expect(dialectOfFile(file)).toBe('codex-cli'))
