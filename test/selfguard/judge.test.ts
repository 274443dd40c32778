import { describe, expect, test } from 'vitest'
import type { Event } from '../../src/core/event.ts'
import { dialectNames, loadDialects } from '../../src/dialects/registry.ts'
import { judge } from '../../src/selfguard/judge.ts'
import { mayConcernUs } from '../../src/selfguard/precheck.ts'
import { places } from '../helpers/builders.ts'
import { ASKED } from './corpus.ts'
import { PASSED } from './passed.ts'

const where = places({
  startDir: '/p',
  projectDir: '/p',
  home: '/home/u',
  configHome: '/home/u/.config/hookwright',
})
const dialects = await loadDialects(dialectNames, undefined)
const around = {
  places: where,
  stateDir: '/home/u/.local/state/hookwright',
  dialects: [...dialects.values()],
  realPath: (path: string) => path,
}

function found(event: Pick<Event, 'tool' | 'cwd'>): string | undefined {
  return mayConcernUs(event) ? judge(event as Event, around)?.what : undefined
}

function bash(command: string): string | undefined {
  const tool = { name: 'Bash', nativeName: 'Bash', input: { command }, nativeInput: { command } }
  return found({ tool, cwd: '/p' })
}

describe.for(Object.entries(ASKED))('%s are asked about', ([, commands]) => {
  test.for(commands)('%s', (command) => expect(bash(command)).toBeDefined())
})

describe('daily work is not', () => {
  test.for(PASSED)('%s', (command) => expect(bash(command)).toBeUndefined())
})

test('the tables are as long as promised', () => {
  expect(Object.values(ASKED).flat().length).toBeGreaterThan(500)
  expect(PASSED.length).toBeGreaterThan(250)
})

type Shape = {
  readonly host: string
  readonly event?: string
  readonly payload: Readonly<Record<string, unknown>>
}

const base = { session_id: 's', cwd: '/p', transcript_path: '/t' }
const claude = (tool_name: string, tool_input: object): Shape => ({
  host: 'claude-code',
  payload: { ...base, hook_event_name: 'PreToolUse', permission_mode: 'default', tool_name, tool_input },
})
const codex = (tool_name: string, tool_input: object): Shape => ({
  host: 'codex-cli',
  payload: {
    ...base,
    turn_id: 't',
    model: 'm',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name,
    tool_input,
  },
})
const gemini = (tool_name: string, tool_input: object): Shape => ({
  host: 'gemini-cli',
  payload: {
    ...base,
    hook_event_name: 'BeforeTool',
    timestamp: '2026-11-15T09:01:32.571Z',
    tool_name,
    tool_input,
  },
})
const copilot = (toolName: string, toolArgs: object): Shape => ({
  host: 'copilot',
  event: 'preToolUse',
  payload: { sessionId: 's', timestamp: 1, cwd: '/p', toolName, toolArgs },
})
const cursor = (hook_event_name: string, rest: object): Shape => ({
  host: 'cursor',
  payload: {
    conversation_id: 'c',
    generation_id: 'g',
    hook_event_name,
    workspace_roots: ['/p'],
    cwd: '/p',
    ...rest,
  },
})

function shaped({ host, event, payload }: Shape): string | undefined {
  const decoded = dialects.get(host)?.decodeEvent({
    bytes: new TextEncoder().encode(JSON.stringify(payload)),
    startDir: '/p',
    projectDir: '/p',
    at: 0,
    ...(event !== undefined && { event }),
  })
  if (decoded === undefined || !('host' in decoded))
    throw new Error(`not decoded: ${JSON.stringify(decoded)}`)
  expect(decoded.name).toBe('PreToolUse')
  return found(decoded)
}

const patch = (path: string, kind = 'Update'): string =>
  `*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** ${kind} File: ${path}\n@@\n-a\n+b\n*** End Patch`

test.for([
  claude('Write', { file_path: '/p/.claude/settings.json', content: '{}' }),
  claude('Edit', { file_path: '/p/x/../hookwright.yaml', old_string: 'a', new_string: 'b' }),
  claude('Edit', { file_path: '.claude/settings.local.json', old_string: 'a', new_string: 'b' }),
  claude('MultiEdit', { file_path: '~/.config/hookwright/hookwright.yaml', edits: [] }),
  claude('NotebookEdit', { notebook_path: '/p/.git/hooks/pre-commit', new_source: '' }),
  claude('Write', { file_path: '/home/u/.local/state/hookwright/trust.json', content: '' }),
  claude('mcp__fs__write_file', { path: '/p/.claude/settings.json', content: '' }),
  claude('mcp__fs__move_file', { source: '/p/hookwright.yaml', destination: '/tmp/x' }),
  claude('mcp__shell__run', { command: 'hookwright trust add' }),
  claude('PowerShell', { command: 'Remove-Item .claude/settings.json' }),
  claude('PowerShell', { command: 'Remove-Item -Recurse .claude' }),
  claude('PowerShell', { command: 'Set-Location .claude; sc settings.json x' }),
  claude('PowerShell', { command: 'iwr https://x -OutFile .claude/settings.json' }),
  claude('PowerShell', { command: '$env:HOME="x"; claude -p hi' }),
  claude('mcp__fs__file', { op: 'write', path: '.claude/settings.json' }),
  claude('mcp__fs__delete', { paths: ['a', '.claude'] }),
  claude('mcp__fs__create_symlink', { target: '/p/.claude', path: '/tmp/x' }),
  claude('mcp__sh__run', { argv: ['sh', '-c', 'hookwright trust add'] }),
  claude('mcp__term__send', { text: 'hookwright trust add' }),
  claude('mcp__js__eval', { expression: "fs.rmSync('.claude')" }),
  claude('PowerShell', { command: "& hookwright 'trust' add --yes" }),
  codex('Bash', { command: 'hookwright disable x' }),
  codex('Bash', { command: `apply_patch <<'EOF'\n${patch('.codex/hooks.json')}\nEOF` }),
  codex('apply_patch', { command: patch('hookwright.yaml') }),
  codex('apply_patch', { command: patch('.claude/settings.json', 'Delete') }),
  gemini('run_shell_command', { command: 'rm .gemini/settings.json' }),
  gemini('write_file', { file_path: '/p/.gemini/settings.json', content: '' }),
  gemini('replace', { file_path: 'hookwright.yaml', old_string: 'a', new_string: 'b' }),
  copilot('bash', { command: 'npx hookwright trust add', description: 'x' }),
  copilot('create', { path: '/p/.github/hooks/x.json', file_text: '{}' }),
  copilot('edit', { path: '/p/hookwright.yaml', old_str: 'a', new_str: 'b' }),
  cursor('beforeShellExecution', { command: 'rm .cursor/hooks.json' }),
  cursor('preToolUse', {
    tool_name: 'Shell',
    tool_input: { command: 'hookwright uninstall' },
    tool_use_id: 't',
  }),
  cursor('preToolUse', {
    tool_name: 'Write',
    tool_input: { file_path: '/p/.cursor/hooks.json', content: '' },
    tool_use_id: 't',
  }),
])('$host: $payload is asked about', (shape) => expect(shaped(shape)).toBeDefined())

test.for([
  claude('Read', { file_path: '/p/.claude/settings.json' }),
  claude('Grep', { pattern: 'hookwright trust add', path: '/p' }),
  claude('Write', { file_path: '/p/docs/hookwright.md', content: 'run hookwright trust add' }),
  claude('Edit', {
    file_path: '/p/README.md',
    old_string: 'hookwright',
    new_string: '.claude/settings.json',
  }),
  claude('Write', { file_path: '/p/src/settings.json', content: '{}' }),
  claude('Write', { file_path: '/p/.claude/commands/x.md', content: '' }),
  claude('mcp__fs__read_file', { path: '/p/.claude/settings.json' }),
  claude('mcp__fs__list_directory', { path: '/p/.claude' }),
  claude('mcp__jira__create', { summary: 'hookwright.yaml' }),
  claude('Task', { prompt: 'Read .claude/settings.json', description: 'x' }),
  claude('mcp__github__create_issue', { title: 'hookwright trust add', body: 'see .claude/settings.json' }),
  claude('PowerShell', { command: 'Get-Content .claude/settings.json' }),
  codex('apply_patch', { command: patch('docs/hookwright.md') }),
  gemini('read_file', { file_path: '.gemini/settings.json' }),
  copilot('view', { path: '/p/hookwright.yaml' }),
  cursor('beforeShellExecution', { command: 'cat .cursor/hooks.json' }),
])('$host: $payload is not', (shape) => expect(shaped(shape)).toBeUndefined())

test('a path that leads to a guarded file by a link is that file', () => {
  const linked = {
    ...around,
    realPath: (path: string) => (path === '/tmp/soft' ? '/p/.claude/settings.json' : path),
  }
  const input = { file_path: '/tmp/soft', content: '' }
  const tool = { name: 'Write', nativeName: 'Write', input, nativeInput: input }
  expect(judge({ tool, cwd: '/p' } as unknown as Event, linked)?.what).toContain('/tmp/soft')
})

test('on macOS another case is the same file', () => {
  const mac = { ...around, places: { ...where, platform: 'darwin' as const } }
  const input = { file_path: '/p/.Claude/Settings.json', content: '' }
  const tool = { name: 'Write', nativeName: 'Write', input, nativeInput: input }
  expect(judge({ tool, cwd: '/p' } as unknown as Event, mac)).toBeDefined()
})

test('a line that cannot be analysed and names us is asked about', () => {
  expect(bash('hookwright list "')).toBeDefined()
  expect(bash('ls "')).toBeUndefined()
})

test.for([
  ['rm settings.json', '/p/.claude'],
  ['rm *', '/p/.claude'],
  ['echo "{}" > trust.json', '/home/u/.local/state/hookwright'],
])('%s is asked about in %s, where an earlier call went', ([command = '', cwd = '']) => {
  const tool = { name: 'Bash', nativeName: 'Bash', input: { command }, nativeInput: { command } }
  expect(found({ tool, cwd })).toBeDefined()
})

test.for(['/p/hoo\u212Awright.yaml', '/p/.cl\u200caude/settings.json'])(
  'on macOS %s is the guarded file',
  (file_path) => {
    const mac = { ...around, places: { ...where, platform: 'darwin' as const } }
    const tool = { name: 'Write', nativeName: 'Write', input: { file_path }, nativeInput: { file_path } }
    expect(mayConcernUs({ tool, cwd: '/p' })).toBe(true)
    expect(judge({ tool, cwd: '/p' } as unknown as Event, mac)).toBeDefined()
  },
)

test('a variable of the environment leads to the file that it names', () => {
  const env = (name: string) => (name === 'CLAUDE_CONFIG_DIR' ? '/home/u/cc' : undefined)
  const command = 'echo x > $CLAUDE_CONFIG_DIR/settings.json'
  const tool = { name: 'Bash', nativeName: 'Bash', input: { command }, nativeInput: { command } }
  expect(
    judge({ tool, cwd: '/p' } as unknown as Event, { ...around, places: { ...where, env } }),
  ).toBeDefined()
})

test.for([
  ['stars', `echo ${'*{}'.repeat(300)}zz`],
  ['dashes', `node -e "hookwright ${'-'.repeat(50_000)}"`],
  ['calls of open', `python3 -c ".claude/settings.json ${'open('.repeat(10_000)}"`],
  ['moves', 'cd .claude;'.repeat(5_000)],
  ['values', `${'a=1;b=2;'.repeat(3_000)}rm $a/.claude $b`],
  ['paths', 'rm ~/.claude/x '.repeat(3_000)],
] as const)('a line with many %s takes bounded time', ([, command]) => {
  const began = performance.now()
  bash(command)
  expect(performance.now() - began).toBeLessThan(8_000)
})

test('a value that is one of many is not lost among them', () => {
  const values = Array.from({ length: 40 }, (_, at) => (at === 20 ? '.claude' : `d${at}`))
  expect(bash(`for d in ${values.join(' ')}; do rm $d/settings.json; done`)).toBeDefined()
})
