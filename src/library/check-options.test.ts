import { describe, expect, test } from 'vitest'
import { dialectNames } from '../dialects/registry.ts'
import { createEngine } from './create-engine.ts'
import type { Engine } from './engine.ts'
import { defineEvent } from './event-names.ts'

/** A program in plain JavaScript can pass anything. */
const anything = (value: unknown): never => value as never

describe('an engine refuses', () => {
  test.for([
    [
      'a misspelt option',
      { source: ['hookwright'] },
      '"source" is not an option of createEngine; accepted: cwd, sources, profile, plugins, settings, managedSettings, trustProject, onProgress, model, mcp, askUser, asks, selfGuard, stopCap, env, maxProcesses, maxBackground, maxAsyncTimeoutMs. Did you mean "sources"?',
    ],
    ['a cwd that is not there', { cwd: '/no/such' }, 'The cwd "/no/such" is not a directory.'],
    ['a cwd that is a file', { cwd: import.meta.filename }, `is not a directory.`],
    ['a cwd that is no text', { cwd: 3 }, 'The cwd 3 is not a directory.'],
    [
      'one source without a list',
      { sources: 'hookwright' },
      'The sources must be a list of names or paths, not "hookwright".',
    ],
    [
      'a source that is nearly a name',
      { sources: ['claude-cod'] },
      `"claude-cod" is not a source; accepted: ${dialectNames.join(', ')}, or a path. Did you mean "claude-code"?`,
    ],
    [
      'a source without a path',
      { sources: [{}] },
      'The sources must be a list of names or paths, not a list.',
    ],
    [
      'a misspelt profile',
      { profile: 'vscod' },
      '"profile" must be one of cli, vscode, cloud, guide, not "vscod".',
    ],
    [
      'one allowed URL without a list',
      { mcp: { s: { transport: 'http', url: 'https://x.test', allowedUrls: 'https://u:p@x.test' } } },
      'The `allowedUrls` of mcp["s"] must be a list of texts, not "https://…@x.test".',
    ],
    [
      'an allowed URL that is no text',
      { mcp: { s: { transport: 'http', url: 'https://x.test', allowedUrls: ['https://x.test', 7] } } },
      'The `allowedUrls` of mcp["s"] must be a list of texts; item 1 is 7.',
    ],
    [
      'a server without a way to it',
      { mcp: { s: { url: 'https://x.test' } } },
      'mcp["s"] must have `callTool`, or the `transport` "stdio" or "http"; it is an object with the transport undefined.',
    ],
    [
      'a misspelt option of a server',
      { mcp: { s: { transport: 'http', url: 'https://x.test', allowedUrl: [] } } },
      '"allowedUrl" is not an option of mcp["s"]; accepted: transport, url, headers, allowedUrls. Did you mean "allowedUrls"?',
    ],
    [
      'arguments of a server in one text',
      { mcp: { s: { transport: 'stdio', command: 'x', args: '-v' } } },
      'The `args` of mcp["s"] must be a list of texts, not "-v".',
    ],
    [
      'a header that is no text, without its value',
      { mcp: { s: { transport: 'http', url: 'https://x.test', headers: { 'x-key': 1234 } } } },
      'The `headers` of mcp["s"] must be texts by name; "x-key" is a number.',
    ],
    ['servers in a list', { mcp: [] }, 'The `mcp` of createEngine must be servers by name, not a list.'],
    [
      'a model that is no function',
      { model: { provider: 'openai' } },
      'The `model` of createEngine must be a function, not an object.',
    ],
    [
      'a listener that is none',
      { onProgress: 1 },
      'The `onProgress` of createEngine must be a function, not 1.',
    ],
    [
      'a stop cap that is no number',
      { stopCap: '8' },
      'The stopCap of createEngine is "8"; accepted: a whole number from 1, or 0 for no end.',
    ],
    [
      'a consent that is neither yes nor a digest',
      { trustProject: 1 },
      'The trustProject of createEngine is 1; accepted: true, false, or the digest of the hooks as a text.',
    ],
    ['no options object', 'hookwright', 'The options of createEngine must be an object, not "hookwright".'],
  ] as const)('%s', async ([, options, message]) => {
    await expect(createEngine(anything(options))).rejects.toThrow(message)
    await expect(createEngine(anything(options))).rejects.toThrow(TypeError)
  })

  test('and takes an option that is left undefined', async () => {
    expect(await createEngine(anything({ source: undefined, cwd: undefined }))).toBeDefined()
  })
})

describe('an event is refused', () => {
  test.for([
    ['without a name', {}, 'The `name` of an event must be a text, not undefined.'],
    ['with a name that is no text', { name: 7 }, 'The `name` of an event must be a text, not 7.'],
    ['that is nothing', undefined, 'The `name` of an event must be a text, not undefined.'],
    ['nearly known', { name: 'Stopp' }, '"Stopp" is not a known event. Did you mean "Stop"?'],
    [
      'by the name that one host has for it',
      { name: 'agentStop' },
      '"agentStop" is not a known event. Write "Stop", which is its name for every host.',
    ],
  ] as const)('%s', async ([, event, message]) => {
    const engine = await createEngine()
    await expect(engine.dispatch(anything(event))).rejects.toThrow(new TypeError(message))
    await expect(engine.explain(anything(event))).rejects.toThrow(new TypeError(message))
  })

  test('and one of the program’s own is taken, again and again', async () => {
    const engine = await createEngine()
    const deploy = defineEvent('Deploy')
    engine.on(deploy, {}, () => ({ decision: 'deny', reason: 'no' }))
    for (const _ of [1, 2])
      expect(await engine.dispatch({ name: deploy })).toMatchObject({ decision: 'deny' })
  })

  test.for(['run:PreRun', 'Stop', 'ErrorOccurred'] as const)(
    'and one that a host has is taken: %s',
    async (name) => expect((await createEngine()).dispatch({ name })).resolves.toBeDefined(),
  )

  test('and a hook on an event that only one host has runs', async () => {
    const engine = await createEngine()
    const seen: unknown[] = []
    engine.on('ErrorOccurred', {}, ({ name, fields }) => void seen.push([name, fields]))
    await engine.dispatch({ name: 'ErrorOccurred', fields: { recoverable: true } })
    expect(seen).toEqual([['ErrorOccurred', { recoverable: true }]])
  })
})

describe('a hook of the program is refused', () => {
  const check = { sessionId: 's', message: 'go on' }
  test.for<[string, (engine: Engine) => unknown, string]>([
    [
      'with a matcher on an event of its own, which would match always',
      (engine) => engine.on(defineEvent('Deploy'), { matcher: 'prod' }, () => {}),
      '"Deploy" has no `matcher`: nothing says what it would be tested on. Look at the fields in the hook.',
    ],
    [
      'without a function',
      (engine) => engine.on('Stop', {}, anything('x')),
      'The handler of `on("Stop", options, handler)` must be a function, not "x".',
    ],
    [
      'with the function in the place of the options',
      (engine) =>
        engine.on(
          'Stop',
          anything(() => undefined),
          anything(undefined),
        ),
      'The options of on must be an object, not a function.',
    ],
    [
      'with a misspelt option',
      (engine) => engine.on('Stop', anything({ matchr: 'x' }), () => undefined),
      'Did you mean "matcher"?',
    ],
    ['on no event', (engine) => engine.on(anything(3), {}, () => undefined), 'must be a text, not 3.'],
    [
      'as a check of another event',
      (engine) => engine.onCheck(anything('PreToolUse'), check, () => true),
      'A check runs on Stop or SubagentStop, not on "PreToolUse".',
    ],
    [
      'as a check without a message',
      (engine) => engine.onCheck('Stop', anything({ sessionId: 's' }), () => true),
      'The `message` of a check must be a text, not undefined.',
    ],
    [
      'as a check without a function',
      (engine) => engine.onCheck('Stop', check, anything(undefined)),
      'must be a function, not undefined.',
    ],
    [
      'as callbacks that are no list',
      (engine) => engine.onCallbacks(anything({ Stop: [{ hooks: 'x' }] })),
      'Stop[0].hooks must be a list of functions, not "x".',
    ],
    [
      'as a callback that is no function',
      (engine) => engine.onCallbacks(anything({ Stop: [{ hooks: [() => ({}), 3] }] })),
      'Stop[0].hooks[1] must be a function, not 3.',
    ],
    [
      'as callbacks without groups',
      (engine) => engine.onCallbacks(anything({ Stop: () => ({}) })),
      'The callbacks of Stop must be a list of groups, not a function.',
    ],
  ])('%s', async ([, add, message]) => {
    const engine = await createEngine()
    expect(() => add(engine)).toThrow(TypeError)
    expect(() => add(engine)).toThrow(message)
    expect(engine.hooks).toEqual([])
  })
})

test.for([
  ['a misspelt key', { hoks: { Stop: [] } }, 'Did you mean "hooks"?'],
  ['no hooks at all', { model: 'x' }, 'Write them as `{ hooks: { Stop: […] } }`.'],
] as const)('settings with %s add nothing and say so', async ([, settings, hint]) => {
  const { hooks, issues } = await (await createEngine()).addHooks(settings)
  expect(hooks).toEqual([])
  expect(issues).toEqual([expect.objectContaining({ severity: 'warning', hint })])
})
