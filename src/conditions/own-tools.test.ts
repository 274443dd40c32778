import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event } from '../core/event.ts'
import { createConditionEvaluator } from './evaluate.ts'

const evaluate = createConditionEvaluator({ home: '/home/me', settingsBase: '/repo' })

function call(input: Record<string, unknown>, name = 'Deploy'): Event {
  const tool = { name, nativeName: name, input, nativeInput: input }
  return {
    name: 'PreToolUse',
    native: 'PreToolUse',
    host: 'library',
    cwd: '/repo',
    projectDir: '/repo',
    at: 0,
    fields: {},
    tool,
  }
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
    ['a parameter by name', 'Deploy(target:prod*)', call({ target: 'prod' }), { holds: true, whole: true }],
    [
      'a parameter by name beside another argument: a guard runs, an allow does not',
      'Deploy(target:prod*)',
      call({ target: 'prod', note: 'x' }),
      { holds: true, whole: false },
    ],
    [
      'a parameter by name without a value: in doubt',
      'Deploy(target:prod*)',
      call({ target: null, note: 'x' }),
      { holds: true, whole: false },
    ],
    [
      'a parameter by name that is missing',
      'Deploy(target:prod*)',
      call({ note: 'x' }),
      { holds: false, whole: false },
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

/** The model writes the arguments of a call, so their names must not choose what a rule looks at. */
describe('an argument named like the start of the rule', () => {
  test.for([
    ['https://evil.example/*', { url: 'https://evil.example/x' }, { https: '//good.example/' }],
    ['https://evil.example/*', { url: 'https://evil.example/x' }, { https: '' }],
    ['mailto:*@evil.example', { to: 'mailto:a@evil.example' }, { mailto: 'a@good.example' }],
    ['urn:secret:*', { id: 'urn:secret:1' }, { urn: null }],
    ['C:/secret/*', { path: 'C:/secret/key' }, { C: ['/work/x'] }],
    ['prod*', { target: 'prod' }, { '': 'x' }],
  ] as const)('does not switch off a guard on %s', ([content, input, extra]) => {
    expect(evaluate(`Deploy(${content})`, call(input)).holds).toBe(true)
    expect(evaluate(`Deploy(${content})`, call({ ...input, ...extra })).holds).toBe(true)
  })

  test.for([
    ['https://good.example/*', { url: 'https://evil.example/x' }, { https: '//good.example/' }],
    ['mailto:*@good.example', { to: 'mailto:a@evil.example' }, { mailto: 'a@good.example' }],
    ['mailto:*@good.example', { to: 'a@evil.example' }, { mailto: 'a@good.example' }],
    ['C:/work/*', { path: 'D:/secret' }, { C: '/work/x' }],
    ['prod*', { target: 'dev' }, { '': '' }],
  ] as const)('does not grant an allow for %s', ([content, input, extra]) => {
    expect(evaluate(`Deploy(${content})`, call(input)).whole).toBe(false)
    expect(evaluate(`Deploy(${content})`, call({ ...input, ...extra })).whole).toBe(false)
  })

  test('is not what a rule with a URL means for an allow, even alone', () =>
    expect(evaluate('Deploy(https://good.example/*)', call({ https: '//good.example/' }))).toMatchObject({
      whole: false,
    }))
})

describe('one more argument', () => {
  const word = fc.constantFrom('https', 'mailto', 'C', 'target', '__proto__')
  const tail = fc.constantFrom('//x/*', '//x/y', '*', 'x*', 'x', '/x/*', '')
  const rule = fc.oneof(
    fc.tuple(word, tail).map(([name, rest]) => `${name}:${rest}`),
    fc.constantFrom('x', 'x*', '*x', 'x *'),
  )
  const leaf = fc.oneof(
    fc.tuple(word, tail).map(([name, rest]) => `${name}:${rest.replace('*', 'y')}`),
    tail.map((text) => text.replace('*', 'y')),
    fc.constantFrom(1, true, null),
  )
  const value = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(word, leaf, { maxKeys: 3 }))
  const name = fc.oneof(word, fc.constantFrom('a', 'b', ''))
  const some = fc.dictionary(name, value, { maxKeys: 4 })
  const given = fc
    .tuple(some, fc.constantFrom('text', 'x', 'https://x/y', 'mailto:x', 'C:/x/'))
    .map(([input, text]) => ({ ...input, first: text }))

  test('keeps a guard running that ran without it, and grants no allow that was not granted', () => {
    fc.assert(
      fc.property(rule, given, name, value, (content, input, key, extra) => {
        fc.pre(!Object.hasOwn(input, key))
        const before = evaluate(`Deploy(${content})`, call(input))
        const after = evaluate(
          `Deploy(${content})`,
          call(Object.fromEntries([...Object.entries(input), [key, extra]])),
        )
        expect(before.holds && !after.holds).toBe(false)
        expect(after.whole && !before.whole).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })
})
