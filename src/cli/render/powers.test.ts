import { expect, test } from 'vitest'
import { hook as anyHook } from '../../../test/helpers/builders.ts'
import type { Hook } from '../../core/hook.ts'
import { claudeCode } from '../../dialects/claude-code/index.ts'
import { copilotAs } from '../../dialects/copilot/index.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import { powersOf } from '../host-power.ts'
import { renderPowers } from './powers.ts'
import { createStyle } from './style.ts'

const style = createStyle(false)
const hook = (fields: Partial<Hook>): Hook =>
  anyHook({ handler: { type: 'command', start: { kind: 'argv', words: ['gate'] } }, ...fields })
const copilot = copilotAs('cli')
const hosts: readonly Dialect[] = [claudeCode, copilot]

test('what fits in 80 columns is a table, with the words explained', () => {
  const hooks = [hook({ id: 'gate' }), hook({ id: 'told', event: 'Notification' })]
  expect(renderPowers(powersOf(hooks, hosts), hosts, { style })).toEqual([
    '',
    'What a deny of a hook does:',
    'hook  event         Claude Code  GitHub Copilot',
    'gate  PreToolUse    prevent      prevent',
    'told  Notification  observe      observe',
    '  prevent: the action does not happen',
    '  observe: nothing; the hook cannot stop anything',
  ])
})

test('what does not fit is a list, hooks with equal powers together', () => {
  const many = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    ...copilot,
    name,
    title: `Some Coding Agent ${name}`,
  }))
  const lacking = { ...claudeCode, name: 'z', title: 'Lacking', events: {} }
  const hooks = ['one', 'two'].map((id) => hook({ id: `hookwright:project:PreToolUse:${id}` }))
  const lines = renderPowers(powersOf(hooks, [...many, lacking]), [...many, lacking], { style })
  expect(lines).toEqual([
    '',
    'What a deny of a hook does:',
    '  PreToolUse: hookwright:project:PreToolUse:one,',
    '    hookwright:project:PreToolUse:two',
    '    prevent: Some Coding Agent a, Some Coding Agent b, Some Coding Agent c,',
    '      Some Coding Agent d, Some Coding Agent e',
    '    not available: Lacking',
    '  prevent: the action does not happen',
    '  not available: the host has no such event, so the hook never runs',
  ])
  expect(lines.every((line) => line.length <= 80)).toBe(true)
})
