import { describe, expect, test } from 'vitest'
import { issue } from '../../core/issue.ts'
import { STAGES, type GitHook } from '../contracts/model.ts'
import type { GitConfig } from './config.ts'
import { needsClone } from './fast-path.ts'
import { KNOWN } from './known.ts'
import { readGitConfig } from './read-config.ts'
import { readManifest } from './read-manifest.ts'
import { resolveHooks, type ResolveInput, type Resolved } from './resolve.ts'

const DEFINITIONS = new Map(
  [
    { id: 'check-json', name: 'check json', description: 'Checks JSON.', types: ['json'] },
    {
      id: 'trailing-whitespace',
      name: 'trim trailing whitespace',
      description: 'Trims.',
      types: ['text'],
      stages: ['pre-commit', 'pre-push', 'manual'] as const,
    },
    { id: 'identity', name: 'identity', description: 'Names.', verbose: true as const },
    {
      id: 'check-hooks-apply',
      name: 'Check hooks apply',
      description: 'Checks.',
      files: String.raw`^prek\.toml$`,
    },
  ].map((each) => [each.id, each]),
)

const MANIFEST = `- id: a
  name: from the manifest
  entry: run-a
  language: system
  args: [one]
  env: {A: "1", B: "2"}
  types: [python]
  stages: [manual]
`

function configOf(text: string): GitConfig {
  const { config, issues } = readGitConfig(text, 'c.yaml', KNOWN)
  if (config === undefined) throw new Error(JSON.stringify(issues))
  return config
}

function resolve(text: string, manifest = MANIFEST, more: Partial<ResolveInput> = {}): Resolved {
  const { hooks = [] } = readManifest(manifest, '.pre-commit-hooks.yaml', KNOWN)
  return resolveHooks({
    config: configOf(text),
    manifest: () => ({ clone: '/store/a', hooks }),
    builtin: (id) => DEFINITIONS.get(id),
    meta: (id) => DEFINITIONS.get(id),
    fastPath: true,
    ...more,
  })
}

const remote = (options = '') => `repos:\n- repo: https://x/y\n  rev: v1.0\n  hooks: [{id: a${options}}]\n`
const local = (options: string) =>
  `repos:\n- repo: local\n  hooks: [{id: a, name: a, entry: a, ${options}}]\n`

function hookOf(text: string, manifest?: string): GitHook {
  const { hooks, issues } = resolve(text, manifest)
  if (hooks[0] === undefined) throw new Error(JSON.stringify(issues))
  return hooks[0]
}

test('a local hook gets every default', () => {
  expect(hookOf(local('language: system'))).toEqual({
    id: 'a',
    name: 'a',
    alias: '',
    repo: { kind: 'local' },
    entry: 'a',
    language: 'system',
    args: [],
    env: {},
    additionalDependencies: [],
    languageVersion: 'default',
    types: ['file'],
    typesOr: [],
    excludeTypes: [],
    alwaysRun: false,
    passFilenames: true,
    requireSerial: false,
    priority: 0,
    groups: [],
    failFast: false,
    verbose: false,
    stages: STAGES,
    index: 0,
    place: { file: 'c.yaml', pointer: ['repos', 0, 'hooks', 0], line: 3, column: 11, length: 44, hook: 'a' },
  })
})

describe('config over manifest', () => {
  test.for([
    ['', { name: 'from the manifest', args: ['one'], env: { A: '1', B: '2' }, stages: ['manual'] }],
    [', args: [two]', { args: ['two'] }],
    [', args: []', { args: [] }],
    [', args: null', { args: ['one'] }],
    [', types: []', { types: [] }],
    [', types: [text]', { types: ['text'] }],
    [', stages: [commit]', { stages: ['pre-commit'] }],
    [', stages: []', { stages: STAGES }],
    [', name: mine, entry: other', { name: 'mine', entry: 'other', args: ['one'] }],
    [', name: null, env: null', { name: 'from the manifest', env: { A: '1', B: '2' } }],
    [', env: {B: "3", C: "4"}', { env: { A: '1', B: '3', C: '4' } }],
    [', priority: 7, groups: [g]', { priority: 7, groups: ['g'] }],
    [', alias: other, verbose: true', { alias: 'other', verbose: true }],
  ] as const)('%s', ([options, expected]) => expect(hookOf(remote(options))).toMatchObject(expected))

  const shelled = `${MANIFEST}  shell: sh\n`

  test('null does not take the shell away (O9)', () => {
    expect(hookOf(remote(', shell: null'), shelled).shell).toBe('sh')
  })

  test('another shell, entry and variables win, args stay (O10)', () => {
    const hook = hookOf(remote(', shell: bash, entry: mine, env: {B: "3"}'), shelled)
    expect(hook).toMatchObject({ shell: 'bash', entry: 'mine', env: { A: '1', B: '3' }, args: ['one'] })
  })

  test('the clone is named', () => {
    expect(hookOf(remote()).repo).toEqual({
      kind: 'remote',
      url: 'https://x/y',
      rev: 'v1.0',
      clone: '/store/a',
    })
  })

  test('of two hooks with one id the first counts', () => {
    expect(hookOf(remote(), MANIFEST + MANIFEST.replace('from the manifest', 'second')).name).toBe(
      'from the manifest',
    )
  })

  test('an id the manifest has not is refused with hook and repository', () => {
    expect(resolve(remote(), '[]').issues).toMatchObject([
      {
        code: 'hook.not-found',
        message: 'Hook `a` was not found in repository `https://x/y@v1.0`.',
        place: { file: 'c.yaml', line: 4, hook: 'a' },
      },
    ])
  })

  test('a repository that was not fetched is left out, and positions stay', () => {
    const text = `${remote()}- repo: local\n  hooks: [{id: b, name: b, entry: b, language: system}]\n`
    const { hooks, issues } = resolve(text, '', { manifest: () => undefined })
    expect(issues).toEqual([])
    expect(hooks).toMatchObject([{ id: 'b', index: 1, priority: 1 }])
  })

  test('a repository that cannot be fetched is one issue', () => {
    const problem = issue('store.failed', {}, 'No network.')
    const text = remote().replace('{id: a}', '{id: a}, {id: b}')
    expect(resolve(text, '', { manifest: () => problem }).issues).toEqual([problem])
  })
})

describe('defaults of the file', () => {
  test.for([
    ['default_stages: [push]', 'language: system', { stages: ['pre-push'] }],
    ['default_stages: [push]', 'language: system, stages: []', { stages: ['pre-push'] }],
    ['default_stages: []', 'language: system', { stages: [] }],
    ['default_stages: [push]', 'language: system, stages: [manual]', { stages: ['manual'] }],
    ['default_env: {A: x, B: y}', 'language: system, env: {B: z}', { env: { A: 'x', B: 'z' } }],
    ['default_language_version: {python: "3.12"}', 'language: python', { languageVersion: '3.12' }],
    [
      'default_language_version: {python: "3.12"}',
      'language: python, language_version: default',
      { languageVersion: 'default' },
    ],
    ['default_language_version: {node: "20"}', 'language: python', { languageVersion: 'default' }],
    [
      'default_language_version: {node: {request: "20", preference: only-system}}',
      'language: node',
      { languageVersion: '20', languagePreference: 'only-system' },
    ],
  ] as const)('%s with %s', ([top, options, expected]) => {
    expect(hookOf(`${top}\n${local(options)}`)).toMatchObject(expected)
  })

  test('a version of the manifest wins over them', () => {
    const manifest = MANIFEST.replace('system', 'python') + '  language_version: python3\n'
    expect(hookOf(`default_language_version: {python: "3.12"}\n${remote()}`, manifest).languageVersion).toBe(
      'python3',
    )
  })
})

describe('a merged hook that cannot be is refused', () => {
  const NO_TOOLCHAIN = 'does not support toolchain installation for now'
  test.for([
    [
      'language: pygrep, shell: sh',
      'Hook specified `shell` but the language `pygrep` does not support shell execution: entry is the regex pattern',
    ],
    [
      'language: fail, shell: sh',
      'Hook specified `shell` but the language `fail` does not support shell execution: entry is the failure message body',
    ],
    [
      'language: system, additional_dependencies: [x, y z]',
      'Hook specified `additional_dependencies: x, y z` but the language `system` does not install an environment',
    ],
    [
      'language: docker, additional_dependencies: [x]',
      'Hook specified `additional_dependencies: x` but the language `docker` does not support installing dependencies for now',
    ],
    [
      'language: system, language_version: "3"',
      `Hook specified \`language_version: 3\` but the language \`system\` ${NO_TOOLCHAIN}`,
    ],
    [
      'language: lua, language_version: {preference: managed}',
      `Hook specified \`language_version: { preference: managed }\` but the language \`lua\` ${NO_TOOLCHAIN}`,
    ],
    [
      'language: swift, language_version: {request: "5", preference: system}',
      `Hook specified \`language_version: { request: 5, preference: system }\` but the language \`swift\` ${NO_TOOLCHAIN}`,
    ],
    [
      'language: fail, shell: sh, language_version: "3", additional_dependencies: [x]',
      'Hook specified `additional_dependencies: x` but the language `fail` does not install an environment',
    ],
    [
      'language: fail, shell: sh, language_version: "3"',
      `Hook specified \`language_version: 3\` but the language \`fail\` ${NO_TOOLCHAIN}`,
    ],
  ])('%s (T9)', ([options, message]) => {
    expect(resolve(local(String(options)))).toMatchObject({
      hooks: [],
      issues: [{ code: 'hook.invalid', message, place: { file: 'c.yaml', line: 3, column: 11, hook: 'a' } }],
    })
  })

  test.for([
    ['docker_image', 'entry takes part in container image or entrypoint selection'],
    ['docker', 'entry takes part in container image or entrypoint selection'],
    ['julia', 'entry takes part in install/runtime package resolution and is split before execution'],
    ['rust', 'entry takes part in install/runtime package resolution and is split before execution'],
    ['dart', '`--packages` injection needs the resolved argv to contain `dart` directly'],
    ['r', 'entry must have the form `Rscript -e EXPR` or `Rscript FILE`'],
  ])('shell with %s', ([language, reason]) => {
    const message = `Hook specified \`shell\` but the language \`${language}\` does not support shell execution: ${reason}`
    expect(resolve(local(`language: ${language}, shell: sh`)).issues).toMatchObject([{ message }])
  })

  test.for(
    'bun conda coursier deno dotnet golang haskell lua mise node perl php python ruby script swift system'.split(
      ' ',
    ),
  )('shell with %s is fine', (language) =>
    expect(resolve(local(`language: ${language}, shell: sh`)).issues).toEqual([]),
  )

  test('the check sees the merge: the language of the config, the shell of the manifest', () => {
    const { issues } = resolve(remote(', language: fail'), `${MANIFEST}  shell: sh\n`)
    expect(issues).toMatchObject([{ code: 'hook.invalid', place: { hook: 'a' } }])
  })

  test.for(['meta', 'builtin'])('hooks of %s have no shell (S13)', (kind) => {
    const id = kind === 'meta' ? 'identity' : 'check-json'
    const { issues } = resolve(`repos:\n- repo: ${kind}\n  hooks: [{id: ${id}, shell: sh}]\n`)
    const message = `Hook specified \`shell\` but ${kind} hooks do not support shell execution`
    expect(issues).toMatchObject([{ code: 'hook.invalid', message, place: { hook: id } }])
  })

  test('all of them are named', () => {
    const text = local('language: fail, shell: sh').replace(
      '}]',
      '}, {id: b, name: b, entry: b, language: r, shell: sh}]',
    )
    expect(resolve(text).issues.map(({ place }) => place.hook)).toEqual(['a', 'b'])
  })
})

describe('hooks of our own', () => {
  test('take their options from their definition, then from the file', () => {
    const text = 'repos:\n- repo: meta\n  hooks: [{id: identity, verbose: false}, {id: check-hooks-apply}]\n'
    const { hooks } = resolve(text)
    expect(hooks).toMatchObject([
      { id: 'identity', name: 'identity', verbose: false, language: 'system', repo: { kind: 'meta' } },
      { id: 'check-hooks-apply', files: { text: String.raw`^prek\.toml$` } },
    ])
  })

  const OFFICIAL = 'https://github.com/pre-commit/pre-commit-hooks'
  const official = (options = '', url = OFFICIAL) =>
    `repos:\n- repo: ${url}\n  rev: v4.0.0\n  hooks: [{id: trailing-whitespace${options}}]\n`
  const kindOf = (text: string, fastPath = true) =>
    resolve(text, MANIFEST.replace('id: a', 'id: trailing-whitespace'), { fastPath }).hooks[0]?.repo.kind

  test('stand for those of pre-commit-hooks', () => {
    expect(hookOf(official(', args: [--chars, x]'))).toMatchObject({
      repo: { kind: 'builtin' },
      types: ['text'],
      args: ['--chars', 'x'],
      stages: ['pre-commit', 'pre-push', 'manual'],
    })
  })

  test('need no Python then, whatever the file says about it', () => {
    const text = `default_language_version: {python: "3.12", system: "1"}\n${official(', additional_dependencies: [x], language_version: "3"')}`
    expect(resolve(text).issues).toEqual([])
  })

  test.for([
    ['switched off', official(), false],
    ['another language', official(', language: system'), true],
    ['another entry', official(', entry: mine'), true],
    ['another place', official('', 'https://example.com/pre-commit-hooks'), true],
  ] as const)('do not, when: %s', ([, text, fastPath]) => expect(kindOf(text, fastPath)).toBe('remote'))

  test('make a clone needless, if there is no other hook', () => {
    const path = { builtin: (id: string) => DEFINITIONS.get(id), fastPath: true }
    const needed = (text: string) => {
      const [repo] = configOf(text).repos
      return repo?.kind === 'remote' && needsClone(repo, path)
    }
    expect(needed(official())).toBe(false)
    expect(needed(official().replace('}]', '}, {id: name-tests-test}]'))).toBe(true)
  })
})
