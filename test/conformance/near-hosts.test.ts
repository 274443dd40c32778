import { describe, expect, test } from 'vitest'
import { allow, ask, deny, emptyVerdict, type Effect, type Verdict } from '../../src/core/decision.ts'
import { subjectOf, type Event, type ToolCall } from '../../src/core/event.ts'
import type { Hook } from '../../src/core/hook.ts'
import { isIssue, issue } from '../../src/core/issue.ts'
import { compileMatcher } from '../../src/core/matcher.ts'
import type { ConfigReading, Dialect } from '../../src/dialects/dialect.ts'
import { findEntry } from '../../src/dialects/registry.ts'
import { places } from '../helpers/builders.ts'
import { exited } from './helpers/claude.ts'
import { NEAR_HOSTS, type NearHost } from './near-hosts.ts'

const WHERE = { startDir: '/home/dev/app', projectDir: '/home/dev/app', at: 0 }

describe.each(NEAR_HOSTS)('$name', (host) => {
  test('is known from documents only', async () => expect((await load(host)).seen).toBeUndefined())

  test.each(host.decodes)('decodes: $title', async ({ payload, event }) =>
    expect(await decoded(host, payload)).toMatchObject(event),
  )

  test.each(host.replies)('replies: $title', async ({ payload, verdict, reply }) => {
    const dialect = await load(host)
    const { stdout, stderr, exitCode } = dialect.encodeReply(await decoded(host, payload), verdictOf(verdict))
    expect({ stdout: stdout === '' ? '' : parsed(stdout), stderr, exitCode }).toEqual({
      stdout: '',
      stderr: '',
      exitCode: 0,
      ...reply,
    })
  })

  test('says no with an exit code where stdout is lost', async () => {
    const dialect = await load(host)
    const event = await decoded(host, host.shell)
    expect(dialect.encodeWithoutStdout(event, 'no')).toEqual({ stdout: '', stderr: 'no\n', exitCode: 2 })
  })

  test('a failure of ours is told, and is a no where the policy says so', async () => {
    const dialect = await load(host)
    const event = await decoded(host, host.shell)
    const problem = issue('x', {}, 'Broken.')
    expect(dialect.encodeFailure(event, problem, 'ignore')).toMatchObject({
      stderr: 'hookwright: Broken.\n',
      exitCode: 0,
    })
    const refusal = dialect.encodeFailure(event, problem, 'deny')
    const asDeny = dialect.encodeReply(event, { ...emptyVerdict, ...deny('hookwright: Broken.') })
    expect([refusal.stdout, refusal.exitCode]).toEqual([asDeny.stdout, asDeny.exitCode])
    expect(refusal.stderr).toBe('hookwright: Broken.\n')
  })

  test('its hook file is read, with its units and matchers', async () => {
    const { hooks, issues } = await read(host, host.file.value)
    expect(issues).toEqual([])
    expect(hooks).toMatchObject(host.file.hooks)
    const event = await decoded(host, host.shell)
    expect(hooks.filter((hook) => isMatched(hook, event)).length).toBe(host.file.matched)
  })

  test('its guard reads the bytes of its own host, and other hosts’ calls in its names', async () => {
    const dialect = await load(host)
    const side = await dialect.hooks()
    const [guard] = (await read(host, host.file.value)).hooks
    const own = side.encodeInput(await decoded(host, host.shell), guard as Hook)
    expect(JSON.parse(textOf(own))).toEqual(host.shell)
    expect(JSON.parse(textOf(side.encodeInput(FOREIGN, guard as Hook)))).toMatchObject(host.foreign)
  })

  test.each(host.answers)('its hook answers: $title', async ({ payload, code, stdout, stderr, answer }) => {
    const dialect = await load(host)
    const [guard] = (await read(host, host.file.value)).hooks
    const event = await decoded(host, payload)
    const side = await dialect.hooks()
    const said = side.decodeOutput(guard as Hook, event, exited(code, stdout, stderr))
    expect(said).toMatchObject(answer)
  })

  test.each(host.rewrites)('a rewrite: $title', async ({ payload, input, result }) => {
    const dialect = await load(host)
    const { tool } = await decoded(host, payload)
    // A key that is undefined is left out.
    const asked = Object.entries({ ...tool?.input, ...input }).filter(([, value]) => value !== undefined)
    const rewritten = dialect.rewriteCall?.(tool as ToolCall, Object.fromEntries(asked))
    const asObject = (value: unknown): unknown => (typeof value === 'string' ? { said: value } : value)
    expect(asObject(rewritten)).toMatchObject(asObject(result) as object)
  })

  test('odd payloads are issues or events, and nothing throws', async () => {
    const dialect = await load(host)
    for (const odd of ODD) {
      const found = dialect.decodeEvent({ bytes: bytesOf({ ...host.shell, ...odd }), ...WHERE })
      expect(isIssue(found) || found.name.length > 0).toBe(true)
    }
  })

  test('lists its files', async () => {
    const files = (await load(host)).files(places())
    expect(files.map((file) => ('path' in file ? file.path : ''))).toEqual(
      expect.arrayContaining([...host.paths]),
    )
  })
})

test.each(['DROID_PLUGIN_ROOT', 'CLAUDE_PLUGIN_ROOT'])(
  'droid: a command of a plugin names its folder as %s',
  async (name) => {
    const dialect = (await findEntry('droid')?.load()) as Dialect
    const value = { PreToolUse: [{ hooks: [{ type: 'command', command: `\${${name}}/guard.sh` }] }] }
    const owner = { kind: 'plugin', name: 'p', root: '/plugins/p' } as const
    const file = { file: '/plugins/p/hooks/hooks.json', scope: 'plugin', value, owner } as const
    const [hook] = (await dialect.config()).read(file, places()).hooks
    expect(hook?.handler).toMatchObject({ start: { command: '/plugins/p/guard.sh' } })
    const set = (await dialect.hooks()).environment(FOREIGN, hook as Hook, {})
    expect(set).toMatchObject({ [name]: '/plugins/p', FACTORY_PROJECT_DIR: '/home/dev/app' })
  },
)

const ODD: readonly Readonly<Record<string, unknown>>[] = [
  { tool_input: 'text', toolInput: 'text' },
  { tool_name: 7, toolName: 7 },
  { tool_input: { constructor: 1, __proto__: 2, command: null } },
  { session_id: {}, conversation_id: [], cwd: 3, workspace_roots: 'x' },
  { hook_event_name: 'toString', hookEventName: 'toString' },
  { prompt: [{ text: 4 }, null] },
]

/** A shell call of a host that has canonical names. */
const FOREIGN: Event = {
  name: 'PreToolUse',
  native: 'PreToolUse',
  host: 'claude-code',
  cwd: '/home/dev/app',
  projectDir: '/home/dev/app',
  at: 0,
  sessionId: 's9',
  tool: {
    name: 'Bash',
    nativeName: 'Bash',
    input: { command: 'ls' },
    nativeInput: { command: 'ls' },
  },
  fields: {},
}

function isMatched(hook: Hook, event: Event): boolean {
  const subject = subjectOf(event, hook.subject)
  return hook.event === event.name && (subject === undefined || compileMatcher(hook.matcher)(subject))
}

function verdictOf(said: NearHost['replies'][number]['verdict']): Verdict {
  const effects: readonly Effect[] = said.effects ?? []
  const decided = { none: {}, deny: deny(said.reason), ask: ask(said.reason), allow: allow(said.reason) }
  return { ...emptyVerdict, ...decided[said.decision ?? 'none'], effects }
}

async function load({ name }: NearHost): Promise<Dialect> {
  const entry = findEntry(name)
  if (entry === undefined) throw new Error(`${name} is not in the registry.`)
  return entry.load()
}

async function decoded(host: NearHost, payload: object): Promise<Event> {
  const event = (await load(host)).decodeEvent({ bytes: bytesOf(payload), ...WHERE })
  if (isIssue(event)) throw new Error(event.message)
  return event
}

async function read(host: NearHost, value: unknown): Promise<ConfigReading> {
  const config = await (await load(host)).config()
  return config.read({ file: host.file.path, scope: host.file.scope, value }, places())
}

function bytesOf(payload: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(payload))
}

function textOf(input: string | Uint8Array): string {
  return typeof input === 'string' ? input : new TextDecoder().decode(input)
}

function parsed(stdout: string): unknown {
  return stdout.startsWith('{') ? JSON.parse(stdout) : stdout
}
