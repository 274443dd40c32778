import { expect, test } from 'vitest'
import { hook, places } from '../../test/helpers/builders.ts'
import { dialects } from '../../test/helpers/dialects.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import { inspectBridges } from './inspect-bridges.ts'

const FILE = '/home/dev/app/.github/hooks/a.json'

function inspect(entry: Readonly<Record<string, string>>, native = 'preToolUse', event = 'PreToolUse') {
  const files = memoryFiles({ [FILE]: JSON.stringify({ hooks: { [native]: [entry] } }) })
  const start = { kind: 'inline', form: 'bash-bare', command: entry['bash'] ?? '' } as const
  const ours = hook({
    event,
    dialect: 'copilot',
    wire: 'copilot',
    handler: { type: 'command', start, cwd: '.' },
    source: { file: FILE, pointer: ['hooks', native, 0], scope: 'project' },
  })
  return inspectBridges([ours], { files, places: places(), dialects })
}

test.for([
  ['hookwright run --host copilot', 'hookwright run --host copilot --event preToolUse'],
  [
    'hookwright run --host=copilot --on-error deny',
    'hookwright run --host copilot --event preToolUse --on-error deny',
  ],
  ['npx hookwright@1 run --host "copilot"', 'npx hookwright@1 run --host copilot --event preToolUse'],
  [
    'cd x && ./bin/hookwright --cwd . run --host copilot; true',
    'cd x && ./bin/hookwright --cwd . run --host copilot --event preToolUse; true',
  ],
  [
    'node node_modules/hookwright/dist/cli/cli.cjs run --host copilot',
    'node node_modules/hookwright/dist/cli/cli.cjs run --host copilot --event preToolUse',
  ],
] as const)('a bridge without an event has the right command as its hint: %s', ([bash, right]) =>
  expect(inspect({ bash })).toEqual([
    {
      code: 'bridge.event',
      severity: 'warning',
      place: { file: FILE, pointer: ['hooks', 'preToolUse', 0, 'bash'], hook: expect.any(String) as unknown },
      message: 'The bridge is called without --event, and a payload of preToolUse does not name its event.',
      hint: `Write: ${right}`,
    },
  ]),
)

test.for(['--event postToolUse', '--event=postToolUse', '--event "postToolUse"', '--event preToolUze'])(
  "a bridge with another event's name has the right command as its hint: %s",
  (option) =>
    expect(inspect({ bash: `hookwright run --host copilot ${option} --headless` })).toMatchObject([
      {
        message: expect.stringContaining('but the entry is for preToolUse.') as unknown,
        hint: 'Write: hookwright run --host copilot --event preToolUse --headless',
      },
    ]),
)

test('the command for another system is looked at too', () => {
  const bash = 'hookwright run --host copilot --event preToolUse'
  expect(inspect({ bash, powershell: 'hookwright run --host copilot' })).toMatchObject([
    { place: { pointer: ['hooks', 'preToolUse', 0, 'powershell'] } },
  ])
})

test.for([
  ['the right event', 'hookwright run --host copilot --event preToolUse', 'preToolUse'],
  ['the other spelling of the right event', 'hookwright run --host copilot --event PreToolUse', 'preToolUse'],
  ['a payload that names its event', 'hookwright run --host copilot', 'PreToolUse'],
  ['another command', 'hookwright log --host copilot', 'preToolUse'],
  ['another program', 'echo run --host copilot', 'preToolUse'],
  ['text that only looks like it', 'my-hookwright-like run --host copilot', 'preToolUse'],
] as const)('nothing is said about %s', ([, bash, native]) => expect(inspect({ bash }, native)).toEqual([]))

test('a program without a shell is looked at too', () => {
  const ours = hook({
    event: 'Stop',
    dialect: 'copilot',
    handler: { type: 'command', start: { kind: 'argv', words: ['hookwright', 'run', '--host', 'copilot'] } },
    source: { file: FILE, pointer: ['hooks', 'agentStop', 0], scope: 'project' },
  })
  expect(inspectBridges([ours], { files: memoryFiles({}), places: places(), dialects })).toMatchObject([
    { hint: 'Write: hookwright run --host copilot --event agentStop' },
  ])
})

test.for([
  ['hookwright run --host claude-code', 'with --host claude-code'],
  ['hookwright run --host copliot --event preToolUse', 'with --host copliot'],
  ['hookwright run', 'without --host'],
] as const)('a bridge for another host has the right command as its hint: %s', ([bash, said]) =>
  expect(inspect({ bash })).toMatchObject([
    {
      code: 'bridge.host',
      message: `The bridge is called ${said}, but the file is one of GitHub Copilot.`,
      hint: 'Write: hookwright run --host copilot --event preToolUse',
    },
  ]),
)

test('a host in a variable is not guessed', () =>
  expect(inspect({ bash: 'hookwright run --host $AGENT --event preToolUse' })).toEqual([]))

type Entry = {
  readonly dialect: string
  readonly file: string
  readonly text: string
  readonly native: string
}

function inspectEntry({ dialect, file, text, native }: Entry) {
  const ours = hook({
    event: 'PreToolUse',
    dialect,
    handler: { type: 'command', start: { kind: 'inline', form: 'sh-c', command: 'true' } },
    source: { file, pointer: ['hooks', native, 0, 'hooks', 0], scope: 'project' },
  })
  return inspectBridges([ours], { files: memoryFiles({ [file]: text }), places: places(), dialects })
}

test('a file of a host that allows comments may have them', () => {
  const entry = '{ "type": "command", "command": "hookwright run --host claude-code" }'
  const text = `{ // ours\n"hooks": { "BeforeTool": [{ "hooks": [${entry}] }] } }`
  const file = '/home/dev/app/.gemini/settings.json'
  expect(inspectEntry({ dialect: 'gemini-cli', file, text, native: 'BeforeTool' })).toMatchObject([
    {
      code: 'bridge.host',
      place: { file, pointer: ['hooks', 'BeforeTool', 0, 'hooks', 0, 'command'] },
      hint: 'Write: hookwright run --host gemini-cli',
    },
  ])
})

test.for(['commandWindows', 'command_windows'])('keys of one host alone are looked at: %s', (key) => {
  const entry = { type: 'command', command: 'hookwright run --host codex-cli', [key]: 'hookwright run' }
  const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [entry] }] } })
  const file = '/home/dev/app/.codex/hooks.json'
  expect(inspectEntry({ dialect: 'codex-cli', file, text, native: 'PreToolUse' })).toMatchObject([
    { code: 'bridge.host', place: { pointer: ['hooks', 'PreToolUse', 0, 'hooks', 0, key] } },
  ])
})

test('a key that the host does not read is no command', () => {
  const entry = { type: 'command', command: 'true', bash: 'hookwright run' }
  const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [entry] }] } })
  const file = '/home/dev/app/.claude/settings.json'
  expect(inspectEntry({ dialect: 'claude-code', file, text, native: 'PreToolUse' })).toEqual([])
})
