import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import type { Hook, Scope } from '../core/hook.ts'
import { openState, type State } from '../ports/state.ts'
import { openSwitches as open, type Switches } from './switches.ts'

function newState(): State {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-switches-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return openState(join(dir, 'hookwright'))
}

function openSwitches(state: State, dir: string, now: () => number): Switches {
  const commands = { disable: (id: string) => `disable ${id}`, enable: (id: string) => `enable ${id}` }
  return open({ state, project: { dir, written: dir }, now, commands })
}

const from = (scope: Scope, id = 'h'): Hook =>
  hook({ id, matcher: { kind: 'names', names: [id] }, source: { file: '/f', pointer: [], scope } })

test('a hook is off until it is switched on, in every later process', () => {
  const state = newState()
  openSwitches(state, '/p', () => 0).disable(from('project'), undefined)
  const later = openSwitches(state, '/p', () => 1e12)
  expect(later.refuse(from('project'))).toEqual({ because: 'disabled', why: 'switched off by you' })
  later.enable(from('project'))
  expect(openSwitches(state, '/p', () => 0).refuse(from('project'))).toBeUndefined()
})

test('a switch with an end is over at that time, and forgotten at the next change', () => {
  const state = newState()
  openSwitches(state, '/p', () => 0).disable(from('user'), 1_000)
  expect(openSwitches(state, '/p', () => 999).refuse(from('user'))?.why).toBe(
    'switched off by you until 1970-01-01T00:00:01.000Z',
  )
  const later = openSwitches(state, '/p', () => 1_000)
  expect(later.refuse(from('user'))).toBeUndefined()
  later.disable(from('user', 'other'), undefined)
  expect(state.read('disabled.json')).not.toContain('"h"')
})

test.for([
  ['a user hook is off in every project', from('user'), '/other', from('user'), true],
  ['a project hook is off in its project only', from('project'), '/other', from('project'), false],
  ["a switch for a project's hook leaves the user's alone", from('project'), '/p', from('user'), false],
  ["a switch for the user's hook leaves a project's alone", from('user'), '/p', from('project'), false],
  ['another id stays on', from('user'), '/p', from('user', 'g'), false],
] as const)('%s', ([, disabled, project, asked, isOff]) => {
  const state = newState()
  openSwitches(state, '/p', () => 0).disable(disabled, undefined)
  expect(openSwitches(state, project, () => 0).refuse(asked) !== undefined).toBe(isOff)
})

test('a managed hook cannot be switched off, by command or by file', () => {
  const state = newState()
  const switches = openSwitches(state, '/p', () => 0)
  expect(switches.disable(from('managed'), undefined)).toMatchObject({ code: 'disable.managed' })
  state.write('disabled.json', '[{"id":"h"},{"id":"h","project":"/p"}]')
  expect(openSwitches(state, '/p', () => 0).refuse(from('managed'))).toBeUndefined()
})

test('a hook that its own file switches off is off', () => {
  expect(
    openSwitches(newState(), '/p', () => 0).refuse({
      ...from('project'),
      disabled: 'switched off in its file',
    })?.why,
  ).toBe('switched off in its file')
})
