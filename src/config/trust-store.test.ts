import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openState, type State } from '../ports/state.ts'
import { changeApprovals, type NextApprovals } from './trust-changes.ts'
import { openApprovals, type Approval, type ApprovalStore } from './trust-store.ts'

const approval = (id: string): Approval => ({
  id,
  file: '/p/hookwright.yaml',
  meaning: id,
  scripts: [],
  at: 0,
})

/** The real folder, with a count of the files that were read. */
function countedState(): { readonly state: State; readonly reads: () => number; readonly file: string } {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-store-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const state = openState(join(dir, 'hookwright'))
  let count = 0
  const read: State['read'] = (name) => {
    count += 1
    return state.read(name)
  }
  return { state: { ...state, read }, reads: () => count, file: join(state.dir, 'trust.json') }
}

type Writable = ApprovalStore & { change(next: NextApprovals): ReturnType<typeof changeApprovals> }

function open(state: State, projectDir: string): Writable {
  const change = (next: NextApprovals) => changeApprovals(state, { projectDir, next })
  return { ...openApprovals(state, projectDir), change }
}

/** As if the file had been written long ago. */
function later(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
}

test('a store that did not change is read once, however often it is asked', () => {
  const { state, reads } = countedState()
  const store = open(state, '/p')
  store.change(() => ({ one: approval('one') }))
  later()
  for (let asked = 0; asked < 100; asked += 1) expect(Object.keys(store.read().approvals)).toEqual(['one'])
  expect(reads()).toBe(1)
})

test('a store that is not there costs no read after the first', () => {
  const { state, reads } = countedState()
  const store = open(state, '/p')
  for (let asked = 0; asked < 100; asked += 1)
    expect(store.read()).toEqual({ approvals: {}, around: {}, problem: undefined })
  expect(reads()).toBe(1)
})

test('what another process writes is there with the next look', () => {
  const { state } = countedState()
  const [ours, theirs] = [open(state, '/p'), open(state, '/p')]
  later()
  for (const id of ['one', 'two', 'six']) {
    theirs.change(() => ({ [id]: approval(id) }))
    expect(Object.keys(ours.read().approvals)).toEqual([id])
  }
  theirs.change(() => ({}))
  expect(ours.read().approvals).toEqual({})
})

test('a change that leaves the file as old, as large and in the same place is seen while the file is young', () => {
  const { state, file } = countedState()
  const store = open({ ...state, stamp: () => ({ mark: 'always the same', isSettled: false }) }, '/p')
  store.change(() => ({ one: approval('one') }))
  expect(Object.keys(store.read().approvals)).toEqual(['one'])
  writeFileSync(file, '{"version":1,"projects":{}}')
  expect(store.read().approvals).toEqual({})
})

test('a change starts from what others have written since, and keeps other projects', () => {
  const { state } = countedState()
  const [ours, theirs, other] = ['/p', '/p', '/q'].map((dir) => open(state, dir))
  ours?.read()
  theirs?.change(() => ({ two: approval('two') }))
  other?.change(() => ({ three: approval('three') }))
  ours?.change((now) => ({ ...now, one: approval('one') }))
  expect(Object.keys(theirs?.read().approvals ?? {})).toEqual(['two', 'one'])
  expect(Object.keys(other?.read().approvals ?? {})).toEqual(['three'])
})

test('a store nobody can read is a problem, is left as it is, and is fine again when it is mended', () => {
  const { state, file } = countedState()
  const store = open(state, '/p')
  store.change(() => ({ one: approval('one') }))
  writeFileSync(file, '{"version":2}')
  expect(store.read()).toMatchObject({ approvals: {}, problem: { code: 'trust.unreadable' } })
  expect(store.change(() => ({}))).toMatchObject({ code: 'trust.unreadable' })
  expect(state.read('trust.json')).toBe('{"version":2}')
  rmSync(file)
  expect(store.read()).toEqual({ approvals: {}, around: {}, problem: undefined })
})
