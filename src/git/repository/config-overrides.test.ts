import { Buffer } from 'node:buffer'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  gitText,
  makeRepository,
  openRepository,
  refusedRepository,
  type Repository,
} from '../../../test/helpers/repository.ts'
import { isIssue } from '../../core/issue.ts'

test("S13: the user's own value comes back where the repository has set another", async () => {
  const repository = makeRepository()
  repository.git('config', '--global', 'core.sshCommand', 'mine')
  repository.git('config', '--global', 'filter.lfs.clean', 'git-lfs clean')
  repository.git('config', '--global', 'filter.lfs.process', 'git-lfs process')
  repository.git('config', '--global', 'credential.helper', 'store')
  repository.git('config', 'core.sshCommand', 'theirs')
  repository.git('config', 'filter.lfs.clean', 'theirs')
  repository.git('config', 'credential.helper', 'theirs')
  const git = await openRepository(repository)
  expect(await gitText(git, ['config', 'core.sshCommand'])).toBe('mine')
  expect(await gitText(git, ['config', 'filter.lfs.clean'])).toBe('git-lfs clean')
  expect((await gitText(git, ['config', '--get-all', 'credential.helper'])).split('\n').slice(-2)).toEqual([
    '',
    'store',
  ])
  expect(git.notices).toEqual([])
})

test('S13: a filter of the repository alone is off, and a notice says so', async () => {
  const repository = makeRepository()
  repository.git('config', 'filter.crypt.clean', 'theirs')
  expect((await openRepository(repository)).notices).toMatchObject([
    { code: 'git.filters-off', severity: 'notice', message: expect.stringContaining('crypt') },
  ])
})

const THEIRS = ['clean', 'smudge', 'process', 'required']

/** `git config --get` afterwards: nothing at all for a key that is not set. */
test.for([
  [
    'required alone leaves the user his filter',
    ['required'],
    ['clean', 'smudge'],
    ['mine\n', '', 'false\n'],
    0,
  ],
  ['a process of theirs switches it off', ['process'], ['clean', 'required'], ['mine\n', '\n', 'false\n'], 1],
  ['a clean of theirs gives way', ['clean'], ['clean', 'required'], ['mine\n', '', 'mine\n'], 0],
  ['half of theirs switches it off', ['clean'], ['smudge', 'required'], ['\n', '', 'false\n'], 1],
  ['a process of the user is stronger', ['clean'], ['process', 'required'], ['\n', 'mine\n', 'mine\n'], 0],
  ['one of theirs alone is off', THEIRS, [], ['\n', '\n', 'false\n'], 1],
] as const)('S13: of a filter, %s', async ([, theirs, mine, expected, notices]) => {
  const repository = makeRepository()
  for (const name of theirs) repository.git('config', `filter.x.${name}`, 'theirs')
  for (const name of mine) repository.git('config', '--global', `filter.x.${name}`, 'mine')
  const git = await openRepository(repository)
  const outputs = await Promise.all(
    ['clean', 'process', 'required'].map((name) => git.run(['config', `filter.x.${name}`])),
  )
  expect(outputs.map((output) => !isIssue(output) && output.stdout.toString())).toEqual(expected)
  expect(git.notices).toHaveLength(notices)
})

test('S13: values of the command line stay, and cannot switch ours off', async () => {
  const repository = makeRepository()
  const env = {
    ...repository.env,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'x.count',
    GIT_CONFIG_VALUE_0: 'one',
    GIT_CONFIG_PARAMETERS: "'x.parameter'='two' 'core.fsmonitor'='theirs'",
  }
  const git = await openRepository(repository, { env })
  expect(await gitText(git, ['config', 'x.count'])).toBe('one')
  expect(await gitText(git, ['config', 'x.parameter'])).toBe('two')
  expect(await gitText(git, ['config', 'core.fsmonitor'])).toBe('false')
})

test('S13: hooks of the config are off, whoever has set them', async () => {
  const repository = makeRepository()
  repository.git('config', '--global', 'hook.mine.command', 'x')
  repository.git('config', 'hook.their s.event', 'pre-commit')
  const git = await openRepository(repository)
  expect(await gitText(git, ['config', '--get-regexp', '^hook\\..*(enabled|event)$'])).toBe(
    [
      'hook.their s.event pre-commit',
      'hook.mine.enabled false',
      'hook.mine.event ',
      'hook.their s.enabled false',
      'hook.their s.event',
    ].join('\n'),
  )
})

test('S13: a key that no variable can carry stops everything', async () => {
  const repository = makeRepository()
  const head = Buffer.from('[filter "')
  const rest = Buffer.from('"]\n\tclean = theirs\n')
  writeFileSync(join(repository.root, '.git/config'), Buffer.concat([head, Buffer.from([0xff]), rest]), {
    flag: 'a',
  })
  expect(await refusedRepository(repository)).toMatchObject({ code: 'git.config-refused' })
})

/** git as it was before 2.26 and 2.31: without scopes, and without GIT_CONFIG_COUNT. */
function oldGit(repository: Repository): string {
  const bin = join(repository.home, 'old')
  mkdirSync(bin)
  const script = [
    '#!/bin/sh',
    'for word; do [ "$word" = --show-scope ] && { echo "error: unknown option" >&2; exit 129; }; done',
    'unset GIT_CONFIG_COUNT',
    `PATH='${repository.env['PATH']}' exec git "$@"`,
  ]
  writeFileSync(join(bin, 'git'), script.join('\n'), { mode: 0o755 })
  return bin
}

test('S13: holds with a git that knows neither scopes nor GIT_CONFIG_COUNT', async () => {
  const repository = makeRepository()
  repository.git('config', '--global', 'core.sshCommand', "it's mine!")
  repository.git('config', 'core.sshCommand', 'theirs')
  repository.git('config', 'core.fsmonitor', 'theirs')
  repository.git('config', 'filter.x.clean', 'theirs')
  const env = {
    ...repository.env,
    PATH: `${oldGit(repository)}:${repository.env['PATH']}`,
    GIT_CONFIG_PARAMETERS: "'x.y=z'",
  }
  const git = await openRepository(repository, { env })
  expect(await gitText(git, ['config', 'core.sshCommand'])).toBe("it's mine!")
  expect(await gitText(git, ['config', 'core.fsmonitor'])).toBe('false')
  expect(await gitText(git, ['config', 'filter.x.clean'])).toBe('')
  expect(await gitText(git, ['config', 'x.y'])).toBe('z')
  repository.git('config', 'filter.a=b.clean', 'theirs')
  expect(await refusedRepository(repository, { env })).toMatchObject({ code: 'git.config-refused' })
})
