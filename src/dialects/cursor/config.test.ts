import { describe, expect, test } from 'vitest'
import { places } from '../../../test/helpers/builders.ts'
import type { Hook, Scope } from '../../core/hook.ts'
import { combine } from './combine.ts'
import { configSide } from './config.ts'
import { NATIVES } from '../../../test/helpers/cursor-payloads.ts'
import { files } from './files.ts'

const FILE = '/home/dev/app/.cursor/hooks.json'

function read(value: unknown, scope: Scope = 'project') {
  return configSide.read({ file: FILE, scope, value }, places())
}

function entry(event: string, fields: object, scope: Scope = 'project') {
  return read({ version: 1, hooks: { [event]: [{ command: './x.sh', ...fields }] } }, scope)
}

function one(event: string, fields: object = {}, scope: Scope = 'project'): Hook {
  const { hooks, issues } = entry(event, fields, scope)
  const [hook] = hooks
  if (hook === undefined) throw new Error(issues.map(({ message }) => message).join())
  return hook
}

const codes = (reading: ReturnType<typeof read>) => reading.issues.map(({ code }) => code)

describe('files', () => {
  test.for([
    ['linux', '/home/dev', '/etc/cursor/hooks.json'],
    ['darwin', '/Users/dev', '/Library/Application Support/Cursor/hooks.json'],
    ['win32', 'C:\\Users\\dev', 'C:\\ProgramData\\Cursor\\hooks.json'],
  ] as const)('on %s are those of a policy, the project and the user', ([platform, home, policy]) => {
    const separator = platform === 'win32' ? '\\' : '/'
    expect(files(places({ platform, home, projectDir: '/p' }))).toEqual([
      { find: 'file', scope: 'managed', path: policy },
      { find: 'file', scope: 'project', path: ['/p', '.cursor', 'hooks.json'].join(separator) },
      { find: 'file', scope: 'user', path: [home, '.cursor', 'hooks.json'].join(separator) },
    ])
  })
})

describe('an entry', () => {
  test.for(NATIVES)('of %s is read without a remark', (native) => {
    const { hooks, issues } = entry(native, {})
    expect(issues).toEqual([])
    expect(hooks).toMatchObject([
      { id: `cursor:project:${native}:0`, onFailure: 'native', timeoutMs: 60_000 },
    ])
  })

  test('is for its own native event where several share the canonical one', () => {
    expect(one('beforeShellExecution')).toMatchObject({
      event: 'PreToolUse',
      native: 'beforeShellExecution',
      tools: ['Bash', 'PowerShell'],
    })
    expect(one('beforeSubmitPrompt')).not.toHaveProperty('native')
  })

  test.for([
    ['project', '.'],
    ['user', '/home/dev/.cursor'],
    ['managed', '/etc/cursor'],
  ] as const)('of a %s file runs in %s', ([scope, cwd]) =>
    expect(one('stop', {}, scope).handler).toMatchObject({ type: 'command', cwd }),
  )

  test('has a timeout in seconds', () => expect(one('stop', { timeout: 1.5 }).timeoutMs).toBe(1_500))

  test.for([
    ['preToolUse', 'deny', []],
    ['beforeSubmitPrompt', 'deny', []],
    ['postToolUse', 'native', ['hook.field']],
    ['stop', 'native', ['hook.field']],
  ] as const)('with failClosed on %s fails as %s', ([event, onFailure, issues]) => {
    expect(one(event, { failClosed: true }).onFailure).toBe(onFailure)
    expect(codes(entry(event, { failClosed: true }))).toEqual(issues)
  })

  test.for([
    [{}, 'loop_limit=5'],
    [{ loop_limit: 2 }, 'loop_limit=2'],
    [{ loop_limit: null }, 'loop_limit=none'],
  ] as const)('with %o has the note %s', ([fields, note]) => expect(one('stop', fields).note).toBe(note))

  test('may ask a model', () =>
    expect(one('preToolUse', { type: 'prompt', prompt: 'Is it safe?', model: 'm' })).toMatchObject({
      handler: { type: 'model', form: 'prompt', prompt: 'Is it safe?', model: 'm' },
      timeoutMs: 30_000,
    }))

  test.for([
    [{ command: '' }, 'hook.field'],
    [{ command: 7 }, 'hook.field'],
    [{ type: 'http' }, 'hook.type'],
    [{ type: 'prompt' }, 'hook.field'],
    [{ timeout: 0 }, 'hook.timeout'],
    [{ timeout: '5' }, 'hook.timeout'],
    [{ failClosed: 'yes' }, 'hook.field'],
    [{ matcher: { tool: 'Shell' } }, 'matcher.invalid'],
    [{ matcher: '(' }, 'matcher.invalid'],
    [{ loop_limit: -1 }, 'hook.field'],
    [{ hooks: [{ command: 'x' }] }, 'config.shape'],
  ] as const)('with %o is refused with %s', ([fields, code]) => {
    const { hooks, issues } = entry('preToolUse', fields)
    expect(hooks).toEqual([])
    expect(issues).toMatchObject([{ code, severity: 'error' }])
  })

  test('with a slip in a key is told', () =>
    expect(entry('preToolUse', { failclosed: true }).issues).toMatchObject([
      { code: 'config.unknown-key', severity: 'warning', hint: 'Did you mean "failClosed"?' },
    ]))
})

describe('a matcher', () => {
  test.for([
    ['preToolUse', { tool: { Bash: ['Shell'] }, mcp: { prefix: 'MCP:' } }],
    ['beforeShellExecution', 'command'],
    ['beforeReadFile', { tool: { Read: ['Read'] } }],
    ['afterFileEdit', { tool: { Edit: ['Write'], Write: ['Write'] } }],
    ['subagentStart', { field: 'agent_type' }],
  ] as const)('of %s is tested against %o', ([event, subject]) => {
    const hook = one(event, { matcher: 'a|b' })
    expect(hook.matcher).toEqual({ kind: 'regex', source: 'a|b' })
    expect({ subject: hook.subject }).toMatchObject({ subject })
  })

  test.for([
    ['stop', 'Stop', undefined],
    ['beforeSubmitPrompt', 'Prompt', undefined],
    ['afterAgentThought', '^AgentThought$', undefined],
    ['stop', 'done', 'matcher.dead'],
  ] as const)('of %s is tested against a constant: %s', ([event, matcher, code]) => {
    const hook = one(event, { matcher })
    expect(hook.matcher).toEqual({ kind: 'all' })
    expect(hook.disabled === undefined).toBe(code === undefined)
    expect(codes(entry(event, { matcher }))).toEqual(code === undefined ? [] : [code])
  })

  test('of an event without a subject is ignored, and the hook always runs', () => {
    expect(one('sessionStart', { matcher: 'x' }).matcher).toEqual({ kind: 'all' })
    expect(codes(entry('sessionStart', { matcher: 'x' }))).toEqual(['matcher.ignored'])
  })

  test('with the name that another host has for a tool is told', () =>
    expect(entry('preToolUse', { matcher: 'Bash|Write' }).issues).toMatchObject([
      { code: 'matcher.dead', hint: 'Write "Shell".' },
    ]))
})

describe('a file', () => {
  test.for([
    ['a list', [], ['config.shape']],
    ['no hooks', { version: 1 }, []],
    ['no version', { hooks: {} }, ['config.version']],
    ['another version', { version: 2, hooks: {} }, ['config.version']],
    ['hooks that are no map', { version: 1, hooks: [] }, ['config.shape']],
    ['entries that are no list', { version: 1, hooks: { stop: {} } }, ['config.shape']],
    ['an unknown event', { version: 1, hooks: { onStop: [] } }, ['event.unknown']],
  ] as const)('with %s has the issues %o', ([, value, issues]) => expect(codes(read(value))).toEqual(issues))

  test('with the name that other hosts have for an event is told the right one', () =>
    expect(read({ version: 1, hooks: { PreToolUse: [] } }).issues).toMatchObject([
      { hint: 'Write "preToolUse".' },
    ]))

  test('of another version is read all the same', () =>
    expect(read({ version: 2, hooks: { stop: [{ command: 'x' }] } }).hooks).toHaveLength(1))
})

describe('several files', () => {
  const readings = (['managed', 'project', 'user'] as const).map((scope) =>
    entry('beforeReadFile', {}, scope),
  )

  test('run from the weakest to the strongest, so that the strongest has the last word', () =>
    expect(combine(readings, places()).hooks.map(({ source }) => source.scope)).toEqual([
      'user',
      'project',
      'managed',
    ]))

  test.for([
    ['cursor', 0],
    ['claude-code', 3],
  ] as const)('for %s have %d notes about content that is not there', ([host, count]) =>
    expect(combine(readings, places(), { host }).issues).toHaveLength(count),
  )
})
