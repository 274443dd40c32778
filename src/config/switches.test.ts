import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hook, toolEvent } from '../../test/helpers/builders.ts'
import type { Hook, Scope } from '../core/hook.ts'
import { openState, type State } from '../ports/state.ts'
import { openSwitches as open, type Switches } from './switches.ts'

function newState(): State {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-switches-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return openState(join(dir, 'hookwright'))
}

function openSwitches(state: State, dir: string, now: () => number, hooks: readonly Hook[] = []): Switches {
  const commands = { disable: (id: string) => `disable ${id}`, enable: (id: string) => `enable ${id}` }
  return open({ state, project: { dir, written: dir }, now, commands, hooks: () => hooks })
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

/** What a hook does, whatever its id. */
const doing = (scope: Scope, id: string, work: string): Hook => ({
  ...from(scope, id),
  matcher: { kind: 'names', names: [work] },
})

test.for(['user', 'project', 'local'] as const)(
  'a switch follows a %s hook to another id and place',
  (scope) => {
    const state = newState()
    openSwitches(state, '/p', () => 0).disable(doing(scope, 'first', 'x'), undefined)
    const renamed = {
      ...doing(scope, 'second', 'x'),
      source: { file: '/p/other', pointer: ['hooks', 3], scope },
    }
    const switches = openSwitches(state, '/p', () => 0)
    expect(switches.refuse(renamed)?.why).toBe('switched off by you as "first"')
    expect(switches.remarks([renamed])).toMatchObject([{ code: 'disable.renamed', severity: 'notice' }])
    switches.enable(renamed)
    expect(switches.refuse(renamed)).toBeUndefined()
  },
)

test.for(['user', 'project'] as const)(
  'another %s hook under the id that was switched off is on, and that is told',
  (scope) => {
    const state = newState()
    const switches = openSwitches(state, '/p', () => 0)
    switches.disable(doing(scope, 'h', 'x'), undefined)
    const guard = doing(scope, 'h', 'y')
    expect(switches.refuse(guard)).toBeUndefined()
    const [remark] = switches.remarks([guard])
    expect(remark).toMatchObject({ code: 'disable.changed', severity: 'warning', place: { hook: 'h' } })
    expect(remark?.hint).toMatch(/`disable h`.*`enable h`/)
    switches.enable(guard)
    expect(switches.remarks([guard])).toEqual([])
  },
)

test('two hooks that swap their ids keep their switches, and nothing needs to be told of the one that is on', () => {
  const switches = openSwitches(newState(), '/p', () => 0)
  switches.disable(doing('project', '0', 'noise'), undefined)
  const now = [doing('project', '0', 'guard'), doing('project', '1', 'noise')]
  expect(now.map((each) => switches.refuse(each)?.because)).toEqual([undefined, 'disabled'])
  expect(switches.remarks(now).map(({ code }) => code)).toEqual(['disable.renamed'])
})

test('R29 a switch for a hook of the repository leaves the same command of a plugin or a session on', () => {
  const repository = doing('project', 'theirs', 'x')
  const owner = { kind: 'plugin', name: 'mine', root: '/plugins/mine' } as const
  const plugin = doing('plugin', 'mine', 'x')
  const others = [
    { ...plugin, source: { ...plugin.source, owner } },
    { ...plugin, id: 'other', source: { ...plugin.source, owner: { ...owner, name: 'other' } } },
    doing('local', 'local', 'x'),
    doing('session', 'session', 'x'),
  ]
  const state = newState()
  openSwitches(state, '/p', () => 0).disable(repository, undefined, [repository, ...others])
  for (const hooks of [[repository, ...others], others]) {
    const switches = openSwitches(state, '/p', () => 0, hooks)
    expect(others.map((each) => switches.refuse(each))).toEqual(others.map(() => undefined))
    expect(switches.remarks(hooks)).toEqual([])
  }
  const ofPlugin = openSwitches(newState(), '/p', () => 0)
  ofPlugin.disable(others[0] as Hook, undefined)
  expect(others.map((each) => ofPlugin.refuse(each)?.because)).toEqual([
    'disabled',
    undefined,
    undefined,
    undefined,
  ])
})

test('R29 another hook that does the same is on while the one that was switched off has its id, and off after', () => {
  const state = newState()
  const [first, second, third] = ['1', '2', '3'].map((id) => doing('project', id, 'x')) as [Hook, Hook, Hook]
  openSwitches(state, '/p', () => 0).disable(first, undefined)
  const all = openSwitches(state, '/p', () => 0, [first, second])
  expect([first, second].map((each) => all.refuse(each)?.because)).toEqual(['disabled', undefined])
  const renamed = openSwitches(state, '/p', () => 0, [second, third])
  expect(renamed.remarks([second, third]).map(({ code, place }) => [code, place.hook])).toEqual([
    ['disable.renamed', '2'],
    ['disable.renamed', '3'],
  ])
})

test('a warning about a changed hook is told once, in whatever process', () => {
  const state = newState()
  openSwitches(state, '/p', () => 0).disable(doing('project', 'h', 'x'), undefined)
  const told = (): number => openSwitches(state, '/p', () => 0).tellOnce([doing('project', 'h', 'y')]).length
  expect([told(), told(), told()]).toEqual([1, 0, 0])
})

test('a switch goes by the id it was stored with, also when no hook has it any more', () => {
  const state = newState()
  const switches = openSwitches(state, '/p', () => 0)
  switches.disable(doing('project', 'old', 'x'), undefined)
  expect([switches.hasSwitch('old'), openSwitches(state, '/q', () => 0).hasSwitch('old')]).toEqual([
    true,
    false,
  ])
  switches.enableId('old')
  expect(switches.refuse(doing('project', 'new', 'x'))).toBeUndefined()
})

test('hooks that share an id are switched off together', () => {
  const switches = openSwitches(newState(), '/p', () => 0)
  const all = ['x', 'y'].map((work) => doing('user', 'broken:/f', work))
  switches.disable(all[0] as Hook, undefined, all)
  expect(all.map((each) => switches.refuse(each)?.because)).toEqual(['disabled', 'disabled'])
})

test('a user hook is off in every project, also in one whose folder its command names', () => {
  const state = newState()
  const start = { kind: 'argv', words: ['/home/dev/bin/lint'] } as const
  const own: Hook = { ...from('user'), handler: { type: 'command', start } }
  openSwitches(state, '/home/dev', () => 0).disable(own, undefined)
  expect(openSwitches(state, '/elsewhere', () => 0).refuse({ ...own })?.because).toBe('disabled')
})

test("a function of the running program is never switched off by a file's switch", () => {
  const state = newState()
  state.write('disabled.json', '[{"id":"h","project":"/p"}]')
  const own: Hook = { ...from('session'), handler: { type: 'function', run: () => undefined } }
  expect(openSwitches(state, '/p', () => 0).refuse(own)).toBeUndefined()
})

test('the list of an older version counts by id, which is told, and keeps entries nobody understands', () => {
  const state = newState()
  state.write('disabled.json', '[{"id":"h","project":"/p"},{"newer":1}]')
  const switches = openSwitches(state, '/p', () => 0)
  expect(switches.refuse(from('project'))?.why).toBe('switched off by you')
  expect(switches.remarks([from('project')])).toMatchObject([{ code: 'disable.id-only' }])
  switches.disable(from('project'), undefined)
  expect(switches.remarks([from('project')])).toEqual([])
  expect(state.read('disabled.json')).toContain('"newer"')
})

test('R53 a list that cannot be read switches nothing off, is told, and is left as it is', () => {
  const state = newState()
  state.write('disabled.json', '{"version":2}')
  const switches = openSwitches(state, '/p', () => 0)
  expect(switches.problem).toMatchObject({ code: 'disable.unreadable' })
  expect(switches.refuse(from('project'))).toBeUndefined()
  expect(switches.disable(from('project'), undefined)).toMatchObject({ code: 'disable.unreadable' })
  expect(state.read('disabled.json')).toBe('{"version":2}')
})

test('what another process switches counts from the next event on; the store is looked at once per event', () => {
  const state = newState()
  let looks = 0
  const counted: State = { ...state, stamp: (name) => ((looks += 1), state.stamp(name)) }
  const [ours, theirs] = [openSwitches(counted, '/p', () => 0), openSwitches(state, '/p', () => 0)]
  const [first, second] = [toolEvent('Bash'), toolEvent('Bash')]
  expect(ours.refuse(from('user'), first)).toBeUndefined()
  theirs.disable(from('user'), undefined)
  expect([ours.refuse(from('user'), first), ours.refuse(from('user', 'g'), first), looks]).toEqual([
    undefined,
    undefined,
    1,
  ])
  expect(ours.refuse(from('user'), second)?.because).toBe('disabled')
  theirs.enable(from('user'))
  expect(ours.refuse(from('user'), toolEvent('Bash'))).toBeUndefined()
})
