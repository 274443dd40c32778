import { expect, test } from 'vitest'
import { GIT_KEYS } from '../../dialects/hookwright/schema.ts'
import { FILE_KEYS } from './file-keys.ts'
import { holdsGitHooks } from './own-file.ts'
import { readGitConfig } from './read-config.ts'
import { KNOWN } from './known.ts'

const YAML = `version: 1
hooks: {}
git:
  trust: pinned
  fail_fast: true
  repos:
    - repo: local
      hooks:
        - { id: a, name: a, language: system, entry: echo }
`
const JSON_TEXT = JSON.stringify({
  version: 1,
  git: {
    fail_fast: true,
    repos: [{ repo: 'local', hooks: [{ id: 'a', name: 'a', language: 'system', entry: 'echo' }] }],
  },
})
const TOML = `version = 1
[git]
fail_fast = true
[[git.repos]]
repo = "local"
hooks = [{ id = "a", name = "a", language = "system", entry = "echo" }]
`

test.for([
  ['hookwright.yaml', YAML],
  ['hookwright.json', JSON_TEXT],
  ['hookwright.toml', TOML],
] as const)('%s holds a whole git config under git', ([file, text]) => {
  expect(holdsGitHooks(text, file)).toBe(true)
  expect(readGitConfig(text, `/p/${file}`, KNOWN)).toMatchObject({
    config: { failFast: true, repos: [{ kind: 'local', hooks: [{ options: { id: 'a' } }] }] },
    issues: [],
  })
})

test.for([
  ['no git key', 'version: 1\nhooks: {}\n'],
  ['only a policy', 'git: { trust: pinned }\n'],
  ['repos elsewhere', 'hooks: { Stop: [{ context: repos }] }\n'],
] as const)('%s is no git config', ([, text]) => {
  expect(holdsGitHooks(text, 'hookwright.yaml')).toBe(false)
  expect(readGitConfig(text, 'hookwright.yaml', KNOWN).issues).toMatchObject([
    { message: '"hookwright.yaml" has no git hooks: `git.repos` is missing.' },
  ])
})

test('a text that cannot be parsed counts, so that its mistake is told', () =>
  expect(holdsGitHooks('git:\n  repos: [\n', 'hookwright.yaml')).toBe(true))

test('a mistake is shown where it stands in the file', () => {
  const text = YAML.replace('fail_fast: true', 'fail_fast: maybe')
  expect(readGitConfig(text, 'hookwright.yaml', KNOWN).issues).toMatchObject([
    { place: { file: 'hookwright.yaml', pointer: ['git', 'fail_fast'], line: 5, column: 14 } },
  ])
})

test('hookwright.yaml accepts every key of a git config', () =>
  expect([...GIT_KEYS].toSorted()).toEqual(
    [...Object.values(FILE_KEYS).map(({ name }) => name), 'ci', 'minimum_pre_commit_version'].toSorted(),
  ))
