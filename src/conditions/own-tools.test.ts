import { describe, expect, test } from 'vitest'
import type { Event } from '../core/event.ts'
import { createConditionEvaluator } from './evaluate.ts'

const evaluate = createConditionEvaluator({ home: '/home/me', settingsBase: '/repo' })

function call(input: Record<string, unknown>, name = 'Deploy'): Event {
  const tool = { name, nativeName: name, input, nativeInput: input }
  return { name: 'PreToolUse', host: 'library', cwd: '/repo', projectDir: '/repo', at: 0, fields: {}, tool }
}

const circular: Record<string, unknown> = { a: 'x' }
circular['self'] = circular
const deep = (levels: number): unknown => (levels === 0 ? 'prod' : { in: deep(levels - 1) })

/** Whether a guard with the rule runs, and whether an `allow` may rest on it. */
describe('a rule with content on a tool of the program', () => {
  test.for<[string, string, Event, { holds: boolean; whole: boolean }]>([
    ['the only argument fits', 'Deploy(prod*)', call({ target: 'prod-eu' }), { holds: true, whole: true }],
    ['no argument fits', 'Deploy(prod*)', call({ target: 'dev' }), { holds: false, whole: false }],
    [
      'one of several arguments fits: a guard runs, an allow does not',
      'Deploy(prod*)',
      call({ target: 'prod-eu', note: 'now' }),
      { holds: true, whole: false },
    ],
    [
      'all arguments fit',
      'Deploy(prod*)',
      call({ from: 'prod-eu', to: 'prod-us' }),
      { holds: true, whole: true },
    ],
    [
      'without a star the text is exact',
      'Deploy(prod)',
      call({ target: 'prod-eu' }),
      { holds: false, whole: false },
    ],
    [
      'a final space and star',
      'Deploy(git push *)',
      call({ line: 'git push' }),
      { holds: true, whole: true },
    ],
    [
      'an argument in a list',
      'Deploy(prod*)',
      call({ targets: ['dev', 'prod'] }),
      { holds: true, whole: false },
    ],
    [
      'an argument deeper',
      'Deploy(prod*)',
      call({ a: { b: [{ c: 'prod' }] } }),
      { holds: true, whole: true },
    ],
    ['a number', 'Deploy(8080)', call({ port: 8080 }), { holds: true, whole: true }],
    ['a flag', 'Deploy(true)', call({ force: true }), { holds: true, whole: true }],
    [
      'null is no argument',
      'Deploy(prod)',
      call({ target: 'prod', note: null }),
      { holds: true, whole: true },
    ],
    ['no arguments: in doubt', 'Deploy(prod*)', call({}), { holds: true, whole: false }],
    ['nothing readable: in doubt', 'Deploy(prod*)', call({ at: new Date(0) }), { holds: true, whole: false }],
    [
      'something unreadable beside: in doubt',
      'Deploy(x)',
      call({ a: 'y', f: new Map() }),
      { holds: true, whole: false },
    ],
    ['arguments without end: in doubt', 'Deploy(prod)', call(circular), { holds: true, whole: false }],
    ['too deep: in doubt', 'Deploy(dev)', call({ a: deep(100) }), { holds: true, whole: false }],
    [
      'too many: in doubt',
      'Deploy(x)',
      call({ a: Array.from({ length: 5_000 }, () => 'y') }),
      { holds: true, whole: false },
    ],
    [
      'a parameter by name',
      'Deploy(target:prod*)',
      call({ target: 'prod', note: 'x' }),
      { holds: true, whole: true },
    ],
    [
      'another value of it',
      'Deploy(target:prod*)',
      call({ target: 'dev', note: 'prod' }),
      { holds: false, whole: false },
    ],
    [
      'a list by name',
      'Deploy(targets:prod*)',
      call({ targets: ['dev', 'prod'] }),
      { holds: true, whole: false },
    ],
    [
      'a colon that names no parameter',
      'Deploy(https://x/*)',
      call({ url: 'https://x/y' }),
      { holds: true, whole: true },
    ],
    [
      'a parameter is never inherited',
      'Deploy(constructor:*)',
      call({ a: 'x' }),
      { holds: false, whole: false },
    ],
    ['another tool', 'Deploy(prod*)', call({ target: 'prod' }, 'Undeploy'), { holds: false, whole: false }],
    [
      'a tool of an MCP server',
      'mcp__db__query(DROP *)',
      call({ sql: 'DROP x' }, 'mcp__db__query'),
      { holds: true, whole: true },
    ],
    ['no content covers every call', 'Deploy', call({}), { holds: true, whole: true }],
  ])('%s', ([, rule, event, expected]) => expect(evaluate(rule, event)).toMatchObject(expected))

  test.for(['TodoWrite', 'AskUserQuestion', 'WebSearch'])(
    'covers nothing on %s, which has no such rules in Claude Code',
    (name) => expect(evaluate(`${name}(x*)`, call({ query: 'xy' }, name)).holds).toBe(false),
  )
})
