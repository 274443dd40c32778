import { expect, test } from 'vitest'
import { engineIn } from '../../test/helpers/library.ts'
import type { Answer, Effect } from '../core/decision.ts'

const says = (decision: Answer['decision'], ...effects: Effect[]): Answer => ({
  decision,
  effects,
  issues: [],
})
const tool = { name: 'Bash', input: { command: 'ls' } }
const yes = {
  PermissionRequest: { kind: 'permission-result', behavior: 'allow', permissions: [{ type: 'setMode' }] },
  Elicitation: { kind: 'elicitation-reply', action: 'accept', content: { a: 1 } },
  PreToolUse: { kind: 'rewrite-input', input: { command: 'true' } },
} as const satisfies Record<string, Effect>

test.for([
  ['PermissionRequest', 'deny'],
  ['Elicitation', 'deny'],
  ['PreToolUse', 'deny'],
  ['PreToolUse', 'defer'],
] as const)('a program that gets %s with %s gets no yes of another hook', async ([name, decision]) => {
  const { engine } = await engineIn()
  engine.on(name, { id: 'granter' }, () => says('none', yes[name]))
  engine.on(name, { id: 'refuser' }, () => says(decision))
  const verdict = await engine.dispatch({ name, tool })
  expect([verdict.decision, verdict.effects]).toEqual([decision, []])
  expect(verdict.lost).toMatchObject([{ what: yes[name].kind, hook: 'granter' }])
})
