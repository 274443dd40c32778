import { describe, expect, test } from 'vitest'
import { hook, places } from '../../test/helpers/builders.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import type { HandlerSpec, Hook } from '../core/hook.ts'
import { issue } from '../core/issue.ts'
import { dialects } from '../../test/helpers/dialects.ts'
import { inspectLimits, type Means } from './inspect-limits.ts'

const means: Means = {
  places: places({ env: (name) => (name === 'PATH' ? '/usr/bin' : undefined) }),
  files: memoryFiles({ '/usr/bin/npx': '', '/home/dev/app/bin/server': '' }),
  dialects,
  model: () => Promise.resolve({ text: '', calls: [] }),
  serversIn: () => ['linter', 'search'],
}

/** Each as `severity code: message hint`. */
function found(hooks: readonly Hook[], more: Partial<Means> = {}): readonly string[] {
  return inspectLimits(hooks, { ...means, ...more }).map(
    ({ severity, code, message, hint = '' }) => `${severity} ${code}: ${message} ${hint}`,
  )
}

describe('an MCP server', () => {
  const tool = (server: string, command?: string): HandlerSpec => ({
    type: 'mcp_tool',
    server,
    tool: 't',
    ...(command !== undefined && { connection: { transport: 'stdio', command, args: [] } }),
  })

  test.for(['npx', './bin/server', '/usr/bin/npx'])('whose program is there says nothing: %s', (command) =>
    expect(found([hook({ handler: tool('linter', command) })])).toEqual([]),
  )

  test.for(['gone', './bin/gone'])(
    'whose program is missing is an error, once for all hooks: %s',
    (command) =>
      expect(found(['a', 'b'].map((id) => hook({ id, handler: tool('linter', command) })))).toEqual([
        expect.stringContaining(
          `error program.missing: Program "${command}" of MCP server "linter" was not found.`,
        ),
      ]),
  )

  test('that the file does not define is a warning with the names it has', () =>
    expect(found([hook({ id: 'h', handler: tool('lintr') })])).toEqual([
      'warning mcp.server: MCP server "lintr" of hook h is not defined in this file; defined: "linter", "search". Did you mean "linter"?',
    ]))

  test('of a file that cannot define any is a notice', () =>
    expect(found([hook({ dialect: 'claude-code', handler: tool('lintr') })])).toEqual([
      expect.stringContaining('notice mcp.server'),
    ]))

  test('of a hook that is switched off says nothing', () =>
    expect(found([hook({ disabled: 'off', handler: tool('lintr') })])).toEqual([]))
})

describe('a model hook', () => {
  const handler = { type: 'model', form: 'prompt', prompt: 'ok?', continueOnBlock: false } as const
  const hooks = [hook({ id: 'a', handler }), hook({ id: 'b', handler })]

  test('with a model says nothing', () => expect(found(hooks)).toEqual([]))
  test('without one is a notice, once', () =>
    expect(found(hooks, { model: undefined })).toEqual([
      expect.stringMatching(/^notice model.missing: Hook a and 1 more ask a language model.* Set ANTHROPIC/),
    ]))
  test('with settings that cannot be used says why', () =>
    expect(found(hooks, { model: issue('model.settings', {}, 'No key.') })).toEqual([
      'warning model.settings: Hook a and 1 more: No key. ',
    ]))
  test('a missing model is nobody’s problem without such a hook', () =>
    expect(found([hook()], { model: undefined })).toEqual([]))
})

test('a hook that asks is told that nobody answers', () =>
  expect(found([hook({ id: 'h', asks: true })])).toEqual([
    expect.stringContaining('notice hook.asks: Hook h may ask the user'),
  ]))

describe('a rule', () => {
  test.for([
    ['deny', 'PreToolUse', []],
    ['ask', 'PreToolUse', []],
    ['deny', 'Stop', []],
    ['deny', 'run:PreRun', []],
    ['none', 'Notification', []],
    ['deny', 'Notification', ['warning A deny has no effect on Notification, so rule h decides nothing.']],
    ['ask', 'SessionStart', ['warning An ask has no effect on SessionStart, so rule h decides nothing.']],
    ['ask', 'PostToolUse', ['notice An ask on PostToolUse becomes a deny: no host asks there.']],
    [
      'allow',
      'UserPromptSubmit',
      ['warning An allow has no effect on UserPromptSubmit, so rule h decides nothing.'],
    ],
  ] as const)('%s on %s', ([decision, event, problems]) => {
    const rule = hook({ id: 'h', event, handler: { type: 'rule', decision } })
    const said = inspectLimits([rule], means).map(({ severity, message }) => `${severity} ${message}`)
    expect(said).toEqual(problems)
  })
})
