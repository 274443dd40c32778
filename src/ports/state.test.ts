import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { issue } from '../core/issue.ts'
import { openState } from './state.ts'

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-state-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return join(dir, 'hookwright')
}

const MANY = 1_000_000

test('opening makes nothing; the first write makes the folder, for its user alone', () => {
  const dir = folder()
  const state = openState(dir)
  expect(statSync(dir, { throwIfNoEntry: false })).toBeUndefined()
  expect(state.write('a/b.json', 'text')).toBeUndefined()
  expect(state.read('a/b.json')).toBe('text')
  expect([dir, join(dir, 'a')].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700])
  expect(statSync(join(dir, 'a/b.json')).mode & 0o777).toBe(0o600)
})

test('a write leaves no draft behind, whether it works or not', () => {
  const dir = folder()
  const state = openState(dir)
  state.write('a', 'one')
  mkdirSync(join(dir, 'b/full'), { recursive: true })
  expect(state.write('b', 'two')).toMatchObject({ code: 'state.unwritable' })
  expect(readdirSync(dir).toSorted()).toEqual(['a', 'b'])
})

test('S42 a write replaces a link instead of following it', () => {
  const dir = folder()
  mkdirSync(dir, { mode: 0o700 })
  const victim = join(dir, '../victim')
  writeFileSync(victim, 'mine')
  symlinkSync(victim, join(dir, 'trust.json'))
  openState(dir).write('trust.json', 'text')
  expect(readFileSync(victim, 'utf8')).toBe('mine')
})

test('S06 a refused folder is neither read nor written', () => {
  const dir = folder()
  mkdirSync(dir, { mode: 0o700 })
  writeFileSync(join(dir, 'trust.json'), 'text')
  const refusal = issue('state.inside-project', {}, 'No.')
  const state = openState(dir, refusal)
  expect(state.read('trust.json')).toBeUndefined()
  expect(state.list('.')).toEqual([])
  expect(state.write('a', 'b')).toBe(refusal)
  expect(state.append('c', 'd', MANY)).toBe(refusal)
  expect(readdirSync(dir)).toEqual(['trust.json'])
})

test('S06 a refused folder loses nothing to remove', () => {
  const dir = folder()
  mkdirSync(dir, { mode: 0o700 })
  writeFileSync(join(dir, 'trust.json'), 'text')
  openState(dir, issue('state.refused', {}, 'No.')).remove('trust.json')
  expect(readdirSync(dir)).toEqual(['trust.json'])
})

test('R47 a torn tail is closed with a newline before the next line', () => {
  const dir = folder()
  const state = openState(dir)
  state.append('log', 'one', MANY)
  writeFileSync(join(dir, 'log'), 'one\n{"tor', { mode: 0o600 })
  state.append('log', 'two', MANY)
  expect(state.read('log')).toBe('one\n{"tor\ntwo\n')
})

test('R50 a full file is set aside, the newest three stay, and no line is lost on the way', () => {
  const dir = folder()
  const state = openState(dir)
  for (let count = 0; count < 3; count += 1) state.append('log/runs.jsonl', `line ${count}`, 10)
  const lines = state.list('log').flatMap((name) => (state.read(`log/${name}`) ?? '').trim().split('\n'))
  expect(lines.toSorted()).toEqual(['line 0', 'line 1', 'line 2'])
  for (let count = 0; count < 30; count += 1) state.append('log/runs.jsonl', `line ${count}`, 1)
  expect(state.list('log').filter((name) => name.startsWith('runs-')).length).toBeLessThanOrEqual(3)
})
