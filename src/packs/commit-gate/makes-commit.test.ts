import { describe, expect, test } from 'vitest'
import { makesCommit } from './makes-commit.ts'

const words = (line: string): readonly string[] => line.split(' ')

describe('makes a commit', () => {
  test.for([
    'commit',
    'commit -m x',
    'commit -am x',
    'commit -m --dry-run',
    'commit -am --short',
    'commit --message --dry-run',
    'commit --mess --porcelain',
    'commit -F --help x',
    'commit -- --dry-run',
    'commit --amend --no-edit',
    'commit --dry-run --no-dry-run',
    'commit -S --amend',
    'commit -uno -m x',
    'commit --author x --date -h -m y',
    'commit-tree HEAD^{tree}',
    'merge --continue',
    'cherry-pick --cont',
    'revert --continue',
  ])('git %s', (line) => {
    const [subcommand = '', ...args] = words(line)
    expect(makesCommit(subcommand, args)).toBe(true)
  })
})

describe('makes no commit', () => {
  test.for([
    'commit --dry-run',
    'commit -m x --dry-run',
    'commit --dry',
    'commit --short',
    'commit --porcelain -z',
    'commit --help',
    'commit -h',
    'log --grep commit',
    'merge topic',
    'merge --abort',
    'merge --commit topic',
    'rebase --continue',
    'stash',
    'show commit',
  ])('git %s', (line) => {
    const [subcommand = '', ...args] = words(line)
    expect(makesCommit(subcommand, args)).toBe(false)
  })
})
