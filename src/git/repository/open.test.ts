import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRepository, type Repository } from '../../../test/helpers/repository.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import { openGit, type OpenedGit, type OpenRequest } from './open.ts'

async function open(repository: Repository, over: Partial<OpenRequest> = {}): Promise<OpenedGit> {
  const git = await openGit({ cwd: repository.root, env: repository.env, ...over })
  if (isIssue(git)) throw new Error(`${git.message} ${git.detail}`)
  return git
}

async function refused(repository: Repository, over: Partial<OpenRequest> = {}): Promise<Issue> {
  const git = await openGit({ cwd: repository.root, env: repository.env, ...over })
  if (!isIssue(git)) throw new Error('was opened')
  return git
}

test('names the root from a folder below it', async () => {
  const repository = makeRepository()
  repository.write('a/b/c.txt', '1')
  const git = await open(repository, { cwd: join(repository.root, 'a/b') })
  expect([git.root, git.gitDir, git.commonDir]).toEqual([
    repository.root,
    join(repository.root, '.git'),
    join(repository.root, '.git'),
  ])
})

test('a failing command is an issue that quotes git', async () => {
  const git = await open(makeRepository())
  expect(await git.read(['rev-parse', '--verify', 'nothing'])).toMatchObject({
    code: 'git.failed',
    detail: 'fatal: Needed a single revision',
  })
  expect(await git.run(['rev-parse', '--verify', 'nothing'])).toMatchObject({ code: 128 })
})
