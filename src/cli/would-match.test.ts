import { expect, test } from 'vitest'
import { hook, toolEvent } from '../../test/helpers/builders.ts'
import type { Hook } from '../core/hook.ts'
import { wouldMatch } from './would-match.ts'

const holds = (rule: string) => ({
  holds: rule !== 'Bash(no)',
  whole: rule !== 'Bash(part)',
  why: 'a reason',
})
const allow = { type: 'rule', decision: 'allow' } as const
const regex = (source: string) => ({ kind: 'regex', source }) as const

test.for([
  ['a pattern that fits', { matcher: regex('^Ba.h$') }, /^it would run: matcher/],
  [
    'a pattern that does not',
    { matcher: regex('^Ed.t$') },
    /^it would not run: matcher .* does not match Bash/,
  ],
  ['a condition that holds', { condition: 'Bash(yes)' }, /^it would run: .*; if Bash\(yes\): a reason$/],
  ['a condition that does not', { condition: 'Bash(no)' }, /^it would not run: if Bash\(no\): a reason$/],
  ['an allow for a part', { condition: 'Bash(part)', handler: allow }, /^it would not run: if Bash\(part\)/],
  ['another native event', { native: 'x', dialect: 'claude-code' }, /^it would not run: it is for x/],
] as const satisfies readonly (readonly [string, Partial<Hook>, RegExp])[])('%s', ([, fields, said]) =>
  expect(wouldMatch(toolEvent('Bash', { command: 'ls' }), hook(fields), holds)).toMatch(said),
)

test('a pattern that takes for ever is given up', () => {
  const event = toolEvent('Bash', { command: 'ls' })
  const tool = { ...event.tool, name: `${'a'.repeat(60)}!`, nativeName: 'x', input: {}, nativeInput: {} }
  const began = Date.now()
  expect(wouldMatch({ ...event, tool }, hook({ matcher: regex('^(a+)+$') }), holds)).toMatch(
    /took too long to tell$/,
  )
  expect(Date.now() - began).toBeLessThan(5_000)
})
