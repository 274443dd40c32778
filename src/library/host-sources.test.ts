import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { command, engineIn, engineWith } from '../../test/helpers/library.ts'
import { tempDir } from '../../test/helpers/mcp.ts'
import { loadDialect } from '../bridge/index.ts'
import { dialectNames, type DialectName } from '../dialects/registry.ts'
import type { Engine } from './engine.ts'

/** An engine that reads one file of a user's own host. `seen`: where its hook leaves what it read. */
async function engineOf(
  host: DialectName,
  file: string,
  config: (seen: string) => unknown,
): Promise<{ readonly engine: Engine; readonly read: () => Record<string, unknown> }> {
  const home = tempDir()
  const seen = join(home, 'seen.json')
  mkdirSync(dirname(join(home, file)), { recursive: true })
  writeFileSync(join(home, file), JSON.stringify(config(seen)))
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_STATE_HOME: join(home, 'state') }
  const { engine } = await engineIn({ sources: [host], env })
  expect(engine.issues).toEqual([])
  return { engine, read: () => JSON.parse(readFileSync(seen, 'utf8')) as Record<string, unknown> }
}

test('the files of every host can be sources of one engine', async () => {
  const { engine } = await engineIn({ sources: dialectNames, env: { HOME: '/nowhere' } })
  expect(engine.hooks).toEqual([])
})

test.for([
  [
    'codex-cli',
    '.codex/hooks.json',
    (seen: string) => ({
      hooks: {
        PreToolUse: [
          { matcher: 'apply_patch', hooks: [command(`cat >${seen}; echo no patches >&2; exit 2`)] },
        ],
      },
    }),
    { tool_name: 'apply_patch', tool_input: { command: expect.stringContaining('+new') } },
  ],
  [
    'gemini-cli',
    '.gemini/settings.json',
    (seen: string) => ({
      hooks: {
        BeforeTool: [{ matcher: 'replace', hooks: [command(`cat >${seen}; echo no patches >&2; exit 2`)] }],
      },
    }),
    { hook_event_name: 'BeforeTool', tool_name: 'replace' },
  ],
  [
    'cursor',
    '.cursor/hooks.json',
    (seen: string) => ({
      version: 1,
      hooks: {
        preToolUse: [
          {
            command: `cat >${seen}; echo '{"permission":"deny","user_message":"no patches"}'`,
            matcher: 'Write',
          },
        ],
      },
    }),
    { hook_event_name: 'preToolUse', tool_name: 'Write' },
  ],
  [
    'windsurf',
    '.codeium/windsurf/hooks.json',
    (seen: string) => ({
      hooks: { pre_write_code: [{ command: `cat >${seen}; echo no patches >&2; exit 2` }] },
    }),
    {
      agent_action_name: 'pre_write_code',
      tool_info: { file_path: '/app/a.ts', edits: [{ old_string: 'old', new_string: 'new' }] },
    },
  ],
] as const)(
  'a hook of %s guards an edit of a program, in its own terms',
  async ([host, file, config, payload]) => {
    const { engine, read } = await engineOf(host, file, config)
    const input = { file_path: '/app/a.ts', old_string: 'old', new_string: 'new' }
    const verdict = await engine.dispatch({ name: 'PreToolUse', tool: { name: 'Edit', input } })
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'no patches', lost: [] })
    expect(read()).toMatchObject(payload)
  },
)

test('a guard sees each part of a call of several', async () => {
  const { engine } = await engineWith('PreToolUse', [
    command(`grep -q '"file_path":"/app/.env"' && { echo not this file >&2; exit 2; }; exit 0`),
  ])
  const part = (file_path: string) => ({ name: 'Write', input: { file_path, content: '' } })
  const patch = async (...files: readonly [string, ...string[]]) => {
    const parts = files.map(part)
    const [first = part('')] = parts
    return engine.run({ name: 'PreToolUse', tool: { ...first, nativeName: 'patch', parts } })
  }
  expect((await patch('/app/a', '/app/.env', '/app/b')).verdict).toMatchObject({
    decision: 'deny',
    reason: expect.stringContaining('not this file'),
  })
  const { verdict, plan } = await patch('/app/a', '/app/b')
  expect([verdict.decision, plan.steps.length]).toEqual(['none', 2])
})

test('what a host cannot honour is lost for its events, and not for those of the program', async () => {
  const { engine } = await engineWith('PreToolUse', [
    command(`echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'`),
  ])
  const own = await engine.dispatch({ name: 'PreToolUse', tool: { name: 'Bash', input: { command: 'ls' } } })
  expect(own).toMatchObject({ decision: 'ask', lost: [] })
  const codex = await loadDialect('codex-cli')
  const { event } = codex.decodeEvent(CODEX_CALL, { cwd: '/' })
  expect(await engine.dispatch(event!)).toMatchObject({ decision: 'deny', lost: [{ what: 'ask' }] })
})

test('an event of a host is taken as it was decoded, one that only a newer release has included', async () => {
  const { engine } = await engineIn()
  const [claude, cursor] = await Promise.all([loadDialect('claude-code'), loadDialect('cursor')])
  const subagent = { hook_event_name: 'subagentStart', conversation_id: 's', subagent_type: 'explore' }
  const { event } = cursor.decodeEvent(JSON.stringify(subagent), { cwd: '/' })
  expect((await engine.explain(event!)).event).toEqual(event)
  const session = engine.session('other', { permissionMode: 'plan', fields: { prompt_id: 'p' } })
  expect((await session.explain(event!)).event).toEqual({ ...event, sessionId: 'other' })
  const newer = claude.decodeEvent('{"hook_event_name":"PreToolUses","session_id":"s"}', { cwd: '/' })
  expect((await engine.dispatch(newer.event!)).issues).toMatchObject([{ code: 'event.unknown' }])
})

const CODEX_CALL = JSON.stringify({
  session_id: 's',
  turn_id: 't',
  transcript_path: null,
  cwd: '/',
  hook_event_name: 'PreToolUse',
  model: 'm',
  permission_mode: 'default',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 'u',
})

test('sessions that run at once are each kept going eight times in a row', async () => {
  const { engine } = await engineOf('gemini-cli', '.gemini/settings.json', () => ({
    hooks: { AfterAgent: [{ hooks: [command(`echo '{"decision":"deny","reason":"again"}'`)] }] },
  }))
  const stop = async (sessionId: string) => (await engine.dispatch({ name: 'Stop', sessionId })).decision
  for (let count = 0; count < 8; count++)
    expect(await Promise.all([stop('one'), stop('two')])).toEqual(['deny', 'deny'])
  await engine.dispatch({ name: 'PreToolUse', sessionId: 'two', tool: { name: 'Bash' } })
  expect(await Promise.all([stop('one'), stop('two')])).toEqual(['none', 'deny'])
  expect(await stop('one')).toBe('deny')
})
