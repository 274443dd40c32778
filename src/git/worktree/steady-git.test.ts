import { expect, test } from 'vitest'
import { issue, type Issue } from '../../core/issue.ts'
import { KILLED } from '../repository/call-git.ts'
import type { Git, GitOutput } from '../contracts/git.ts'
import { steadyGit } from './steady-git.ts'

const done: GitOutput = { code: 0, stdout: Buffer.alloc(0), stderr: '' }

/** A git that is ended by a signal so often, and then works. */
function fragile(kills: number): { readonly git: Git; calls(): number } {
  let calls = 0
  const call = (): Promise<GitOutput | Issue> => {
    calls += 1
    return Promise.resolve(calls > kills ? done : issue(KILLED, {}, 'ended by SIGINT'))
  }
  return {
    git: { root: '/', gitDir: '/', run: call, read: () => Promise.reject(new Error('not called')) },
    calls: () => calls,
  }
}

test.for([
  [0, 1, { code: 0 }],
  [2, 3, { code: 0 }],
  [9, 3, { code: KILLED }],
] as const)('a git that is killed %i times is started %i times', async ([kills, starts, expected]) => {
  const { git, calls } = fragile(kills)
  expect(await steadyGit(git).run(['add'])).toMatchObject(expected)
  expect(calls()).toBe(starts)
})
