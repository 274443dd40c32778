import { expect, test } from 'vitest'
import { hook, places } from '../../test/helpers/builders.ts'
import type { Hook } from '../core/hook.ts'
import { issue } from '../core/issue.ts'
import { withContentIds } from './content-ids.ts'
import { formerId } from './former-id.ts'

const { projectDir } = places()

function at(index: number, command: string, fields: Partial<Hook> = {}): Hook {
  return hook({
    id: `hookwright:project:PreToolUse:${index}`,
    handler: { type: 'command', start: { kind: 'inline', form: 'shell', command } },
    source: {
      file: `${projectDir}/hookwright.yaml`,
      pointer: ['hooks', 'PreToolUse', index],
      scope: 'project',
    },
    ...fields,
  })
}

const idsOf = (...hooks: readonly Hook[]): readonly string[] =>
  withContentIds(hooks, places()).hooks.map(({ id }) => id)
const idOf = (one: Hook): string => idsOf(one)[0] ?? ''

test('a hook keeps its id when another one is inserted before it', () => {
  const [alone] = idsOf(at(0, 'a'))
  expect(alone).toMatch(/^hookwright:project:PreToolUse:[0-9a-f]{8}$/)
  expect(idsOf(at(0, 'b'), at(1, 'a'))[1]).toBe(alone)
})

test.for<[string, Hook, boolean]>([
  ['another command', at(0, 'b'), false],
  ['another timeout', at(0, 'a', { timeoutMs: 1 }), false],
  ['another policy for failures', at(0, 'a', { onFailure: 'deny' }), false],
  ['another place', at(7, 'a'), true],
  ['a switch in its file', at(0, 'a', { disabled: 'switched off in its file' }), true],
  ['another text while it runs', at(0, 'a', { statusMessage: 'Looking' }), true],
])('%s: the id stays is %s', ([, other, isSame]) => {
  expect(idOf(other) === idOf(at(0, 'a'))).toBe(isSame)
})

test.for(['project', 'home'] as const)('the folder of the %s is no part of the id', (which) => {
  const here = { project: projectDir, home: places().home }[which]
  const there = { project: '/elsewhere', home: '/home/other' }[which]
  const moved = places(which === 'project' ? { projectDir: there, startDir: there } : { home: there })
  expect(withContentIds([at(0, `${there}/x.sh`)], moved).hooks[0]?.id).toBe(idOf(at(0, `${here}/x.sh`)))
})

test('equal entries get a number, and no two hooks one id', () => {
  const [first = '', second] = idsOf(at(0, 'a'), at(1, 'a'))
  expect(second).toBe(`${first}@2`)
})

test.for<[string, Hook]>([
  ['a name', at(0, 'a', { id: 'guard' })],
  ['a name with a number', at(0, 'a', { id: '0' })],
  ['a name of its host', at(0, 'a', { id: 'kiro:project:PreToolUse:lint' })],
])('%s stays the id', ([, named]) => {
  expect(idOf(named)).toBe(named.id)
})

test('what was said about a hook names it by its id', () => {
  const one = at(0, 'a')
  const said = issue('hook.x', { hook: one.id }, `Hook ${one.id} is odd.`)
  const { hooks, renamed } = withContentIds([one], places())
  const [{ id } = one] = hooks
  expect(renamed(said)).toMatchObject({ place: { hook: id }, message: `Hook ${id} is odd.` })
})

test('the former id of a hook tells where it stands', () => {
  const [first, second] = withContentIds([at(0, 'a'), at(1, 'a')], places()).hooks
  expect([first, second].map((each) => formerId(each as Hook))).toEqual([
    'hookwright:project:PreToolUse:0',
    'hookwright:project:PreToolUse:1',
  ])
})

test('a use of a pack has the name of its pack in its id, whatever its options', () => {
  const use = (index: number, options: Record<string, unknown> = {}): Hook =>
    at(index, '', {
      id: `hookwright:project:PreToolUse:packs.${index}`,
      handler: { type: 'pack', name: 'guard', options },
      source: { file: `${projectDir}/hookwright.yaml`, pointer: ['packs', index], scope: 'project' },
    })
  expect(idsOf(use(0))).toEqual(['hookwright:project:PreToolUse:guard'])
  expect(idsOf(use(0, { level: 'ask' }))).toEqual(idsOf(use(3)))
  const several = idsOf(use(0), use(1, { level: 'ask' }), use(2))
  expect(several[0]).toMatch(/^hookwright:project:PreToolUse:guard-[0-9a-f]{8}$/)
  expect(several[2]).toBe(`${several[0]}@2`)
  expect(new Set(several).size).toBe(3)
  // No order gives one of them the id of another.
  expect(idsOf(use(0, { level: 'ask' }), use(1))).toEqual([several[1], several[0]])
})

test('a use of a pack keeps the name that its file gives it', () =>
  expect(idsOf(at(0, '', { id: 'mine', handler: { type: 'pack', name: 'guard', options: {} } }))).toEqual([
    'mine',
  ]))
