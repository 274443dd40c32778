import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { git } from '../../test/helpers/differential/repository.ts'
import { runGitHooks } from './index.ts'

const base = mkdtempSync(join(tmpdir(), 'hookwright-git-'))
afterAll(() => rmSync(base, { recursive: true }))

const long = `${'a'.repeat(40)}!`

test.for([
  ['of file names', { files: '^(a+)+$', entry: 'true', language: 'system' }],
  ['of contents', { entry: '^(a+)+$', language: 'pygrep', types: ['text'] }],
] as const)(
  'S16 a pattern that would take years %s ends the run, and brings changes back',
  { timeout: 90_000 },
  async ([name, hook]) => {
    git(base, 'init', '-q', name)
    const repo = join(base, name)
    const hooks = [{ id: 'evil', name: 'evil', ...hook }]
    writeFileSync(
      join(repo, '.pre-commit-config.yaml'),
      JSON.stringify({ repos: [{ repo: 'local', hooks }] }),
    )
    writeFileSync(join(repo, long), long)
    writeFileSync(join(repo, 'b.txt'), 'staged')
    git(repo, 'add', '-A')
    writeFileSync(join(repo, 'b.txt'), 'edited')
    const end = await runGitHooks({ cwd: repo, storeDir: join(base, 'store') })
    expect(end).toMatchObject({ exitCode: 2, problems: [{ code: 'pattern.too-slow' }] })
    expect(readFileSync(join(repo, 'b.txt'), 'utf8')).toBe('edited')
  },
)
