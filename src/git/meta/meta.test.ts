import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findPrek } from '../../../test/helpers/prek-builtins.ts'
import { isIssue } from '../../core/issue.ts'
import { compilePattern, isPatternProblem, type PatternValue } from '../patterns/pattern.ts'
import type { GitHook, Pattern } from '../contracts/model.ts'
import type { Git } from '../contracts/git.ts'
import { createTagger } from '../select/tagger.ts'
import { META_HOOKS } from './index.ts'

const roots: string[] = []
afterEach(() => roots.splice(0).forEach((root) => rmSync(root, { recursive: true, force: true })))

type Sketch = {
  readonly id: string
  readonly files?: PatternValue
  readonly exclude?: PatternValue
  readonly types?: readonly string[]
  readonly alwaysRun?: boolean
  readonly language?: 'system' | 'fail'
}

const HOOKS: readonly Sketch[] = [
  { id: 'idle', files: String.raw`\.zzz$`, exclude: '^b' },
  { id: 'always', alwaysRun: true, files: 'nope', exclude: { glob: '*.rs' } },
  { id: 'failing', language: 'fail', files: 'nope', exclude: '^pre' },
  { id: 'useful', exclude: { glob: ['*.rs', 'b*'] } },
  { id: 'vain', exclude: { glob: ['*.rs', 'c/*'] } },
  { id: 'typed', types: ['python'], exclude: String.raw`\.txt$` },
]
const FILES = ['.pre-commit-config.yaml', 'a.txt', 'b.txt', 'lib/c.sh']

function pattern(value: PatternValue): Pattern {
  const made = compilePattern(value)
  if (isPatternProblem(made)) throw new Error(made.message)
  return made
}

function hookOf(sketch: Sketch): GitHook {
  const { files, exclude, ...rest } = sketch
  return {
    types: ['file'],
    typesOr: [],
    excludeTypes: [],
    alwaysRun: false,
    language: 'system',
    ...rest,
    ...(files !== undefined && { files: pattern(files) }),
    ...(exclude !== undefined && { exclude: pattern(exclude) }),
  } as unknown as GitHook
}

function newRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'hookwright-meta-'))
  roots.push(root)
  mkdirSync(join(root, 'lib'))
  for (const name of FILES) writeFileSync(join(root, name), 'x\n')
  return root
}

async function run(id: string, { names, root = newRoot() }: { names: readonly string[]; root?: string }) {
  const result = await META_HOOKS.get(id)?.run(names, {
    cwd: root,
    git: {} as Git,
    signal: new AbortController().signal,
    hooks: HOOKS.map(hookOf),
    allFiles: async () => FILES,
    project: { exclude: pattern('^nothing/') },
    tagger: createTagger(root),
  })
  if (result === undefined || isIssue(result)) throw new Error(result?.message ?? id)
  return {
    code: result.code,
    lines: result.output
      .toString()
      .split('\n')
      .filter((line) => line !== ''),
  }
}

const APPLY = ['idle', 'typed'].map((id) => `${id} does not apply to this repository`)
const EXCLUDES = [
  'The global exclude pattern `regex: ^nothing/` does not match any files',
  'The exclude pattern `regex: ^b` for `idle` does not match any files',
  'The exclude pattern `glob: [*.rs]` for `always` does not match any files',
  'The exclude pattern `regex: ^pre` for `failing` does not match any files',
  'The exclude pattern `glob: [*.rs, c/*]` for `vain` does not match any files',
  String.raw`The exclude pattern ${'`'}regex: \.txt$${'`'} for ${'`'}typed${'`'} does not match any files`,
]

test.for([
  ['check-hooks-apply', ['.pre-commit-config.yaml'], 1, APPLY],
  ['check-hooks-apply', [], 0, []],
  ['check-useless-excludes', ['.pre-commit-config.yaml'], 1, EXCLUDES],
  ['check-useless-excludes', [], 0, []],
  ['identity', ['a.txt', 'b c'], 0, ['a.txt', 'b c']],
] as const)('%s given %o ends with %i and %o', async ([id, names, code, lines]) => {
  expect(await run(id, { names })).toEqual({ code, lines })
})

test('prek says the same about the same hooks', ({ skip }) => {
  const prek = findPrek()
  if ('missing' in prek) return skip(prek.missing)
  const root = newRoot()
  const hooks = HOOKS.map(({ alwaysRun, language = 'system', ...rest }) => ({
    ...rest,
    name: rest.id,
    entry: 'true',
    language,
    always_run: alwaysRun ?? false,
  }))
  const meta = ['check-hooks-apply', 'check-useless-excludes'].map((id) => ({ id }))
  const config = {
    exclude: '^nothing/',
    repos: [
      { repo: 'meta', hooks: meta },
      { repo: 'local', hooks },
    ],
  }
  writeFileSync(join(root, '.pre-commit-config.yaml'), JSON.stringify(config))
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: root,
    GIT_CONFIG_NOSYSTEM: '1',
    PREK_HOME: `${root}/.home`,
  }
  execFileSync('git', ['init', '-q'], { cwd: root, env })
  execFileSync('git', ['add', ...FILES], { cwd: root, env })
  const { stdout } = spawnSync(prek.program, ['run', '--all-files', '--color', 'never'], { cwd: root, env })
  const lines = stdout
    .toString()
    .split('\n')
    .map((line) => line.trim())
  expect(lines.filter((line) => /does not (?:apply|match)/.test(line))).toEqual([...APPLY, ...EXCLUDES])
})
