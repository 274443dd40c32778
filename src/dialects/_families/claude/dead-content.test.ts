import { expect, test } from 'vitest'
import { remarks } from '../../../../test/helpers/claude-contract.ts'
import type { HandlerWire } from './wire.ts'

const place = { file: '/f.json', pointer: ['hooks'] }
const told = (rule: string) => {
  const wire: HandlerWire = { type: 'command', command: 'a', if: rule }
  return remarks(wire, 'command', { place, event: 'PreToolUse' })
}

test.for([
  ['a text rule on a tool that has none', 'SendMessage(*x*)'],
  ['such a rule by a former name of the tool', 'KillShell(x)'],
  ['a URL as the rule of such a tool', 'Monitor(https://x/*)'],
  ['a rule on WebFetch that names no domain', 'WebFetch(https://x/*)'],
] as const)('%s is told', ([, rule]) => {
  expect(told(rule).map(({ code, severity }) => [code, severity])).toEqual([['hook.condition', 'warning']])
})

test.for([
  'SendMessage',
  'SendMessage(*)',
  'SendMessage(to:x*)',
  'WebFetch(domain:x)',
  'WebFetch(url:https://x/*)',
  'Deploy(*x*)',
  'mcp__a__SendMessage(*x*)',
  'Agent(x)',
  'Edit(x)',
])('the rule %s can hold, so nothing is said', (rule) => expect(told(rule)).toEqual([]))

test('a rule that never holds is told with what to write instead', () => {
  expect(told('SendMessage(*secret*)')).toEqual([
    {
      code: 'hook.condition',
      severity: 'warning',
      place: { file: '/f.json', pointer: ['hooks', 'if'] },
      message:
        'Claude Code has no text rules for its tool SendMessage, so "SendMessage(*secret*)" never holds, not even for a tool of your own with that name.',
      hint: 'Write SendMessage(parameter:value) to test one argument, or SendMessage for every call.',
    },
  ])
})
