import { describe, expect, test } from 'vitest'
import { dialectNames, dialectOfFile, findEntry, loadDialects, profileNames, registry } from './registry.ts'

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
  ['/r/hooks.yaml', 'hookwright'],
] as const)('%s is a file of %s', ([path, name]) => expect(dialectOfFile(path)).toBe(name))
