import { describe, expect, test } from 'vitest'
import {
  dialectNames,
  dialectOfFile,
  findEntry,
  findGuest,
  loadDialects,
  profileNames,
  registry,
  type DialectEntry,
} from './registry.ts'

test.for(registry)('$name loads a dialect of that name and title', async ({ name, title, load }) => {
  expect(await load()).toMatchObject({ name, title })
})

test.for(registry)('$name can be written when it has a writer', async (entry) => {
  const { writer } = await entry.load()
  expect(findEntry(entry.name)?.isWritten === true).toBe(writer !== undefined)
})

describe('loadDialects', () => {
  test('loads what is named and nothing else, in the order of the registry', async () => {
    const loaded = await loadDialects(['copilot', './a.yaml', 'hookwright', 'copilot'], undefined)
    expect([...loaded.keys()]).toEqual(['hookwright', 'copilot'])
  })

  test('gives the profile to the dialects that have it', async () => {
    const loaded = await loadDialects(dialectNames, 'vscode')
    expect(loaded.get('copilot')?.title).toBe('GitHub Copilot in VS Code')
    expect(loaded.get('claude-code')?.title).toBe('Claude Code')
  })
})

test('the first profile is the one that is meant when nobody names one', async () => {
  for (const { load, profiles: [first] = [] } of registry.map(({ name }) => findEntry(name)!))
    expect((await load(first)).title).toBe((await load()).title)
  expect(profileNames).toEqual(['cli', 'vscode', 'cloud', 'guide'])
})

test.for([
  ['/r/.claude/settings.json', 'claude-code'],
  ['/r/.github/hooks/a.json', 'copilot'],
  ['/r/hookwright.yaml', 'hookwright'],
  ['/r/hookwright.json', 'hookwright'],
  ['/h/.copilot/hooks/hookwright.json', 'copilot'],
  ['/h/.grok/hooks/hookwright.json', 'grok'],
  ['/h/.kiro/hooks/hookwright.json', 'kiro'],
  ['/r/hooks.yaml', 'hookwright'],
] as const)('%s is a file of %s', ([path, name]) => expect(dialectOfFile(path)).toBe(name))

describe('who calls with the name of another host', () => {
  const claudeCode = findEntry('claude-code') as DialectEntry
  const CLAUDE = ['hook_event_name', 'session_id', 'transcript_path', 'prompt_id', 'cwd', 'tool_name']
  const guest = (variable: string, keys: readonly string[]) =>
    findGuest(claudeCode, () => new Set(keys), { [variable]: '1' })?.name

  test.for([
    ['CURSOR_VERSION', [...CLAUDE, 'cursor_version'], 'cursor'],
    ['COPILOT_CLI', ['hook_event_name', 'session_id', 'timestamp'], 'copilot'],
    ['DEVIN_PROJECT_DIR', ['hook_event_name', 'session_id', 'prompt_id'], 'devin'],
    ['CONTINUE_PROJECT_DIR', ['hook_event_name', 'session_id', 'transcript_path', 'cwd'], 'continue'],
  ] as const)('%s and the payload tell', ([variable, keys, name]) => {
    expect(guest(variable, keys)).toBe(name)
  })

  test.for(['CURSOR_VERSION', 'COPILOT_CLI', 'DEVIN_PROJECT_DIR', 'CONTINUE_PROJECT_DIR'] as const)(
    'Claude Code that inherited %s is itself',
    (variable) => {
      expect(guest(variable, CLAUDE)).toBeUndefined()
    },
  )
})
