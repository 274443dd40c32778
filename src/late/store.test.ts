import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Effect } from '../core/decision.ts'
import { openState, type State } from '../ports/state.ts'
import { keepLateAnswer, takeLateAnswers } from './store.ts'

const effects: readonly Effect[] = [{ kind: 'add-context', text: 'tests are red' }]

function stateOf(): { readonly state: State; readonly files: () => readonly string[]; readonly dir: string } {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-late-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const folder = join(dir, 'pending')
  return { state: openState(dir), files: () => readdirSync(folder), dir: folder }
}

test('a late answer is taken once', () => {
  const { state } = stateOf()
  keepLateAnswer(state, 's', effects)
  expect([takeLateAnswers(state, 's'), takeLateAnswers(state, 's')]).toEqual([effects, []])
})

test('a draft that another process is writing is not taken away from it', () => {
  const { state, files, dir } = stateOf()
  keepLateAnswer(state, 's', effects)
  const [name = ''] = files()
  renameSync(join(dir, name), join(dir, `${name}.123.abc`))
  expect(takeLateAnswers(state, 's')).toEqual([])
  renameSync(join(dir, `${name}.123.abc`), join(dir, name))
  expect(takeLateAnswers(state, 's')).toEqual(effects)
})

test('a file that is not whole is dropped', () => {
  const { state, files, dir } = stateOf()
  keepLateAnswer(state, 's', effects)
  const [name = ''] = files()
  writeFileSync(join(dir, name), '{"session":"s","eff')
  expect([takeLateAnswers(state, 's'), files()]).toEqual([[], []])
})
