import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../config/parse.ts'
import type { Hook, Scope } from '../../core/hook.ts'
import { hostNames } from '../registry.ts'
import { combine, read } from './config.ts'

const file = '/p/hookwright.yaml'

function readYaml(text: string, scope: Scope = 'project') {
  const { value, issues } = parseConfig(text, file)
  expect(issues).toEqual([])
  return read({ file, scope, value }, { startDir: '/p' })
}

/** Hooks of entries under PreToolUse, without the long dedup key. */
function hooksOf(entries: string, head = ''): readonly Hook[] {
  const { hooks, issues } = readYaml(`${head}\nhooks:\n  PreToolUse:\n    - ${entries}\n`)
  expect(issues).toEqual([])
  return hooks
}

const base = {
  id: 'hookwright:project:PreToolUse:0',
  event: 'PreToolUse',
  matcher: { kind: 'all' },
  subject: 'tool',
  dialect: 'hookwright',
  wire: 'claude-code',
  source: { file, pointer: ['hooks', 'PreToolUse', 0], scope: 'project' },
  timeoutMs: 60_000,
  onFailure: 'ignore',
  guard: false,
  detach: false,
  stopOnDeny: false,
  mode: 'wait',
  dedup: expect.any(String) as unknown,
}

const argv = (...words: string[]) => ({ type: 'command', start: { kind: 'argv', words }, cwd: '.' })

describe('entries', () => {
  test.for([
    ['a command is split into words', 'command: ./gate.sh "a b"', { handler: argv('./gate.sh', 'a b') }],
    [
      'args follow as they are',
      "{ command: x -y, args: ['$A | b', ''] }",
      { handler: argv('x', '-y', '$A | b', '') },
    ],
    ['quoted shell syntax is text', `command: grep 'a|b'`, { handler: argv('grep', 'a|b') }],
    [
      'with a shell the command is a script',
      '{ command: "a | b", shell: bash, args: [c] }',
      {
        handler: {
          type: 'command',
          start: { kind: 'script', shell: 'bash', source: 'a | b', args: ['c'] },
          cwd: '.',
        },
      },
    ],
    [
      'env and cwd',
      '{ command: x, env: { A: "1" }, cwd: sub }',
      { handler: { ...argv('x'), env: { A: '1' }, cwd: 'sub' } },
    ],
    ['type: command may be said', '{ type: command, command: x }', { handler: argv('x') }],
    ['deny', 'deny: no', { handler: { type: 'rule', decision: 'deny', reason: 'no' } }],
    ['ask', 'ask: sure?', { handler: { type: 'rule', decision: 'ask', reason: 'sure?' } }],
    ['allow', 'allow: fine', { handler: { type: 'rule', decision: 'allow', reason: 'fine' } }],
    ['context', 'context: hi', { handler: { type: 'rule', decision: 'none', context: 'hi' } }],
    [
      'a decision with context',
      '{ deny: no, context: use y }',
      { handler: { type: 'rule', decision: 'deny', reason: 'no', context: 'use y' } },
    ],
    [
      'a matcher of names',
      '{ matcher: Edit|Write, deny: no }',
      {
        matcher: { kind: 'names', names: ['Edit', 'Write'] },
        handler: { type: 'rule', decision: 'deny', reason: 'no' },
      },
    ],
    [
      'a matcher that is a regular expression',
      '{ matcher: "mcp__.*", deny: no }',
      {
        matcher: { kind: 'regex', source: 'mcp__.*' },
        handler: { type: 'rule', decision: 'deny', reason: 'no' },
      },
    ],
    [
      'every other key',
      '{ id: a.b-1, if: Bash(git push *), command: x, timeout: 0.5, onFailure: deny, guard: true, detach: true, stopOnDeny: true, enabled: false, dialect: claude-code, statusMessage: Working }',
      {
        id: 'a.b-1',
        condition: 'Bash(git push *)',
        handler: argv('x'),
        timeoutMs: 500,
        onFailure: 'deny',
        guard: true,
        detach: true,
        stopOnDeny: true,
        disabled: 'switched off in its file',
        offInFile: true,
        statusMessage: 'Working',
      },
    ],
  ] as const)('%s', ([, entry, expected]) => expect(hooksOf(entry)).toEqual([{ ...base, ...expected }]))

  test('a variable named __proto__ is a variable', () => {
    const [hook] = hooksOf('{ command: x, env: { __proto__: a } }')
    const env = hook?.handler.type === 'command' ? hook.handler.env : undefined
    expect(Object.entries(env ?? {})).toEqual([['__proto__', 'a']])
  })
})

describe('defaults', () => {
  const head = 'defaults: { timeout: 30, shell: sh, onFailure: ask, stopOnDeny: true }'
  const script = { type: 'command', start: { kind: 'script', shell: 'sh', source: 'x', args: [] }, cwd: '.' }

  test.for([
    [
      'fill what an entry leaves out',
      'command: x',
      { handler: script, timeoutMs: 30_000, onFailure: 'ask', stopOnDeny: true },
    ],
    [
      'give way to the entry',
      '{ command: x, shell: bash, timeout: 1, onFailure: ignore, stopOnDeny: false }',
      { handler: { ...script, start: { ...script.start, shell: 'bash' } }, timeoutMs: 1_000 },
    ],
  ] as const)('%s', ([, entry, expected]) => expect(hooksOf(entry, head)).toEqual([{ ...base, ...expected }]))

  test('leave shell and timeout of a Claude Code block alone', () => {
    const [hook] = hooksOf('hooks: [{ type: command, command: "a | b" }]', head)
    expect(hook).toMatchObject({
      handler: { type: 'command', start: { kind: 'inline', form: 'sh-c', command: 'a | b' } },
      timeoutMs: 600_000,
      onFailure: 'ask',
      stopOnDeny: true,
    })
  })
})

describe('blocks of Claude Code settings', () => {
  test('are read as Claude Code reads them, and belong to this file', () => {
    const block =
      '{ matcher: Bash, hooks: [{ type: command, command: a, timeout: 5 }, { type: command, command: b, args: [] }] }'
    const shared = { ...base, matcher: { kind: 'names', names: ['Bash'] } }
    expect(hooksOf(block)).toEqual([
      {
        ...shared,
        id: 'hookwright:project:PreToolUse:0.0',
        handler: { type: 'command', start: { kind: 'inline', form: 'sh-c', command: 'a' } },
        source: { ...base.source, pointer: ['hooks', 'PreToolUse', 0, 'hooks', 0] },
        timeoutMs: 5_000,
      },
      {
        ...shared,
        id: 'hookwright:project:PreToolUse:0.1',
        handler: { type: 'command', start: { kind: 'argv', words: ['b'] } },
        source: { ...base.source, pointer: ['hooks', 'PreToolUse', 0, 'hooks', 1] },
        timeoutMs: 600_000,
      },
    ])
  })
})

describe('files', () => {
  test('imports are passed on', () => {
    expect(readYaml('version: 1\nimports: [claude-code]').imports).toEqual(['claude-code'])
  })

  test('an empty file has no hooks and no issues', () => {
    const empty = { file, scope: 'project', hooks: [], issues: [], switches: {}, imports: [] }
    expect(readYaml('version: 1')).toEqual(empty)
  })

  test.for([
    ['entry', 'hooks: { Stop: [{ command: x }], PreToolUse: [{ comand: y }] }'],
    ['event', 'hooks: { Stop: [{ command: x }], Foo: [] }'],
    ['block', 'hooks: { Stop: [{ command: x }, { hooks: [{ type: command }] }] }'],
    ['top-level key', 'hooks: { Stop: [{ command: x }] }\nmode: off'],
    ['default', 'hooks: { Stop: [{ command: x }] }\ndefaults: { timeout: 0 }'],
  ] as const)('one broken %s and nothing of the file is loaded', ([, text]) => {
    const { hooks, imports, issues } = readYaml(`imports: [claude-code]\n${text}`)
    expect({ hooks, imports, severities: issues.map((each) => each.severity) }).toEqual({
      hooks: [],
      imports: [],
      severities: ['error'],
    })
  })

  test.for([
    'trusted',
    'mode',
    'bypass',
    'endpoint',
    'proxy',
    'log',
    'disableAllHooks',
    '__proto__',
    'constructor',
    'toString',
  ])('the key %s is refused', (key) => {
    const issues = readYaml(`${key}: x`).issues.map(({ code, place }) => ({ code, place }))
    expect(issues).toEqual([{ code: 'config.unknown-key', place: { file, pointer: [key] } }])
  })

  test.for(['__proto__', 'constructor', 'toString', 'pretooluse', 'git:pre-commit'])(
    '%s is not an event',
    (event) => {
      expect(readYaml(`hooks: { "${event}": [] }`).issues.map((each) => each.code)).toEqual(['event.unknown'])
    },
  )

  test.for(['__proto__', 'constructor', 'hasOwnProperty'])('%s is not a key of an entry', (key) => {
    expect(readYaml(`hooks: { Stop: [{ command: x, ${key}: y }] }`).issues.map((each) => each.code)).toEqual([
      'config.unknown-key',
    ])
  })

  test.for(hostNames)('an entry may speak the wire of %s, and a file import its files', (name) => {
    const { hooks, imports } = readYaml(
      `imports: [${name}]\nhooks: { Stop: [{ command: x, dialect: ${name} }] }`,
    )
    expect({ wires: hooks.map(({ wire }) => wire), imports }).toEqual({ wires: [name], imports: [name] })
  })
})

describe('dedup', () => {
  const keyOf = (entry: string): string | undefined => hooksOf(entry)[0]?.dedup
  const plain = '{ matcher: Bash, command: x }'

  test.for(['{ id: a, matcher: Bash, command: "x" }', '{ command: x, statusMessage: m, matcher: Bash }'])(
    'the same meaning: %s',
    (entry) => expect(keyOf(entry)).toBe(keyOf(plain)),
  )

  test.for([
    '{ command: x }',
    '{ matcher: Bash, command: x y }',
    '{ matcher: Bash, command: x, shell: sh }',
    '{ matcher: Bash, command: x, if: Bash(y) }',
    '{ matcher: Bash, command: x, env: { A: b } }',
    '{ matcher: Bash, command: x, cwd: sub }',
    '{ matcher: Bash, command: x, timeout: 5 }',
    '{ matcher: Bash, command: x, onFailure: deny }',
    '{ matcher: Bash, command: x, guard: true }',
  ])('another meaning: %s', (entry) => expect(keyOf(entry)).not.toBe(keyOf(plain)))
})

describe('combine', () => {
  const reading = (scope: Scope, id: string) =>
    readYaml(`hooks: { Stop: [{ ${id === '' ? '' : `id: ${id}, `}command: x }] }`, scope)

  test('stronger scopes come first', () => {
    const { hooks, issues } = combine([
      reading('local', ''),
      reading('managed', ''),
      reading('project', ''),
      reading('user', ''),
    ])
    expect({ scopes: hooks.map((hook) => hook.source.scope), issues }).toEqual({
      scopes: ['managed', 'user', 'project', 'local'],
      issues: [],
    })
  })

  test('a weaker file cannot take over an id', () => {
    const { hooks, issues } = combine([
      reading('project', 'gate'),
      reading('user', 'gate'),
      reading('project', 'gate'),
    ])
    expect(hooks.map((hook) => `${hook.source.scope} ${hook.id}`)).toEqual([
      'user gate',
      'project gate@project',
      'project gate@project-2',
    ])
    expect(issues.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'warning hook.duplicate-id',
      'warning hook.duplicate-id',
    ])
  })
})

describe('conditions', () => {
  test.for([
    ['PreToolUse', 'Bash(git push *)', []],
    ['PreToolUse', 'Bash(a) || Bash(b)', ['condition.several-rules']],
    ['PreToolUse', 'Bash(a', ['condition.invalid']],
    ['Stop', 'Bash(a)', ['hook.condition']],
    ['PreToolUse', 'SendMessage(*secret*)', ['hook.condition']],
    ['PreToolUse', 'SendMessage(text:*secret*)', []],
  ] as const)('on %s, if: %s', ([event, rule, codes]) => {
    const { issues } = readYaml(`hooks: { ${event}: [{ command: x, if: '${rule}' }] }`)
    expect(issues.map((problem) => problem.code)).toEqual(codes)
  })

  test.for([
    ['allow', 'CronCreate(recurring:true)', ['hook.condition']],
    ['allow', 'WebFetch(url:https://x/*)', ['hook.condition']],
    ['allow', 'WebFetch(domain:x)', []],
    ['allow', 'CronCreate', []],
    ['allow', 'Deploy(target:dev)', []],
    ['deny', 'CronCreate(recurring:true)', []],
  ] as const)('an %s on %s that can never count is told', ([decision, rule, codes]) => {
    const { issues } = readYaml(`hooks: { PreToolUse: [{ ${decision}: x, if: '${rule}' }] }`)
    expect(issues.map((problem) => problem.code)).toEqual(codes)
  })
})
