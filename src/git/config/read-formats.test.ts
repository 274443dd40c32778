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
const TOML =
  '[[repos]]\nrepo = "local"\n[[repos.hooks]]\nid = "a"\nname = "a"\nentry = "a"\nlanguage = "system"\n'

const read = (text: string, file = '.pre-commit-config.yaml') => readGitConfig(text, file, KNOWN)
const withKey = (line: string): string => `${LOCAL}    ${line}\n`

const shown = ({ place, message }: Issue): string => `${place.line}:${place.column} ${message}`
const errors = (text: string, file?: string): string[] => read(text, file).issues.map(shown)
const hookOf = (text: string, file?: string) => read(text, file).config?.repos[0]?.hooks[0]?.options

describe('what YAML files say is understood', () => {
  test.for([
    ['shell: bash', { shell: 'bash' }],
    ['always_run: yes', { alwaysRun: true }],
    ['always_run: "off"', { alwaysRun: false }],
    ['args: [1.10, true, 0x10, "2", ~x]', { args: ['1.10', 'true', '0x10', '2', '~x'] }],
    ['env: {A: 1, B: yes}', { env: { A: '1', B: 'yes' } }],
    ['stages: [commit, push, merge-commit]', { stages: ['pre-commit', 'pre-push', 'pre-merge-commit'] }],
    ['pass_filenames: 3', { passFilenames: 3 }],
    ['pass_filenames: no', { passFilenames: false }],
    ['priority: 0x10', { priority: 16 }],
    ['language_version: "3.10"', { languageVersion: { request: '3.10' } }],
    ['language_version: {preference: only-system}', { languageVersion: { preference: 'only-system' } }],
    ['minimum_prek_version: ""', { minimumPrekVersion: '' }],
    ['minimum_prek_version: 0.5.3-rc.1', { minimumPrekVersion: '0.5.3-rc.1' }],
    ['log_file: 3', { logFile: '3' }],
    ['<<: {verbose: true, name: other}', { verbose: true, name: 'a' }],
    ['<<: [{alias: x}, {alias: y, verbose: on}]', { alias: 'x', verbose: true }],
    ['<<: {<<: {alias: z}, verbose: true}', { alias: 'z', verbose: true }],
    ['<<:', { id: 'a' }],
  ] as const)('%s', ([line, expected]) => expect(hookOf(withKey(line))).toMatchObject(expected))

  test.for(['shell: null', 'shell:', 'always_run: ~', 'args: null', 'files: null'])(
    '%s is the same as nothing (O5)',
    (line) => expect(hookOf(withKey(line))).toEqual(hookOf(LOCAL)),
  )

  test.for([
    ['unsupported', 'system'],
    ['unsupported_script', 'script'],
  ])('language %s is %s', ([old, language]) => {
    expect(hookOf(LOCAL.replace('system', String(old)))?.language).toBe(language)
  })

  test('a priority may be a name', () => {
    expect(hookOf(`priorities: {early: 5}\n${withKey('priority: early')}`)?.priority).toBe(5)
  })

  test('repos and hooks may be nothing', () => {
    expect(read('repos:').config?.repos).toEqual([])
    expect(read('repos:\n- repo: local\n  hooks:').config?.repos[0]?.hooks).toEqual([])
  })

  test('a quoted "<<" is a key nobody knows', () => {
    expect(read(withKey('"<<": {verbose: 1}')).issues).toMatchObject([{ code: 'config.unknown-key' }])
  })

  test('a byte order mark and CRLF change nothing', () => {
    expect(read(`\uFEFF${LOCAL.replaceAll('\n', '\r\n')}`).issues).toEqual([])
    expect(errors(`\uFEFF${withKey('shell: zsh').replaceAll('\n', '\r\n')}`)[0]).toMatch(/^8:12 /)
  })
})

describe('TOML means what it says', () => {
  test.for([
    ['args = [1]', '8:9 "args[0]" must be text, not `1`.'],
    ['always_run = "true"', '8:14 "always_run" must be `true` or `false`, not `"true"`.'],
    ['shell = "zsh"', '8:9 Shell "zsh" is not one of sh, bash, pwsh, powershell, cmd.'],
    [
      'priority = 1.0',
      '8:12 "priority" must be a whole number from 0 to 4294967295 or a name from `priorities`, not `1.0`.',
    ],
    [
      'pass_filenames = 0',
      '8:18 pass_filenames must be a positive integer; use `false` to pass no filenames',
    ],
    ['env = {A = 1}', '8:12 "env.A" must be text, not `1`.'],
  ])('%s', ([line, expected]) => expect(errors(`${TOML}${line}\n`, 'prek.toml')).toEqual([expected]))

  test('inline tables may span lines', () => {
    expect(hookOf(`${TOML}env = {\n  A = "1",\n}\n`, 'prek.toml')?.env).toEqual({ A: '1' })
  })

  test('"<<" is no merge key', () => {
    expect(read(`${TOML}"<<" = {verbose = 1}\n`, 'prek.toml').issues).toMatchObject([
      {
        code: 'config.unknown-key',
        message: 'Ignored unexpected keys in `prek.toml`: `repos[0].hooks[0].<<`',
      },
    ])
  })

  test('a number is no rev', () => {
    const text = '[[repos]]\nrepo = "https://x/y"\nrev = 1.10\nhooks = []\n'
    expect(errors(text, 'prek.toml')).toEqual(['3:7 "rev" must be text, not `1.10`.'])
  })
})
