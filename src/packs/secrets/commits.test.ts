import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  bashLine,
  callPack,
  packPlace,
  type PackCallOptions,
  type PackPlace,
} from '../../../test/helpers/pack-context.ts'
import { ALNUM, drawer } from '../../../test/packs/secrets/samples.ts'
import type { Event } from '../../core/event.ts'
import { secrets as code } from './code.ts'
import { secrets as manifest } from './manifest.ts'

const TOKEN = `hf_${drawer(2026)(ALNUM, 34)}`

async function answer(event: Event, call: PackCallOptions = {}) {
  return callPack({ manifest, code }, event, call)
}

function repository(files: Readonly<Record<string, string>> = {}): PackPlace {
  const made = packPlace({ 'README.md': 'x\n', ...files })
  git(made, 'init', '-q', '-b', 'main')
  git(made, 'config', 'user.email', 'a@b.dev')
  git(made, 'config', 'user.name', 'a')
  git(made, 'add', '.')
  git(made, 'commit', '-qm', 'first')
  return made
}

function git({ projectDir }: PackPlace, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: projectDir, stdio: 'ignore' })
}

describe('what would be committed', () => {
  function project(): PackPlace {
    return repository({ 'b.txt': 'b\n', '.gitignore': 'ignored.txt\n', 'sub/c.txt': 'c\n' })
  }

  const STAGED = [
    'git commit -m x',
    'git -C . commit',
    'cd . && git commit -qm "x"',
    'sh -c "git commit -m x"',
    'env A=1 git commit',
    'git commit --amend --no-edit',
    '/usr/bin/git commit -m "a b"',
    'git ci -m x',
  ]
  test.for(STAGED)('%s: a staged file', async (line) => {
    const made = project()
    writeFileSync(join(made.projectDir, 'new.txt'), `a\n${TOKEN}\n`)
    git(made, 'add', 'new.txt')
    const found = await answer(bashLine(line, made), { place: made })
    expect(found?.decision).toBe('deny')
    expect(found?.reason).toContain('is in line 2 of new.txt, which would be committed.')
  })

  test.for([
    'git commit -am x',
    'git commit --all -m x',
    'git commit b.txt -m x',
    'git commit -m x -- b.txt',
    'git add b.txt',
    'git add -u',
    'git add -A && git commit -m x',
    'git stage .',
    'git add sub/../b.txt',
    'git add "$FILE"',
  ])('%s: a changed file', async (line) => {
    const made = project()
    appendFileSync(join(made.projectDir, 'b.txt'), `t = ${TOKEN}\n`)
    const found = await answer(bashLine(line, made), { place: made })
    expect(found?.decision).toBe('deny')
    expect(found?.reason).toContain('is in line 2 of b.txt, which would be committed.')
  })

  test.for([
    'git add .',
    'git add -A',
    'git add sub',
    'git add --all',
    'git add sub/new.txt && git commit -m x',
    'cd sub && git add new.txt',
  ])('%s: a new file', async (line) => {
    const made = project()
    writeFileSync(join(made.projectDir, 'sub/new.txt'), TOKEN)
    const found = await answer(bashLine(line, made), { place: made })
    expect(found?.decision).toBe('deny')
    expect(found?.reason).toContain('new.txt, which would be committed.')
  })

  test.for([
    'git add b.txt',
    'git commit -m x',
    'git status',
    'git add ignored.txt',
    'git stash',
    'git push',
    'echo "git commit"',
  ])('%s passes where the secret stands in a file that does not go along', async (line) => {
    const made = project()
    writeFileSync(join(made.projectDir, 'new.txt'), TOKEN)
    writeFileSync(join(made.projectDir, 'ignored.txt'), TOKEN)
    expect(await answer(bashLine(line, made), { place: made })).toBeUndefined()
  })

  test('an ignored file that is added by force counts', async () => {
    const made = project()
    writeFileSync(join(made.projectDir, 'ignored.txt'), TOKEN)
    expect((await answer(bashLine('git add -f ignored.txt', made), { place: made }))?.decision).toBe('deny')
  })

  test('the first commit of a repository counts', async () => {
    const made = packPlace({ 'a.txt': TOKEN })
    git(made, 'init', '-q')
    git(made, 'add', '.')
    expect((await answer(bashLine('git commit -m x', made), { place: made }))?.decision).toBe('deny')
  })

  test('what was committed before does not count again', async () => {
    const made = repository({ 'b.txt': `${TOKEN}\n` })
    appendFileSync(join(made.projectDir, 'b.txt'), 'more\n')
    expect(await answer(bashLine('git commit -am x', made), { place: made })).toBeUndefined()
  })

  test('a file of an excluded path may hold it', async () => {
    const made = repository({ 'test/b.txt': 'b\n' })
    appendFileSync(join(made.projectDir, 'test/b.txt'), TOKEN)
    const call = { place: made, options: { paths: ['test'] } }
    expect(await answer(bashLine('git commit -am x', made), call)).toBeUndefined()
  })

  test('marking a file as binary hides nothing', async () => {
    const made = repository({ '.gitattributes': '*.txt -diff binary\n' })
    writeFileSync(join(made.projectDir, 'n.txt'), `${TOKEN}\n`)
    git(made, 'add', '.')
    expect((await answer(bashLine('git commit -m x', made), { place: made }))?.decision).toBe('deny')
  })

  test('nothing that the repository configures runs', async () => {
    const made = repository({ '.gitattributes': '*.txt filter=evil diff=evil\n', 'b.txt': 'b\n' })
    const mark = join(made.home, 'ran')
    const command = `touch '${mark}'; cat`
    for (const key of [
      'filter.evil.clean',
      'filter.evil.smudge',
      'diff.evil.textconv',
      'diff.evil.command',
      'diff.external',
      'core.fsmonitor',
      'core.pager',
    ]) {
      git(made, 'config', key, command)
    }
    git(made, 'config', 'filter.evil.process', `touch '${mark}'`)
    writeFileSync(join(made.projectDir, 'b.txt'), `b\n${TOKEN}\n`)
    writeFileSync(join(made.projectDir, 'n.txt'), 'n\n')
    const found = await answer(bashLine('git add -A && git commit -m x', made), { place: made })
    expect(found?.decision).toBe('deny')
    expect(existsSync(mark)).toBe(false)
  })

  test('a link is not followed', async () => {
    const made = repository()
    mkdirSync(join(made.home, 'o'))
    writeFileSync(join(made.home, 'o/x'), TOKEN)
    symlinkSync(join(made.home, 'o/x'), join(made.projectDir, 'link'))
    expect(await answer(bashLine('git add .', made), { place: made })).toBeUndefined()
  })

  test('outside a repository nothing is asked', async () => {
    expect(await answer(bashLine('git commit -m x', packPlace()), { place: packPlace() })).toBeUndefined()
  })
})
