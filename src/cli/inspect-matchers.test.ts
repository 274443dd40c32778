import { describe, expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { dialects } from '../../test/helpers/dialects.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import { places } from '../../test/helpers/builders.ts'
import type { Hook } from '../core/hook.ts'
import type { MatcherSpec } from '../core/matcher.ts'
import { createEntryPlaces } from './entry-places.ts'
import { inspectMatchers } from './inspect-matchers.ts'

const FILE = '/home/dev/app/hookwright.yaml'
const TEXT = 'hooks:\n  PreToolUse:\n    - matcher: x\n      if: Bash(x)\n      deny: No.\n'
const at = createEntryPlaces({ files: memoryFiles({ [FILE]: TEXT }), places: places(), dialects })

const names = (...list: readonly string[]): MatcherSpec => ({ kind: 'names', names: list })
const regex = (source: string): MatcherSpec => ({ kind: 'regex', source })

function found(fields: Partial<Hook>) {
  const source = { file: FILE, pointer: ['hooks', 'PreToolUse', 0], scope: 'project' } as const
  return inspectMatchers([hook({ id: 'gate', source, ...fields })], at)
}

const NATIVE = { tool: { Bash: ['run_shell_command'], Edit: ['replace'] } } as const

describe('a matcher that matches nothing', () => {
  test.for([
    ['another case', { matcher: names('bash') }, 'Write "Bash".'],
    ['a slip', { matcher: names('Edit', 'Bahs') }, 'Write "Bash".'],
    ['a letter too many', { matcher: names('Writte') }, 'Write "Write".'],
    ['a server alone', { matcher: names('mcp__github') }, 'Write "mcp__github__.*".'],
    ['a server with too few lines', { matcher: names('mcp_github_search') }, 'Write "mcp__github__search".'],
    [
      'a pattern in another case',
      { matcher: regex('^(bash|edit)$') },
      'Write the names as they are: Bash, Edit.',
    ],
    ['a slip in a name of its host', { matcher: names('replase'), subject: NATIVE }, 'Write "replace".'],
    [
      'a slip in a name of its host, in a pattern',
      { matcher: regex('run_shell_comand'), subject: NATIVE },
      'Write "run_shell_command".',
    ],
    ['a name of another host', { matcher: regex('bash'), subject: NATIVE }, 'Write "run_shell_command".'],
    ['a name that its host does not change', { matcher: names('wite'), subject: NATIVE }, 'Write "Write".'],
    [
      'a condition',
      { matcher: regex('Bash(git push *)') },
      'Write `matcher: Bash` and `if: Bash(git push *)`.',
    ],
    [
      'a condition beside a name',
      { matcher: regex('Edit|bash(npm:*)') },
      'Write `matcher: Bash` and `if: Bash(npm:*)`.',
    ],
    [
      'a condition in the file of a host',
      { matcher: regex('Bash(git *)'), subject: NATIVE },
      'Write "run_shell_command", and look at the call in the hook.',
    ],
    ['a condition on no tool', { matcher: names('Bash'), condition: 'bash(git push *)' }, 'Write "Bash".'],
    ['a condition with a slip', { condition: 'Bahs(git push *)' }, 'Write "Bash".'],
    [
      'a slip in what a session is',
      { event: 'SessionStart', matcher: names('Startup'), subject: { field: 'source' } },
      'Write "startup".',
    ],
  ] as const)('%s', ([, fields, hint]) =>
    expect(found(fields)).toMatchObject([{ code: 'matcher.dead', severity: 'warning', hint }]),
  )

  test('is pointed at', () =>
    expect(found({ matcher: names('bash') })[0]?.place.pointer).toEqual([
      'hooks',
      'PreToolUse',
      0,
      'matcher',
    ]))

  test('is pointed at by its word', () => {
    const text = 'hooks:\n  PreToolUse:\n    - matcher: Edit|Wrte\n      deny: No.\n'
    const within = createEntryPlaces({ files: memoryFiles({ [FILE]: text }), places: places(), dialects })
    const source = { file: FILE, pointer: ['hooks', 'PreToolUse', 0], scope: 'project' } as const
    const [problem] = inspectMatchers([hook({ source, matcher: names('Edit', 'Wrte') })], within)
    expect(problem?.place).toMatchObject({ line: 3, column: 21, length: 4 })
  })
})

test('a matcher on an event that is about nothing', () => {
  const { subject: _, ...plain } = hook({ event: 'Stop', matcher: names('Bash') })
  expect(inspectMatchers([plain], at)).toMatchObject([{ code: 'matcher.ignored' }])
})

describe('a matcher and a condition that exclude each other', () => {
  test.for([
    [names('Edit'), 'Bash(git push *)'],
    [names('Edit', 'Write'), 'Bash'],
    [regex('^(Edit|Write)$'), 'Bash(x)'],
    [names('Bash'), 'mcp__github__search'],
    [names('Read'), 'Edit(src/**)'],
  ] as const)('%o with %s', ([matcher, condition]) =>
    expect(found({ matcher, condition })).toMatchObject([
      { code: 'matcher.contradiction', place: { pointer: ['hooks', 'PreToolUse', 0, 'if'] } },
    ]),
  )
})

describe('nothing is said about', () => {
  test.for([
    ['names of tools', { matcher: names('Bash', 'Edit', 'Task', 'KillShell') }],
    ['tools of servers', { matcher: names('mcp__github__search') }],
    ['native names of hosts', { matcher: names('run_shell_command', 'apply_patch', 'view') }],
    ['tools of one’s own', { matcher: names('Deploy', 'MyTool') }],
    ['patterns that fit', { matcher: regex('^(Bash|x)') }],
    ['patterns with a group', { matcher: regex('Notebook(Edit|Read)') }],
    ['patterns with an open group', { matcher: regex('Bash(.*)') }],
    ['native names in the file of their host', { matcher: regex('replace|run_shell'), subject: NATIVE }],
    ['a condition on a native name', { condition: 'run_shell_command(git push *)' }],
    ['a condition on a tool of one’s own', { condition: 'Deploy(prod*)' }],
    ['a condition on a server', { condition: 'mcp__github__search' }],
    ['patterns for tools of one’s own', { matcher: regex('^deploy_.*') }],
    ['patterns for servers', { matcher: regex('mcp__.*__write.*') }],
    ['patterns that might take for ever', { matcher: regex('^(b+)+$') }],
    ['a condition that fits', { matcher: names('Edit', 'Bash'), condition: 'Bash(x)' }],
    ['a condition on the same kind of tool', { matcher: names('Write'), condition: 'Edit(src/**)' }],
    ['a condition without a matcher', { condition: 'Bash(x)' }],
    ['a condition with a native name', { matcher: names('run_shell_command'), condition: 'Bash(x)' }],
    ['a hook that is off', { matcher: names('bash'), disabled: 'off' }],
  ] as const)('%s', ([, fields]) => expect(found(fields)).toEqual([]))
})
