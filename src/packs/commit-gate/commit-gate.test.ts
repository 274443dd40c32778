import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bashLine, packContext, packPlace, type PackPlace } from '../../../test/helpers/pack-context.ts'
import type { PackAnswer } from '../code.ts'
import type { Options } from '../manifest.ts'
import { commitGate } from './code.ts'
import { commitGate as manifest } from './manifest.ts'

/** Each check writes its name into a file that git ignores, so that a test can count. */
const check = (name: string, more = ''): string => `echo ${name} >> ran.log; ${more}`

function repository(files: Readonly<Record<string, string>> = {}): PackPlace {
  const place = packPlace({ '.gitignore': 'ran.log\n', 'a.txt': 'a\n', ...files })
  git(place, 'init', '-q')
  git(place, 'add', '-A')
  return place
}

function git({ projectDir }: PackPlace, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd: projectDir })
}

function ran({ projectDir }: PackPlace): readonly string[] {
  const file = join(projectDir, 'ran.log')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

const NOW = 1_000_000

function commit(
  place: PackPlace,
  options: Options,
  {
    line = 'git commit -m x',
    now = NOW,
    timeoutMs = 60_000,
  }: { readonly line?: string; readonly now?: number; readonly timeoutMs?: number } = {},
): PackAnswer | Promise<PackAnswer> {
  const context = packContext(manifest, { place, options, timeoutMs, now: () => now })
  return commitGate(bashLine(line, place), context)
}

test('a commit passes when every check does, in the order types, lint, test', async () => {
  const place = repository()
  const options = { test: [check('test')], lint: [check('lint')], types: [check('types')] }
  const answer = await commit(place, options)
  expect(answer).toEqual({
    decision: 'none',
    effects: [],
    issues: [],
    note: { result: 'passed', checks: 'types lint test' },
  })
  expect(ran(place)).toEqual(['types', 'lint', 'test'])
})

test('a failed check stops the commit with its output and its command', async () => {
  const place = repository()
  const answer = await commit(place, {
    types: [check('types', `printf '\\033[31m%s/a.txt:1:7\\033[0m wrong\\r\\n' "$PWD" >&2; exit 3`)],
    lint: [check('lint')],
  })
  expect(answer?.decision).toBe('deny')
  expect(answer?.reason).toMatch(
    /^Not committed: type check failed\. Mend this and commit again\.\n\ntype check: `echo types/,
  )
  expect(answer?.reason).toMatch(/` ended with exit code 3 \(after \d+\.\d s\)\.\na\.txt:1:7 wrong$/)
  expect(ran(place)).toEqual(['types'])
})

test('without stopAtFirst all checks run, and all failures are told', async () => {
  const place = repository()
  const options = {
    types: [check('types', 'exit 1')],
    lint: [check('lint', 'exit 2')],
    test: [check('test')],
  }
  const answer = await commit(place, { ...options, stopAtFirst: false })
  expect(answer?.reason).toMatch(/^Not committed: type check and lint failed/)
  expect(ran(place)).toEqual(['types', 'lint', 'test'])
})

test('a long output is cut in the middle, and the whole reason stays below 4,000 characters', async () => {
  const lines = 'i=0; while [ $i -lt 3000 ]; do echo "line $i"; i=$((i+1)); done; exit 1'
  const answer = await commit(repository(), { types: [lines], lint: [lines], stopAtFirst: false })
  expect(answer?.reason?.length).toBeLessThanOrEqual(4_000)
  expect(answer?.reason).toMatch(
    /line 0\n[\s\S]*… \(\d+ lines left out\)\n[\s\S]*line 2999\n[\s\S]*line 0\n[\s\S]*line 2999$/,
  )
})

test('secrets and characters that nobody sees do not reach the model', async () => {
  const place = repository({ 'out.txt': 'password = "hunter2Zx9qLp7"\nq\u202Ex\u0007\n' })
  const answer = await commit(place, { types: ['cat out.txt; exit 1'] })
  expect(answer?.reason).toMatch(/password = "\[redacted password\]"\nq\\u\{202E\}x$/)
})

test('a tree that passed is not checked again, and one that changed is', async () => {
  const place = repository()
  const options = { test: [check('test')] }
  await commit(place, options)
  expect((await commit(place, options))?.note).toEqual({ result: 'passed before' })
  expect(ran(place)).toEqual(['test'])
  const changes: readonly (() => void)[] = [
    () => writeFileSync(join(place.projectDir, 'a.txt'), 'b\n'),
    () => writeFileSync(join(place.projectDir, 'new.txt'), ''),
    () => git(place, 'add', '-A'),
    () => git(place, 'commit', '-qm', 'x'),
  ]
  for (const [at, change] of changes.entries()) {
    change()
    await commit(place, options)
    expect(ran(place).length).toBe(at + 2)
  }
  await commit(place, { ...options, lint: ['true'] })
  expect(ran(place).length).toBe(6)
})

test('a failure is remembered with its text for two minutes', async () => {
  const place = repository()
  const options = { test: [check('test', 'echo broken; exit 1')] }
  const first = await commit(place, options)
  const again = await commit(place, options, { now: NOW + 90_000 })
  expect(again?.decision).toBe('deny')
  expect(again?.reason).toBe(
    `${first?.reason}\n\nThat was 90 s ago, and no file has changed since. After two minutes the checks run again anyway.`,
  )
  await commit(place, options, { now: NOW + 130_000 })
  expect(ran(place)).toEqual(['test', 'test'])
})

test('without cache every commit is checked', async () => {
  const place = repository()
  const options = { test: [check('test')], cache: false }
  await commit(place, options)
  await commit(place, options)
  expect(ran(place)).toEqual(['test', 'test'])
})

test('what is installed counts, also where git ignores it, and so does where programs are looked for', async () => {
  const place = repository({ '.gitignore': 'ran.log\nnode_modules\n.env\n' })
  const options = { test: [check('test', 'test -d node_modules || exit 1')] }
  expect((await commit(place, options))?.decision).toBe('deny')
  mkdirSync(join(place.projectDir, 'node_modules'))
  writeFileSync(join(place.projectDir, 'node_modules/.package-lock.json'), '{}')
  expect((await commit(place, options))?.decision).toBe('none')
  writeFileSync(join(place.projectDir, '.env'), 'A=1\n')
  await commit(place, options)
  const variables = { PATH: `${place.home}:${process.env['PATH']}` }
  await commitGate(bashLine('git commit', place), packContext(manifest, { place, options, variables }))
  expect(ran(place).length).toBe(4)
})

test('a check that changes files is not remembered, and the model is told', async () => {
  const place = repository()
  const options = { test: [check('test', 'echo x >> a.txt')] }
  const answer = await commit(place, options)
  expect(answer?.decision).toBe('none')
  expect(answer?.effects).toEqual([
    { kind: 'add-context', text: expect.stringContaining('changed while they ran') as unknown },
  ])
  git(place, 'checkout', '-q', 'a.txt')
  await commit(place, options)
  expect(ran(place)).toEqual(['test', 'test'])
})

test('what the state folder holds is read with care', async () => {
  const place = repository()
  const options = { test: [check('test')] }
  const context = packContext(manifest, { place, options })
  for (const text of ['', '{', '[1,{"key":1}]', '{"a":1}', '[{"key":"x","at":"y"}]']) {
    context.store.write('results', text)
    expect(
      (
        await commitGate(bashLine('git commit', place), {
          ...context,
          store: { read: () => text, write: () => {} },
        })
      )?.note,
    ).toMatchObject({ result: 'passed' })
  }
})

test.for<[string, string, string]>([
  ['ask', 'ask', 'a program that is missing'],
  ['deny', 'deny', 'a program that is missing'],
  ['ignore', 'none', 'a program that is missing'],
])('missing: %s decides %s for %s', async ([missing, decision]) => {
  const place = repository({ 'go.mod': '', Makefile: '' })
  const answer = await commit(place, {
    test: ['no-such-program-here --all'],
    checks: { types: 'off' },
    missing,
  })
  expect(answer?.decision).toBe(decision)
  const said = answer?.reason ?? JSON.stringify(answer?.effects)
  expect(said).toContain('The commit is not checked as the project asks for.')
  expect(said).toContain(
    'tests: `no-such-program-here --all` has no result: a program that it needs is missing',
  )
})

test('a check that does not end is stopped and said', async () => {
  const answer = await commit(repository(), { test: ['echo begun; sleep 30'], timeout: 1 })
  expect(answer?.decision).toBe('ask')
  expect(answer?.reason).toMatch(/has no result: it did not end within 1 s \(after 1\.\d s\)\.\nbegun$/)
})

test('the checks end before the agent stops waiting, and those without time have no result', async () => {
  const place = repository({ 'sub/x': '' })
  execFileSync('git', ['init', '-q'], { cwd: join(place.projectDir, 'sub') })
  const options = { types: ['sleep 30'], test: [check('test')], missing: 'deny' }
  const startedAt = performance.now()
  const line = 'git commit -m a && git -C sub commit -m b'
  const answer = await commit(place, options, { line, timeoutMs: 3_000 })
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  expect(answer?.decision).toBe('deny')
  expect(answer?.reason).toMatch(
    /type check: `sleep 30` has no result: it did not end within the [12] s left of the 3 s that this call may take; `hookwright check` says how much the agent allows/,
  )
  expect(answer?.reason).toContain('has no result: no time was left of the 3 s that this call may take')
  expect(ran(place)).toEqual([])
})

test('a failure stops the commit whatever could not be run', async () => {
  const answer = await commit(repository(), {
    types: ['no-such-program-here'],
    lint: ['exit 1'],
    missing: 'ignore',
  })
  expect(answer?.decision).toBe('deny')
})

test.for<[string, string]>([
  ['is no JSON', '{'],
  ['holds a list', '[]'],
  ['is larger than what is read', `{"pad":"${'x'.repeat(1_048_576)}"}`],
])('a package.json that %s is no pass: its checks are not known', async ([, text]) => {
  const place = repository({ 'package.json': text, 'sub/a.txt': '' })
  for (const line of ['git commit', 'cd sub && git commit']) {
    const answer = await commit(place, {}, { line })
    expect(answer).toMatchObject({ decision: 'ask', note: { unread: 'package.json' } })
    expect(answer?.reason).toContain('package.json cannot be read as an object of JSON')
  }
  expect(await commit(place, { missing: 'deny' })).toMatchObject({ decision: 'deny' })
  const own = { types: ['true'], lint: ['true'], checks: { test: 'off' } }
  expect(await commit(place, own)).toMatchObject({ decision: 'none', note: { result: 'passed' } })
})

test('a package.json that a byte order mark begins is read', async () => {
  const place = repository({ 'package.json': '\uFEFF{"scripts":{}}' })
  expect(await commit(place, {})).toMatchObject({ decision: 'none', note: { result: 'no checks' } })
})

test('checks run with CI set and without the repository of a calling git', async () => {
  const place = repository()
  const event = bashLine('git commit', place)
  const options = { test: ['echo "$CI/$GIT_DIR/$NO_COLOR" > ran.log'] }
  await commitGate(event, packContext(manifest, { place, options, variables: { GIT_DIR: '/nowhere' } }))
  expect(ran(place)).toEqual(['1//1'])
})

test('each repository in which a line commits is checked', async () => {
  const place = repository({ 'sub/x': '' })
  execFileSync('git', ['init', '-q'], { cwd: join(place.projectDir, 'sub') })
  const options = { test: ['pwd >> "$HOME/ran"'] }
  await commit(place, options, { line: 'git commit -m a && git -C sub commit -m b' })
  expect(readFileSync(join(place.home, 'ran'), 'utf8').trim().split('\n')).toEqual([
    place.projectDir,
    join(place.projectDir, 'sub'),
  ])
})

test('a commit in a repository that is not of the project runs nothing there', async () => {
  const other = repository({ 'package.json': '{"scripts":{"test":"exit 1"}}' })
  expect(await commit(repository(), {}, { line: `git -C ${other.projectDir} commit -m x` })).toBeUndefined()
})

test('another work tree of the project is checked', async () => {
  const place = repository()
  git(place, 'commit', '-qm', 'x')
  git(place, 'worktree', 'add', '-q', '../linked')
  const answer = await commit(place, { test: ['exit 1'] }, { line: 'cd ../linked && git commit -m x' })
  expect(answer?.decision).toBe('deny')
})

test.for(['git status', 'ls', 'git commit --dry-run', 'git -C /nowhere-at-all commit'])(
  '%s is not stopped',
  async (line) => {
    expect(await commit(repository(), { test: ['exit 1'] }, { line })).toBeUndefined()
  },
)

test('a project without checks and a folder without a repository commit as they like', async () => {
  expect((await commit(repository(), {}))?.note).toEqual({ result: 'no checks' })
  expect(await commit(packPlace({}), { test: ['exit 1'] })).toBeUndefined()
})

test('nothing that the repository configures is run', async () => {
  const place = repository({ '.gitattributes': '* filter=evil diff=evil\n' })
  const touch = `touch ${join(place.home, 'evil')}; cat`
  for (const key of [
    'core.fsmonitor',
    'filter.evil.clean',
    'filter.evil.smudge',
    'filter.evil.process',
    'diff.evil.textconv',
    'core.pager',
    'pager.ls-files',
    'alias.ls-files',
    'core.sshCommand',
    'core.editor',
    'hook.evil.command',
  ])
    git(place, 'config', key, touch)
  git(place, 'config', 'core.hooksPath', place.projectDir)
  writeFileSync(join(place.projectDir, 'a.txt'), 'changed\n')
  expect((await commit(place, { test: ['true'] }))?.note).toMatchObject({ result: 'passed' })
  expect((await commit(place, { test: ['true'] }))?.note).toEqual({ result: 'passed before' })
  expect(existsSync(join(place.home, 'evil'))).toBe(false)
})
