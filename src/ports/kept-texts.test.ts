import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isIssue } from '../core/issue.ts'
import { keepText, sweepTexts } from './kept-texts.ts'
import { openState, type State } from './state.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-11-16T00:00:00Z')

function tempState(name = 'state'): State {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-texts-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return openState(join(dir, name))
}

const texts = ({ dir }: State): readonly string[] => readdirSync(join(dir, 'texts'))

test('a text is kept whole, for its user alone', () => {
  const state = tempState()
  const file = keepText(state, 'all of it', NOW)
  if (isIssue(file)) throw new Error(file.message)
  expect(readFileSync(file, 'utf8')).toBe('all of it')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(state.dir, 'texts')).mode & 0o777).toBe(0o700)
})

test('texts are removed after a week, by whoever comes next', () => {
  const state = tempState()
  keepText(state, 'old', NOW - 8 * DAY)
  keepText(state, 'young', NOW - 6 * DAY)
  sweepTexts(state, NOW)
  expect(texts(state)).toHaveLength(1)
})

test('there are never more than a hundred, and the oldest go first', () => {
  const state = tempState()
  for (let index = 0; index < 130; index++) keepText(state, `text ${index}`, NOW + index)
  const kept = texts(state).map((name) => readFileSync(join(state.dir, 'texts', name), 'utf8'))
  expect(kept).toHaveLength(100)
  expect(kept).toContain('text 129')
  expect(kept).not.toContain('text 29')
})

test('a file of another name is taken for an old one', () => {
  const state = tempState()
  keepText(state, 'x', NOW)
  writeFileSync(join(state.dir, 'texts', '!'), '')
  sweepTexts(state, NOW)
  expect(texts(state)).toHaveLength(1)
})

test('where nothing can be written, that is said', () => {
  const state = tempState()
  writeFileSync(state.dir, 'a file where the folder should be')
  expect(isIssue(keepText(openState(state.dir), 'x', NOW))).toBe(true)
})
