import { expect, test } from 'vitest'
import { matcherRules } from '../../../../test/helpers/claude-contract.ts'
import { parseMatcher } from '../../../core/matcher.ts'

const all = { kind: 'all' }
const names = (...list: string[]) => ({ kind: 'names', names: list })
const regex = (source: string) => ({ kind: 'regex', source })

test.for([
  ['absent is everything', 'PreToolUse', undefined, all],
  ['empty is everything', 'PreToolUse', '', all],
  ['star is everything', 'PreToolUse', '*', all],
  ['one name is exact', 'PreToolUse', 'Bash', names('Bash')],
  ['a bar separates names', 'PreToolUse', 'Edit|Write', names('Edit', 'Write')],
  ['comma and space separate names since 2.1.191', 'PreToolUse', 'Edit, Write', names('Edit', 'Write')],
  ['a hyphen stays in a name since 2.1.195', 'SubagentStop', 'code-reviewer', names('code-reviewer')],
  ['a former name is the current one', 'PreToolUse', 'Task', names('Agent')],
  ['a dot makes a regex', 'PreToolUse', 'mcp__memory__.*', regex('mcp__memory__.*')],
  ['a colon makes a regex', 'SubagentStop', 'plugin:name', regex('plugin:name')],
  ['a comma makes a regex on FileChanged', 'FileChanged', 'a,b', regex('a,b')],
  ['a hyphen makes a regex on StopFailure', 'StopFailure', 'rate-limit', regex('rate-limit')],
  ['a bar separates names on FileChanged', 'FileChanged', 'a|b', names('a', 'b')],
] as const)('%s', ([, event, pattern, spec]) =>
  expect(parseMatcher(pattern, matcherRules(event), {})).toEqual(spec),
)
