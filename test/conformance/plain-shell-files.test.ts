import { describe, expect, test } from 'vitest'
import { places } from '../helpers/builders.ts'
import { dialectOf } from './helpers/plain-payloads.ts'
import { BASH, COMMANDS, DIR, FILES, groups, HOME, run } from './helpers/plain.ts'
import type { OutcomeRecord } from './outcomes.ts'

describe('crush', () => {
  test('exit code 49 denies the call and ends the turn', async () => {
    const got = await run({ files: 'crush', value: COMMANDS['crush'], outcomes: [{ exit: 49, stderr: 'R' }] })
    expect(got).toMatchObject({ decision: 'deny', effects: [{ kind: 'stop', reason: 'R' }] })
  })

  test('equal commands run once, and all at the same time', async () => {
    const value = { hooks: { PreToolUse: [{ command: 'h' }, { command: 'h', name: 'n' }, { command: 'i' }] } }
    const got = await run({ files: 'crush', value, outcomes: [{ exit: 0 }, { exit: 0 }] })
    expect([got.plan.steps.length, got.order]).toEqual([2, 'parallel'])
  })

  test('JSON beside another exit code is not read', async () => {
    const said: OutcomeRecord = { exit: 3, stdout: { $json: { decision: 'deny' } } }
    expect(await run({ files: 'crush', value: COMMANDS['crush'], outcomes: [said] })).toMatchObject({
      decision: 'none',
      failures: ['crash'],
    })
  })

  test('a matcher for a server fits the tools of that server', async () => {
    const value = { hooks: { PreToolUse: [{ matcher: '^mcp_github_', command: 'h' }] } }
    const event = { ...BASH, tool_name: 'mcp__github__create_issue', tool_input: {} }
    const got = await run({ files: 'crush', value, event, outcomes: [{ exit: 0 }] })
    expect(got.inputs).toMatchObject([{ tool_name: 'mcp_github_create_issue' }])
  })

  test('a matcher that is no pattern is an error, because the host drops the guard', async () => {
    const value = { hooks: { PreToolUse: [{ matcher: '(', command: 'h' }] } }
    expect((await run({ files: 'crush', value })).configIssues).toEqual(['matcher.invalid'])
  })

  test('its hooks get its variables', async () => {
    const side = await dialectOf('crush').hooks()
    const { hooks } = (await dialectOf('crush').config()).read(
      { file: FILES['crush'] ?? '', scope: 'project', value: COMMANDS['crush'] },
      places(),
    )
    const bytes = new TextEncoder().encode(JSON.stringify(BASH))
    const event = dialectOf('claude-code').decodeEvent({ bytes, startDir: DIR, projectDir: DIR, at: 0 })
    const [hook] = hooks
    if (hook === undefined || 'severity' in event) throw new Error('nothing to run')
    expect(side.environment(event, hook, {})).toEqual({
      CRUSH: '1',
      AGENT: 'crush',
      AI_AGENT: 'crush',
      CRUSH_EVENT: 'PreToolUse',
      CRUSH_TOOL_NAME: 'bash',
      CRUSH_SESSION_ID: 's1',
      CRUSH_CWD: DIR,
      CRUSH_PROJECT_DIR: DIR,
      CRUSH_TOOL_INPUT_COMMAND: 'rm -rf build',
    })
  })
})

describe('goose', () => {
  test('the folder of the plugin is filled in', async () => {
    const value = groups('PreToolUse', '', { type: 'command', command: '"${PLUGIN_ROOT}/g.sh"' })
    const got = await run({ files: 'goose', value, outcomes: [{ exit: 0 }] })
    expect(got.handlers).toMatchObject([{ start: { command: `"${DIR}/.agents/plugins/guard/g.sh"` } }])
  })

  test('the first no ends the row', async () => {
    const value = groups(
      'PreToolUse',
      '',
      { type: 'command', command: 'a' },
      { type: 'command', command: 'b' },
    )
    const got = await run({ files: 'goose', value, outcomes: [{ exit: 2, stderr: 'R' }] })
    expect([got.order, got.ran.length, got.decision]).toEqual(['serial', 1, 'deny'])
  })

  test.for([
    ['a crash', { exit: 1 }],
    ['a timeout', { timeout: 30_000 }],
    ['a stray line', { exit: 0, stdout: 'hello' }],
  ] as const)('with "on_failure": "block", %s is a no', async ([, outcome]) => {
    const value = groups('PreToolUse', '', { type: 'command', command: 'a', on_failure: 'block' })
    expect((await run({ files: 'goose', value, outcomes: [outcome] })).decision).toBe('deny')
  })

  test('hooks of shell events run for shell commands alone, by the command line', async () => {
    const value = groups('BeforeShellExecution', 'rm ', { type: 'command', command: 'a' })
    const bash = await run({ files: 'goose', value, outcomes: [{ exit: 0 }] })
    expect(bash.inputs).toMatchObject([{ event: 'BeforeShellExecution', matcher_context: 'rm -rf build' }])
    const event = { ...BASH, tool_name: 'Read', tool_input: { file_path: '/a' } }
    expect((await run({ files: 'goose', value, event })).plan.steps).toEqual([])
  })

  test('hooks after an edit run once for each kind of edit', async () => {
    const value = groups('AfterFileEdit', String.raw`\.ts$`, { type: 'command', command: 'a' })
    const event = {
      ...BASH,
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_input: { file_path: '/w/a.ts', content: '' },
      tool_response: {},
    }
    const got = await run({ files: 'goose', value, event, outcomes: [{ exit: 0 }] })
    expect(got.inputs).toMatchObject([
      { event: 'AfterFileEdit', tool_name: 'write', matcher_context: '/w/a.ts' },
    ])
  })

  test('a plugin that the settings switch off does not run', async () => {
    const side = await dialectOf('goose').config()
    const value = groups('PreToolUse', '', { type: 'command', command: 'a' })
    const settings = {
      file: `${HOME}/.config/goose/settings.json`,
      scope: 'user',
      value: { disabledPlugins: ['guard'] },
    } as const
    const plugin = { file: FILES['goose'] ?? '', scope: 'project', value } as const
    const readings = [settings, plugin].map((file) => side.read(file, places()))
    expect(side.combine(readings, places()).hooks).toMatchObject([{ disabled: expect.any(String) as string }])
  })
})
