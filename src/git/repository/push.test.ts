import { expect, test } from 'vitest'
import { makeRepository, openRepository, type Repository } from '../../../test/helpers/repository.ts'
import { isIssue } from '../../core/issue.ts'
import { parsePushLines, pushRange } from './push.ts'

const ZERO = '0'.repeat(40)
const SHA = 'a'.repeat(40)

test.for([
  ['', []],
  ['x y\n', []],
  [`refs/heads/a ${SHA} refs/heads/b notasha\n`, []],
  [`--output=x ${SHA} --output=y\n`, []],
  [
    `HEAD~ a b ${SHA} refs/heads/x ${ZERO}\r\nnoise\n`,
    [{ localRef: 'HEAD~ a b', localSha: SHA, remoteRef: 'refs/heads/x', remoteSha: ZERO }],
  ],
] as const)('lines of %j are counted from the right, others skipped', ([input, expected]) => {
  expect(parsePushLines(input)).toEqual(expected)
})

/** main: one, two, three; `pushed` of them are known as origin/main. */
function pushed(count: number): Repository & { sha(ref: string): string } {
  const repository = makeRepository()
  for (const name of ['one', 'two', 'three']) repository.git('commit', '-q', '--allow-empty', '-m', name)
  const sha = (ref: string): string => repository.git('rev-parse', ref).trim()
  if (count > 0) repository.git('update-ref', 'refs/remotes/origin/main', sha(`HEAD~${3 - count}`))
  return { ...repository, sha }
}

async function rangeOf(repository: Repository, ...lines: readonly string[]): Promise<string> {
  const git = await openRepository(repository)
  const range = await pushRange(git, { lines: parsePushLines(lines.join('\n')), remote: 'origin' })
  if (isIssue(range)) throw new Error(range.message)
  const subject = (sha: string): string => repository.git('log', '-1', '--format=%s', sha).trim()
  if (range.kind === 'nothing') return 'nothing'
  return `${range.kind === 'all' ? 'all' : subject(range.from)}..${subject(range.to)} ${range.line.localRef}`
}

test('a first push is all files', async () => {
  const repository = pushed(0)
  expect(await rangeOf(repository, `main ${repository.sha('main')} main ${ZERO}`)).toBe('all..three main')
})

test('a new branch begins at the parent of its first new commit', async () => {
  const repository = pushed(1)
  expect(await rangeOf(repository, `main ${repository.sha('main')} new ${ZERO}`)).toBe('one..three main')
})

test('a push that goes on begins at what the remote has', async () => {
  const repository = pushed(1)
  const line = `main ${repository.sha('main')} main ${repository.sha('main~1')}`
  expect(await rangeOf(repository, line)).toBe('two..three main')
})

test('a remote commit that is unknown or no ancestor does not count', async () => {
  const repository = pushed(1)
  expect(await rangeOf(repository, `main ${repository.sha('main')} main ${SHA}`)).toBe('one..three main')
  repository.git('checkout', '-q', '-b', 'side', 'main~1')
  repository.git('commit', '-q', '--allow-empty', '-m', 'side')
  const forced = `side ${repository.sha('side')} main ${repository.sha('main')}`
  expect(await rangeOf(repository, forced)).toBe('one..side side')
})

test('deletions and what the remote has already decide nothing; the next line does', async () => {
  const repository = pushed(1)
  const gone = `(delete) ${ZERO} refs/heads/x ${repository.sha('main')}`
  const known = `old ${repository.sha('main~2')} old ${ZERO}`
  expect(await rangeOf(repository, gone, known)).toBe('nothing')
  expect(await rangeOf(repository, gone, known, `main ${repository.sha('main')} m ${ZERO}`)).toBe(
    'one..three main',
  )
})

test('a commit that does not exist is an issue', async () => {
  const git = await openRepository(pushed(0))
  const lines = parsePushLines(`main ${SHA} main ${ZERO}`)
  expect(await pushRange(git, { lines, remote: 'origin' })).toMatchObject({ code: 'git.failed' })
})
