import { describe, expect, test } from 'vitest'
import type { Issue } from '../../core/issue.ts'
import { KNOWN } from './known.ts'
import { readGitConfig } from './read-config.ts'

const LOCAL = `repos:
- repo: local
  hooks:
  - id: a
    name: a
    entry: a
    language: system
`

const read = (text: string, file = '.pre-commit-config.yaml') => readGitConfig(text, file, KNOWN)
const withKey = (line: string): string => `${LOCAL}    ${line}\n`
const remote = (rev: string): string => `repos:\n- repo: https://x/y\n  rev: ${rev}\n  hooks: [{id: a}]\n`
const shown = ({ place, message }: Issue): string => `${place.line}:${place.column} ${message}`
const errors = (text: string, file?: string): string[] => read(text, file).issues.map(shown)

const STAGE_LIST =
  'manual, commit-msg, post-checkout, post-commit, post-merge, post-rewrite, pre-commit, pre-merge-commit, pre-push, pre-rebase, prepare-commit-msg, commit, push, merge-commit'

describe('a mistake in a hook is refused at its place', () => {
  test.for([
    ['shell: zsh', '8:12 Shell "zsh" is not one of sh, bash, pwsh, powershell, cmd.'],
    ['shell: "bash -e"', '8:12 Shell "bash -e" is not one of sh, bash, pwsh, powershell, cmd.'],
    ['shell: [bash]', '8:12 "shell" must be one of sh, bash, pwsh, powershell, cmd, not a list.'],
    ['always_run: 1', '8:17 "always_run" must be `true` or `false`, not `1`.'],
    ['verbose: maybe', '8:14 "verbose" must be `true` or `false`, not `maybe`.'],
    ['require_serial: []', '8:21 "require_serial" must be `true` or `false`, not a list.'],
    ['args: foo', '8:11 "args" must be a list of text, not `foo`.'],
    ['args: [a, null]', '8:15 "args[1]" must be text, not nothing.'],
    ['args: [[a]]', '8:12 "args[0]" must be text, not a list.'],
    ['env: [A]', '8:10 "env" must be a mapping of names to text, not a list.'],
    ['env: {A: null}', '8:14 "env.A" must be text, not nothing.'],
    ['alias: {a: 1}', '8:12 "alias" must be text, not a mapping.'],
    ['types: [pyhton]', '8:13 Type tag `pyhton` is not recognized.'],
    ['stages: [comit]', `8:14 Stage "comit" is not one of ${STAGE_LIST}.`],
    ['pass_filenames: 0', '8:21 pass_filenames must be a positive integer; use `false` to pass no filenames'],
    [
      'pass_filenames: -1',
      '8:21 pass_filenames must be a positive integer; use `false` to pass no filenames',
    ],
    [
      'pass_filenames: 1.5',
      '8:21 "pass_filenames" must be `true`, `false` or a whole number from 1, not `1.5`.',
    ],
    [
      'pass_filenames: "1"',
      '8:21 "pass_filenames" must be `true`, `false` or a whole number from 1, not `"1"`.',
    ],
    [
      'priority: -1',
      '8:15 "priority" must be a whole number from 0 to 4294967295 or a name from `priorities`, not `-1`.',
    ],
    [
      'priority: 4294967296',
      '8:15 "priority" must be a whole number from 0 to 4294967295 or a name from `priorities`, not `4294967296`.',
    ],
    ['priority: soon', '8:15 Priority alias `soon` is not declared in `priorities`.'],
    ['priority: ""', '8:15 priority alias `` cannot be empty'],
    ['groups: [""]', '8:14 group name `` cannot be empty'],
    ['groups: [a b]', '8:14 group name `a b` cannot contain whitespace'],
    ['groups: ["@a"]', '8:14 group name `@a` uses the reserved `@` prefix'],
    ['language_version: 3.10', '8:23 "language_version" must be text, not `3.10`.'],
    [
      'language_version: {request: "3", preference: mine}',
      '8:50 Preference "mine" is not one of managed, system, only-managed, only-system.',
    ],
    ['language_version: {version: "3"}', '8:24 Key "version" is not one of request, preference.'],
    ['minimum_prek_version: "0.5"', '8:27 "0.5" is not a version with three numbers.'],
    ['minimum_prek_version: null', '8:27 "minimum_prek_version" must be text, not nothing.'],
    [
      'minimum_prek_version: "9.0.0"',
      '8:27 `prek` version `9.0.0` or newer is required, but this runner follows version `0.5.3`.',
    ],
    ['files: 3', '8:12 "files" must be a regex or `{glob: …}`, not `3`.'],
    ['files: {glob: "*", regex: x}', '8:24 Key "regex" is not one of glob.'],
    ['files: {}', '8:12 missing field `glob`'],
    ['files: {glob: 3}', '8:19 "files.glob" must be a glob or a list of globs, not `3`.'],
    ['<<: 3', '8:9 A merge key "<<" takes a mapping or a list of mappings.'],
  ] as const)('%s', ([line, expected]) => {
    expect(errors(withKey(line))).toEqual([expected])
    expect(read(withKey(line)).config).toBeUndefined()
  })
})

describe('a mistake elsewhere is refused at its place', () => {
  test.for([
    ['', '1:1 ".pre-commit-config.yaml" is empty.'],
    ['# nothing\n', '1:1 ".pre-commit-config.yaml" is empty.'],
    ['[]', '1:1 ".pre-commit-config.yaml" is not a mapping of keys to values.'],
    ['files: a', '1:1 missing field `repos`'],
    ['repos: {}', '1:8 "repos" must be a list of repositories, not a mapping.'],
    ['repos: [a]', '1:9 "repos[0]" must be a mapping, not `a`.'],
    ['repos:\n- null', '2:3 missing field `repo`'],
    ['repos:\n- hooks: []', '2:3 missing field `repo`'],
    ['repos:\n- repo: local', '2:3 missing field `hooks`'],
    ['repos:\n- repo: https://x/y\n  hooks: []', '2:3 missing field `rev`'],
    ['repos:\n- repo: https://x/y\n  rev:\n  hooks: []', '3:7 "rev" must be text, not nothing.'],
    ['repos:\n- repo: local\n  rev: a\n  hooks: []', '3:3 `rev` is not allowed for local repos'],
    ['repos:\n- repo: meta\n  rev: a\n  hooks: []', '3:3 `rev` is not allowed for meta repos'],
    ['repos:\n- hooks: []\n  rev: a\n  repo: builtin', '3:3 `rev` is not allowed for builtin repos'],
    ['repos:\n- repo: meta\n  hooks: [{id: foo}]', '3:16 unknown meta hook id `foo`'],
    ['repos:\n- repo: builtin\n  hooks: [{id: foo}]', '3:16 unknown builtin hook id `foo`'],
    [
      'repos:\n- repo: meta\n  hooks: [{id: identity, entry: a}]',
      '3:33 `entry` is not allowed for meta hooks',
    ],
    [
      'repos:\n- repo: builtin\n  hooks: [{id: check-json, entry: a}]',
      '3:35 `entry` is not allowed for builtin hooks',
    ],
    [
      'repos:\n- repo: meta\n  hooks: [{id: identity, language: fail}]',
      '3:36 language must be `system` for meta hooks',
    ],
    ['repos:\n- repo: local\n  hooks: [null]', '3:11 missing field `id`'],
    ['repos: []\nfail_fast: 1', '2:12 "fail_fast" must be `true` or `false`, not `1`.'],
    ['repos: []\npriorities: {"a b": 1}', '2:14 priority alias `a b` cannot contain whitespace'],
    [
      'repos: []\npriorities: {a: -1}',
      '2:17 "priorities.a" must be a whole number from 0 to 4294967295, not `-1`.',
    ],
    [
      'repos: []\ndefault_install_hook_types: [manual]',
      '2:30 Hook type "manual" is not one of commit-msg, post-checkout, post-commit, post-merge, post-rewrite, pre-commit, pre-merge-commit, pre-push, pre-rebase, prepare-commit-msg.',
    ],
    [
      'repos: []\ndefault_language_version: {python: 3}',
      '2:36 "default_language_version.python" must be text, not `3`.',
    ],
    [
      'repos: []\nupdate: {cooldown_days: 256}',
      '2:25 "update.cooldown_days" must be a whole number from 0 to 255, not `256`.',
    ],
    ['repos: []\nupdate: {include_tags: [3]}', '2:25 "update.include_tags[0]" must be text, not `3`.'],
    ['repos: []\nrepos: []', '2:1 Key "repos" is written twice in the same mapping.'],
    ['repos: [', '1:9 Flow sequence in block collection must be sufficiently indented and end with a ].'],
  ] as const)('%s', ([text, expected]) => expect(errors(text)).toEqual([expected]))

  test('an unknown language names the known ones and the near one', () => {
    const [problem] = read(LOCAL.replace('system', 'pyton')).issues
    expect(problem).toMatchObject({
      hint: 'Did you mean "python"?',
      place: { line: 7, column: 15, length: 5 },
    })
    expect(problem?.message).toMatch(
      /^Language "pyton" is not one of bun, conda, .*system, unsupported, unsupported_script\.$/,
    )
  })
})

test('all mistakes are shown, in the order of the file', () => {
  const text =
    'fail_fast: 1\nrepos:\n- repo: local\n  hooks:\n  - id: a\n    shell: zsh\n- repo: https://x\n  hooks: []\n'
  expect(errors(text)).toEqual([
    '1:12 "fail_fast" must be `true` or `false`, not `1`.',
    '5:5 missing field `name`',
    '5:5 missing field `entry`',
    '5:5 missing field `language`',
    '6:12 Shell "zsh" is not one of sh, bash, pwsh, powershell, cmd.',
    '7:3 missing field `rev`',
  ])
})

test('a file for a newer prek says so first: that may explain the rest', () => {
  const [first] = read(`repos: 3\nminimum_prek_version: 0.6.0\n`).issues
  expect(first).toMatchObject({ code: 'config.version', place: { line: 2, column: 23 } })
})

describe('a wrong regex is shown where it is wrong', () => {
  test.for([
    ['files: a(b', 8, 13],
    ["files: 'a(b'", 8, 14],
    ["files: 'it''s(b'", 8, 18],
    ['files: "a(b"', 8, 14],
    ['files: |\n        x|\n        y(z', 10, 10],
  ] as const)('%s', ([line, row, column]) => {
    const [problem] = read(withKey(line)).issues
    expect(problem).toMatchObject({ code: 'pattern.invalid', place: { line: row, column } })
  })

  test('also behind an escape', () => {
    const [problem] = read(withKey(String.raw`files: "a\u0028b"`)).issues
    expect(problem).toMatchObject({ code: 'pattern.invalid', place: { line: 8, column: 14 } })
  })
})

describe('rev', () => {
  test.for(['1.10', 'v1.2.3', '"1.10"', 'abcdef0', 'ABCDEF', '1e3'])('%s is fixed', (rev) => {
    const { config, issues } = read(remote(rev))
    expect(issues).toEqual([])
    expect(config?.repos[0]).toMatchObject({ rev: rev.replaceAll('"', '') })
  })

  test.for(['main', 'v1', 'true', '""', '0x10', '2024-01-01'])(
    '%s may move, and one warning says so',
    (rev) => {
      const [problem, ...more] = read(remote(rev)).issues
      expect(more).toEqual([])
      expect(problem).toMatchObject({
        code: 'config.mutable-rev',
        severity: 'warning',
        place: { line: 3, column: 8 },
      })
      expect(problem?.message).toContain(`\nhttps://x/y: ${rev.replaceAll('"', '')}`)
    },
  )

  test('is found again in the text', () => {
    const [repo] = read(remote('1.10')).config?.repos ?? []
    const span = repo?.kind === 'remote' ? repo.revSpan : { start: 0, end: 0 }
    expect(remote('1.10').slice(span.start, span.end)).toBe('1.10')
  })
})

describe('keys nobody knows', () => {
  const ignored = (text: string) =>
    read(text).issues.map(({ severity, message }) => `${severity}: ${message}`)

  test('up to three are named in the line', () => {
    expect(ignored(`zoo: 1\n${withKey('foo: 1\n    bar: 2')}`)).toEqual([
      'warning: Ignored unexpected keys in `.pre-commit-config.yaml`: `zoo`, `repos[0].hooks[0].bar`, `repos[0].hooks[0].foo`',
    ])
  })

  test('more are a list', () => {
    expect(ignored(withKey('a: 1\n    b: 1\n    c: 1\n    d: 1'))).toEqual([
      'warning: Ignored unexpected keys in `.pre-commit-config.yaml`:\n  - `repos[0].hooks[0].a`\n  - `repos[0].hooks[0].b`\n  - `repos[0].hooks[0].c`\n  - `repos[0].hooks[0].d`',
    ])
  })

  test.for(['x-note: 1', 'ci: {skip: [a]}', 'minimum_pre_commit_version: 3.2.0'])('%s is not one', (line) => {
    expect(ignored(`${line}\n${LOCAL}`)).toEqual([])
  })
})

test('every key at the top is read', () => {
  const text = `files: ^src/
exclude: {glob: ['*.lock']}
fail_fast: true
default_language_version: {python: python3.12, node: {request: '20', preference: system}}
default_stages: [commit]
default_install_hook_types: [pre-commit, pre-push]
default_env: {A: 1}
priorities: {first: 0}
minimum_prek_version: 0.5.0
orphan: true
update: {cooldown_days: 7, freeze: true, include_tags: 'v*', repos: {'https://x': {exclude_tags: ['*rc*']}}}
repos: []
`
  const { config, issues } = read(text)
  expect(issues).toEqual([])
  expect(config).toMatchObject({
    failFast: true,
    defaultLanguageVersion: {
      python: { request: 'python3.12' },
      node: { request: '20', preference: 'system' },
    },
    defaultStages: ['pre-commit'],
    defaultInstallHookTypes: ['pre-commit', 'pre-push'],
    defaultEnv: { A: '1' },
    priorities: { first: 0 },
    minimumPrekVersion: '0.5.0',
    orphan: true,
    update: {
      cooldownDays: 7,
      freeze: true,
      includeTags: ['v*'],
      repos: { 'https://x': { excludeTags: ['*rc*'] } },
    },
  })
  expect([config?.files?.test('src/a'), config?.files?.test('a')]).toEqual([true, false])
  expect([config?.exclude?.test('a/b.lock'), config?.exclude?.test('a')]).toEqual([true, false])
})
