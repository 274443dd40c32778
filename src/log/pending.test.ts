import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Effect } from '../core/decision.ts'
import { openState, type State } from '../ports/state.ts'
import { addPending, takePending } from './pending.ts'

const effects: readonly Effect[] = [{ kind: 'add-context', text: 'tests are red' }]

function stateOf(): { readonly state: State; readonly files: () => readonly string[]; readonly dir: string } {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-pending-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const folder = join(dir, 'pending')
  return { state: openState(dir), files: () => readdirSync(folder), dir: folder }
}

test('what is added is taken once', () => {
  const { state } = stateOf()
  addPending(state, 's', effects)
  expect([takePending(state, 's'), takePending(state, 's')]).toEqual([effects, []])
})

test('a draft that another process is writing is not taken away from it', () => {
  const { state, files, dir } = stateOf()
  addPending(state, 's', effects)
  const [name = ''] = files()
  renameSync(join(dir, name), join(dir, `${name}.123.abc`))
  expect(takePending(state, 's')).toEqual([])
  renameSync(join(dir, `${name}.123.abc`), join(dir, name))
  expect(takePending(state, 's')).toEqual(effects)
})

test('a file that is not whole is dropped', () => {
  const { state, files, dir } = stateOf()
  addPending(state, 's', effects)
  const [name = ''] = files()
  writeFileSync(join(dir, name), '{"session":"s","eff')
  expect([takePending(state, 's'), files()]).toEqual([[], []])
})
