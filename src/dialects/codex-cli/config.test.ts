import { describe, expect, test } from 'vitest'
import { places } from '../../../test/helpers/builders.ts'
import type { Hook, Scope } from '../../core/hook.ts'
import type { Places } from '../dialect.ts'
import { configSide } from './config.ts'

const HANDLER = { type: 'command', command: './guard.sh' }
const FILE = '/home/dev/app/.codex/hooks.json'
const TOML = '/home/dev/app/.codex/config.toml'

type Given = { readonly file: string; readonly scope?: Scope; readonly value: unknown }

function load(files: readonly Given[], here: Places = places()) {
  const readings = files.map(({ scope = 'project', ...file }) => configSide.read({ ...file, scope }, here))
  const combined = configSide.combine(readings, here)
  return {
    ...combined,
    ids: combined.hooks.map((hook) => `${hook.id}${hook.disabled === undefined ? '' : ' off'}`),
    codes: [...readings.flatMap((one) => one.issues), ...combined.issues].map(({ code }) => code),
    messages: readings.flatMap((one) => one.issues.map(({ message }) => message)),
  }
}

function json(hooks: unknown, here?: Places) {
  return load([{ file: FILE, value: { hooks } }], here)
}

function handler(fields: object, event = 'PreToolUse', here?: Places) {
  return json({ [event]: [{ hooks: [{ ...HANDLER, ...fields }] }] }, here)
}

function only(hooks: readonly Hook[]): Hook {
  if (hooks.length !== 1) throw new Error(`${hooks.length} hooks`)
  return hooks[0] as Hook
}

test('a command hook has the defaults of Codex', () =>
  expect(only(handler({}).hooks)).toMatchObject({
    id: 'codex-cli:project:PreToolUse:0.0',
    event: 'PreToolUse',
    dialect: 'codex-cli',
    wire: 'codex-cli',
    matcher: { kind: 'all' },
    handler: { type: 'command', start: { kind: 'inline', form: 'session-shell', command: './guard.sh' } },
    timeoutMs: 600_000,
    onFailure: 'native',
    detach: true,
    mode: 'wait',
  }))

test('equal hooks are two hooks', () => {
  const { hooks } = json({ Stop: [{ hooks: [HANDLER, HANDLER] }] })
  expect(hooks.map(({ dedup }) => dedup)).toEqual([undefined, undefined])
})

describe('timeouts are seconds', () => {
  test.for<[string, number | null | undefined, number, readonly string[]]>([
    ['PreToolUse', undefined, 600, []],
    ['PreToolUse', null, 600, []],
    ['PreToolUse', 5, 5, []],
    ['PreToolUse', 0, 1, ['hook.timeout']],
    ['PreToolUse', 1_000_000, 86_400, []],
    ['SessionEnd', undefined, 1, []],
    ['SessionEnd', 0, 1, ['hook.timeout']],
    ['SessionEnd', 3, 3, []],
    ['SessionEnd', 60, 3, ['hook.timeout']],
    ['Interrupt', undefined, 1, []],
    ['Interrupt', 60, 3, ['hook.timeout']],
  ])('%s with %s is %s', ([event, timeout, seconds, codes]) => {
    const found = handler({ timeout }, event)
    expect(only(found.hooks).timeoutMs).toBe(seconds * 1_000)
    expect(found.codes).toEqual(codes)
  })
})

describe('handlers', () => {
  test.for<[string, object, string, NodeJS.Platform]>([
    ['the command', {}, './guard.sh', 'linux'],
    ['the command, not that for Windows', { commandWindows: 'guard.cmd' }, './guard.sh', 'linux'],
    ['that for Windows', { commandWindows: 'guard.cmd' }, 'guard.cmd', 'win32'],
    ['that for Windows by its other name', { command_windows: 'guard.cmd' }, 'guard.cmd', 'win32'],
    ['the command where there is none for Windows', { commandWindows: null }, './guard.sh', 'win32'],
  ])('%s is started', ([, fields, command, platform]) =>
    expect(only(handler(fields, 'Stop', places({ platform })).hooks).handler).toMatchObject({
      start: { command },
    }),
  )

  test.for<[string, string, Hook['mode'], readonly string[]]>([
    ['runs in the background', 'PreToolUse', 'background', []],
    ['is honoured on Interrupt', 'Interrupt', 'background', []],
    ['is waited for on SessionEnd', 'SessionEnd', 'wait', ['hook.async']],
  ])('async %s', ([, event, mode, codes]) => {
    const found = handler({ async: true }, event)
    expect(only(found.hooks).mode).toBe(mode)
    expect(found.codes).toEqual(codes)
  })

  test('an MCP tool is a handler', () => {
    const wire = {
      type: 'mcp_tool',
      server: 's',
      tool: 't',
      input: { a: '${cwd}' },
      timeout: 5,
      statusMessage: 'x',
    }
    expect(only(json({ Stop: [{ hooks: [wire] }] }).hooks)).toMatchObject({
      handler: { type: 'mcp_tool', server: 's', tool: 't', input: { a: '${cwd}' }, placeholders: 'typed' },
      timeoutMs: 5_000,
      statusMessage: 'x',
    })
  })

  test.for<[string, object, string]>([
    ['a prompt', { type: 'prompt', prompt: 'x' }, 'PreToolUse'],
    ['an agent', { type: 'agent', prompt: 'x' }, 'PreToolUse'],
    ['an empty command', { type: 'command', command: ' ' }, 'PreToolUse'],
    ['an MCP tool without a server', { type: 'mcp_tool', server: '', tool: 't' }, 'PreToolUse'],
    ['an MCP tool at the end of a session', { type: 'mcp_tool', server: 's', tool: 't' }, 'SessionEnd'],
  ])('%s is skipped with a warning, and its neighbours run', ([, wire, event]) => {
    const found = json({ [event]: [{ hooks: [wire, HANDLER] }] })
    expect(found.ids).toEqual([`codex-cli:project:${event}:0.1`])
    expect(found.codes).toEqual(['hook.skipped'])
  })

  test('a limit for context where there is none is warned about', () =>
    expect(handler({ additionalContextLimit: 5 }, 'Stop').codes).toEqual(['hook.field']))

  test('an unknown key is ignored', () => {
    expect(handler({ if: 'Bash(*)' }).codes).toEqual(['config.unknown-key'])
    expect(handler({ if: 'Bash(*)' }).hooks).toHaveLength(1)
  })
})

describe('a mistake for which Codex rejects the whole file', () => {
  test.for<[string, unknown]>([
    ['an unknown type', { ...HANDLER, type: 'http' }],
    ['no type', { command: 'x' }],
    ['no command', { type: 'command' }],
    ['a command that is no text', { type: 'command', command: 3 }],
    ['a timeout with a fraction', { ...HANDLER, timeout: 1.5 }],
    ['a negative timeout', { ...HANDLER, timeout: -1 }],
    ['a timeout in words', { ...HANDLER, timeout: '5' }],
    ['null for async', { ...HANDLER, async: null }],
    ['the command for Windows twice', { ...HANDLER, commandWindows: 'a', command_windows: 'b' }],
    ['null in the input of an MCP tool', { type: 'mcp_tool', server: 's', tool: 't', input: { a: [null] } }],
    ['a list as the input of an MCP tool', { type: 'mcp_tool', server: 's', tool: 't', input: [] }],
    ['a text as a handler', 'x'],
  ])('%s', ([, wire]) => {
    const found = json({ PreToolUse: [{ hooks: [HANDLER, wire] }], Stop: [{ hooks: [HANDLER] }] })
    expect(found.hooks).toEqual([])
    expect(found.codes.at(-1)).toBe('config.void')
  })

  test.for<[string, unknown]>([
    ['an event that is no list', { hooks: { Stop: {} } }],
    ['a group that is no object', { hooks: { Stop: ['x'] } }],
    ['handlers that are no list', { hooks: { Stop: [{ hooks: {} }] } }],
    ['a matcher that is no text', { hooks: { Stop: [{ matcher: 3, hooks: [] }] } }],
    ['hooks that are no object', { hooks: [] }],
    ['an event at the root', { Stop: [{ hooks: [HANDLER] }], hooks: {} }],
    ['a key at the root', { $schema: 'x', hooks: { Stop: [{ hooks: [HANDLER] }] } }],
    ['a description that is no text', { description: 3, hooks: { Stop: [{ hooks: [HANDLER] }] } }],
  ])('%s', ([, value]) => {
    const found = load([{ file: FILE, value }])
    expect(found.hooks).toEqual([])
    expect(found.codes.at(-1)).toBe('config.void')
  })

  test('an event at the root is told where it belongs', () =>
    expect(
      configSide.read({ file: FILE, scope: 'project', value: { Stop: [] } }, places()).issues[0]?.hint,
    ).toBe('Put the event under "hooks".'))
})

test('a description and an unknown event do no harm', () => {
  const value = { description: 'x', hooks: { stop: [{ hooks: [HANDLER] }], Stop: [{ hooks: [HANDLER] }] } }
  const found = load([{ file: FILE, value }])
  expect(found.hooks).toHaveLength(1)
  expect(found.codes).toEqual(['event.unknown'])
})

test('TOML has the same vocabulary beside its own keys', () => {
  const value = { model: 'gpt-5', hooks: { state: {}, Stop: [{ hooks: [HANDLER] }] } }
  expect(load([{ file: TOML, value }]).ids).toEqual(['codex-cli:project/config:Stop:0.0'])
})

test('both forms of one layer count, the JSON file first, with a warning', () => {
  const hooks = { Stop: [{ hooks: [HANDLER] }] }
  const found = load([
    { file: FILE, value: { hooks } },
    { file: TOML, value: { hooks } },
  ])
  expect(found.ids).toEqual(['codex-cli:project:Stop:0.0', 'codex-cli:project/config:Stop:0.0'])
  expect(found.codes).toEqual(['config.twice'])
})

const LAYERS: readonly Given[] = [
  { scope: 'managed', file: '/etc/codex/requirements.toml', value: {} },
  { scope: 'managed', file: '/etc/codex/hooks.json', value: {} },
  { scope: 'managed', file: '/etc/codex/managed_config.toml', value: {} },
  { scope: 'user', file: '/home/dev/.codex/config.toml', value: {} },
  { scope: 'project', file: '/home/dev/app/.codex/hooks.json', value: {} },
  { scope: 'project', file: '/home/dev/app/sub/.codex/hooks.json', value: {} },
].map((layer) => ({ ...layer, value: { hooks: { Stop: [{ hooks: [HANDLER] }] } } }) as Given)

/** The layers with more keys in one file. */
function layersWith(file: string, more: object): readonly Given[] {
  return LAYERS.map((layer) =>
    layer.file === file ? { ...layer, value: { ...(layer.value as object), ...more } } : layer,
  )
}

const [REQUIREMENTS = '', , , USER = ''] = LAYERS.map(({ file }) => file)

describe('layers', () => {
  test('add up: requirements, system, user, project from the root down, older policy', () =>
    expect(load(LAYERS).ids).toEqual([
      'codex-cli:managed/requirements:Stop:0.0',
      'codex-cli:managed:Stop:0.0',
      'codex-cli:user/config:Stop:0.0',
      'codex-cli:project:Stop:0.0',
      'codex-cli:project/sub:Stop:0.0',
      'codex-cli:managed/managed_config:Stop:0.0',
    ]))

  test('allow_managed_hooks_only leaves managed hooks', () => {
    const found = load(layersWith(REQUIREMENTS, { allow_managed_hooks_only: true }))
    expect(found.ids.filter((id) => !id.endsWith(' off')).every((id) => id.includes(':managed'))).toBe(true)
    expect(found.ids.filter((id) => id.endsWith(' off'))).toHaveLength(3)
    expect(found.managedOnly).toBe(true)
  })

  test('allow_managed_hooks_only counts in requirements only', () => {
    const found = load(layersWith(USER, { allow_managed_hooks_only: true }))
    expect(found.ids.filter((id) => id.endsWith(' off'))).toEqual([])
    expect(found.codes).toEqual(['config.unknown-key'])
  })

  test.for<[string, string, object, number]>([
    ['of the requirements switches off all', REQUIREMENTS, { features: { hooks: false } }, 6],
    ['of the user spares managed hooks', USER, { features: { hooks: false } }, 3],
    ['under its older name', USER, { features: { codex_hooks: false } }, 3],
    ['that is on switches nothing off', USER, { features: { hooks: true } }, 0],
    ['that is no flag switches nothing off', USER, { features: { hooks: 'no' } }, 0],
  ])('the feature %s', ([, file, more, count]) =>
    expect(load(layersWith(file, more)).ids.filter((id) => id.endsWith(' off'))).toHaveLength(count),
  )

  test('the feature in a file of the project spares hooks of others', () => {
    const project = { scope: 'project', file: TOML, value: { features: { hooks: false } } } as const
    const off = load([...LAYERS, project]).ids.filter((id) => id.endsWith(' off'))
    expect(off).toEqual(['codex-cli:project:Stop:0.0 off', 'codex-cli:project/sub:Stop:0.0 off'])
  })

  test('a hook that [hooks.state] of the user disables does not run, a managed one does', () => {
    const state = {
      '/home/dev/app/.codex/hooks.json:stop:0:0': { enabled: false, trusted_hash: 'x' },
      '/etc/codex/hooks.json:stop:0:0': { enabled: false },
      '/home/dev/app/sub/.codex/hooks.json:stop:0:0': 'broken',
    }
    const user = {
      scope: 'user',
      file: USER,
      value: { hooks: { state, Stop: [{ hooks: [HANDLER] }] } },
    } as const
    const found = load(LAYERS.map((layer) => (layer.file === USER ? user : layer)))
    expect(found.ids.filter((id) => id.endsWith(' off'))).toEqual(['codex-cli:project:Stop:0.0 off'])
  })

  test('[hooks.state] of a project is not looked at', () => {
    const state = { '/home/dev/.codex/config.toml:stop:0:0': { enabled: false } }
    const found = load([...LAYERS, { file: TOML, value: { hooks: { state } } }])
    expect(found.ids.filter((id) => id.endsWith(' off'))).toEqual([])
  })

  test.for<[string, object]>([
    ['a bad matcher', { PreToolUse: [{ matcher: '(', hooks: [HANDLER] }] }],
    ['a prompt', { Stop: [{ hooks: [{ type: 'prompt' }] }] }],
    ['a broken handler', { Stop: [{ hooks: [{}] }] }],
  ])('%s among the requirements is an error, because no session starts', ([, hooks]) =>
    expect(
      load([{ scope: 'managed', file: REQUIREMENTS, value: { hooks: { managed_dir: '/x', ...hooks } } }])
        .codes,
    ).toContain('config.required'),
  )
})

describe('requirements that keep no session from starting', () => {
  const codesOf = (value: object): readonly string[] =>
    load([{ scope: 'managed', file: REQUIREMENTS, value }]).codes

  test('a bad matcher of a group without handlers', () =>
    expect(codesOf({ hooks: { PreToolUse: [{ matcher: '(', hooks: [] }] } })).toEqual(['matcher.invalid']))

  test('any mistake, where they switch hooks off', () =>
    expect(
      codesOf({ features: { hooks: false }, hooks: { Stop: [{ hooks: [{ type: 'agent' }] }] } }),
    ).toEqual(['hook.skipped']))

  test.for<[string, object, string]>([
    ['an MCP tool at the end of a session', { type: 'mcp_tool', server: 's', tool: 't' }, 'SessionEnd'],
    ['an MCP tool without a name', { type: 'mcp_tool', server: 's', tool: ' ' }, 'Stop'],
    ['an empty command', { type: 'command', command: ' ' }, 'Stop'],
  ])('not %s', ([, wire, event]) =>
    expect(codesOf({ hooks: { [event]: [{ hooks: [wire] }] } })).toContain('config.required'),
  )

  test('mistakes of an ordinary managed file', () => {
    const value = { hooks: { Stop: [{ hooks: [{ type: 'prompt' }] }] } }
    expect(load([{ scope: 'managed', file: '/etc/codex/config.toml', value }]).codes).toEqual([
      'hook.skipped',
    ])
  })
})

test('a retired feature is not looked at', () => {
  const found = load(layersWith(USER, { features: { plugin_hooks: false } }))
  expect(found.ids.filter((id) => id.endsWith(' off'))).toEqual([])
})
