import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { describe, expect, test } from 'vitest'
import { parseTree } from '../src/config/parse.ts'
import { valueOf } from '../src/config/tree.ts'
import { KNOWN } from '../src/git/config/known.ts'
import { expandMerges } from '../src/git/config/merge-keys.ts'
import { readGitConfig } from '../src/git/config/read-config.ts'
import { gitConfigSchema } from '../src/git/config/schema.ts'
import { openSource } from '../src/git/config/source.ts'

const FOLDER = fileURLToPath(new URL('fixtures/git-configs/', import.meta.url))
const text = (name: string): string => readFileSync(`${FOLDER}${name}`, 'utf8')
const configOf = (name: string) => readGitConfig(text(name), name, KNOWN).config
const hooksOf = (name: string) =>
  configOf(name)?.repos.flatMap(({ hooks }) => hooks.map(({ options }) => options)) ?? []

/** As an editor sees it: merge keys in, everything else as written. */
function valueIn(content: string, name: string): unknown {
  const tree = parseTree(content, name, 64)
  if (tree === undefined) throw new Error(`${name} is empty`)
  return valueOf(expandMerges(tree, openSource(content, name), 64), 64)
}

const validate = new AjvJsonSchemaValidator().getValidator(gitConfigSchema())

describe.for(readdirSync(FOLDER))('%s', (name) => {
  test('is read without a word', () => {
    expect(readGitConfig(text(name), name, KNOWN).issues).toEqual([])
    expect(hooksOf(name).length).toBeGreaterThan(0)
  })

  test('passes the schema that editors use', () => {
    expect(validate(valueIn(text(name), name)).errorMessage).toBeUndefined()
  })
})

describe('what they mean', () => {
  test('a verbose exclude matches what it names', () => {
    const exclude = configOf('verbose-exclude.yaml')?.exclude
    const paths = ['docs/conf.py', 'a/b_pb2.py', 'vendor/x', 'docs/conf.py.bak', 'src/a.py']
    expect(paths.filter((path) => exclude?.test(path))).toEqual(['docs/conf.py', 'a/b_pb2.py', 'vendor/x'])
  })

  test('anchors and merge keys bring their values, own keys win', () => {
    expect(hooksOf('anchors.yaml')).toMatchObject([
      { id: 'one', language: 'python', types: ['python'], args: ['--strict', '--quiet'] },
      { id: 'two', language: 'python', types: ['pyi'] },
    ])
  })

  test('of a list of merged mappings the first wins', () => {
    expect(hooksOf('merge-lists.yaml')).toMatchObject([
      { verbose: true, alwaysRun: true, passFilenames: false, env: { A: 'one', B: 'two' } },
    ])
  })

  test('a version stays what was written', () => {
    expect(configOf('black.yaml')?.repos).toMatchObject([
      { rev: '25.11.0' },
      { rev: '7.0.0' },
      { rev: '7.3.0' },
    ])
  })

  test('look-behind and flags of patterns work', () => {
    const files = hooksOf('pygrep.yaml').find(({ id }) => id === 'changelog')?.files
    expect([files?.test('changelog/a.txt'), files?.test('changelog/a.md')]).toEqual([true, false])
  })

  test('tables and inline tables of TOML are the same', () => {
    expect(hooksOf('tables.toml')).toMatchObject([
      {
        id: 'types',
        shell: 'bash',
        entry: 'uv run mypy "$@" ||\nuv run pyright "$@"\n',
        env: { MYPYPATH: 'src' },
      },
      { id: 'second', language: 'script', passFilenames: 5 },
      { id: 'identity' },
    ])
    expect(hooksOf('inline.toml').map(({ id }) => id)).toEqual([
      'trailing-whitespace',
      'check-toml',
      'ruff-check',
    ])
  })
})

describe('the examples of docs/git-config.md', () => {
  const page = readFileSync(fileURLToPath(new URL('../docs/git-config.md', import.meta.url)), 'utf8')
  const blocks = [...page.matchAll(/```(yaml|toml)\n(.*?)```/gs)].map(([, ending = '', block = '']) => ({
    name: `example.${ending}`,
    block,
  }))

  test('are found', () => expect(blocks.length).toBe(2))

  test.for(blocks)('$name is read without a word', ({ name, block }) => {
    expect(readGitConfig(block, name, KNOWN).issues).toEqual([])
    expect(validate(valueIn(block, name)).errorMessage).toBeUndefined()
  })
})

describe('the schema refuses what the reader refuses', () => {
  const hook = (more: object) => ({
    repos: [{ repo: 'local', hooks: [{ id: 'a', name: 'a', entry: 'a', language: 'system', ...more }] }],
  })

  test.for([
    ['another shell', hook({ shell: 'zsh' })],
    ['another language', hook({ language: 'pyton' })],
    ['another stage', hook({ stages: ['comit'] })],
    ['another tag', hook({ types: ['pyhton'] })],
    ['a key nobody knows', hook({ foo: 1 })],
    ['no file names per process', hook({ pass_filenames: 0 })],
    ['a repository without rev', { repos: [{ repo: 'https://x/y', hooks: [] }] }],
    ['a hook of ours that is none', { repos: [{ repo: 'builtin', hooks: [{ id: 'foo' }] }] }],
    ['no repos', {}],
  ] as const)('%s', ([, value]) => expect(validate(value).valid).toBe(false))

  test.for([
    ['no shell', hook({ shell: null })],
    ['a key for notes', hook({ 'x-note': 1 })],
    ['an old stage', hook({ stages: ['commit'] })],
  ] as const)('but not %s', ([, value]) => expect(validate(value).valid).toBe(true))
})
