import { expect, test } from 'vitest'
import { hook as anyHook } from '../../test/helpers/builders.ts'
import type { Hook } from '../core/hook.ts'
import { claudeCode } from '../dialects/claude-code/index.ts'
import { copilotAs } from '../dialects/copilot/index.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { inspectPowers, powersOf } from './host-power.ts'

const copilot = copilotAs('cli')
const hook = (fields: Partial<Hook> = {}): Hook =>
  anyHook({ handler: { type: 'command', start: { kind: 'argv', words: ['gate'] } }, ...fields })
const observing: Dialect = {
  ...claudeCode,
  name: 'observing',
  title: 'Observing',
  events: { PreToolUse: { event: 'PreToolUse', decisions: [], effects: [], gate: false } },
}
const askless: Dialect = {
  ...claudeCode,
  name: 'askless',
  events: { PreToolUse: { event: 'PreToolUse', decisions: ['deny'], effects: [], gate: true } },
}
const asking = hook({ id: 'asks', handler: { type: 'rule', decision: 'ask' } })

test('says for each hook and host what a no can do', () => {
  const hooks = [hook({ id: 'a' }), hook({ id: 'b', event: 'Stop' })]
  const shown = powersOf(hooks, [claudeCode, observing]).map(({ hook: { id }, hosts }) => [id, hosts])
  expect(shown).toEqual([
    ['a', { 'claude-code': { power: 'prevent' }, observing: { power: 'observe' } }],
    ['b', { 'claude-code': { power: 'retry' }, observing: { power: 'not available' } }],
  ])
})

test('a question becomes a deny where the host cannot ask', () => {
  const [only] = powersOf([asking], [claudeCode, askless])
  expect(only?.hosts).toEqual({
    'claude-code': { power: 'prevent' },
    askless: { power: 'prevent', asksAreDenied: true },
  })
})

test.for([
  ['marked as a guard', hook({ guard: true })],
  ['that denies when it fails', hook({ onFailure: 'deny' })],
  ['with a question as its rule', asking],
] as const)('a hook %s is warned about where it cannot prevent', ([, guard]) => {
  const hosts = [claudeCode, observing, copilot]
  const issues = inspectPowers(powersOf([guard], hosts), { hosts, own: new Map() })
  expect(issues.map(({ message }) => message)).toEqual([
    `Hook ${guard.id} guards PreToolUse, and Observing does not act on an answer there, so the hook can only observe.`,
  ])
})

test('nothing is said of hooks that do not guard, and of events that no host lets prevent', () => {
  const hosts = [claudeCode, observing]
  const hooks = [hook(), hook({ event: 'PostToolUse', guard: true })]
  expect(inspectPowers(powersOf(hooks, hosts), { hosts, own: new Map() })).toEqual([])
})

test('a guard is warned about when the only host that is used has no such event', () => {
  const powers = powersOf([hook({ event: 'PermissionRequest', guard: true })], [observing])
  const own = new Map([['claude-code', claudeCode]])
  expect(inspectPowers(powers, { hosts: [observing], own })).toMatchObject([{ code: 'host.cannot-prevent' }])
})

test.for([
  ['nobody waits for', hook({ mode: 'background' })],
  ['only wakes the model', hook({ mode: 'rewake' })],
  ['only adds context', hook({ handler: { type: 'rule', decision: 'none', context: 'x' } })],
  ['only allows', hook({ handler: { type: 'rule', decision: 'allow' } })],
] as const)('a hook that %s observes, whatever the host could do', ([, quiet]) => {
  const [only] = powersOf([quiet], [claudeCode])
  expect(only?.hosts).toEqual({ 'claude-code': { power: 'observe' } })
})

test('a hook that is switched off is left out', () => {
  expect(powersOf([hook({ disabled: 'switched off in its file' })], [claudeCode])).toEqual([])
})
