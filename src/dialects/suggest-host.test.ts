import { expect, test } from 'vitest'
import { dialectNames, registry, type DialectEntry } from './registry.ts'
import { suggestHost } from './suggest-host.ts'

test.for([
  ['claude', { name: 'claude-code' }],
  ['Claude', { name: 'claude-code' }],
  ['codex', { name: 'codex-cli' }],
  ['gemini', { name: 'gemini-cli' }],
  ['qwen', { name: 'qwen-code' }],
  ['github-copilot', { name: 'copilot' }],
  ['vscode', { name: 'copilot', profile: 'vscode' }],
  ['factory', { name: 'droid' }],
  ['q', { name: 'amazon-q' }],
  ['cusror', { name: 'cursor' }],
  ['claud', { name: 'claude-code' }],
  ['gemni', { name: 'gemini-cli' }],
  ['emacs', undefined],
] as const)('%s', ([word, host]) => expect(suggestHost(word, dialectNames)).toEqual(host))

test('only what is accepted is suggested', () => {
  expect(suggestHost('claude', ['copilot'])).toBeUndefined()
})

test('no other name of a host is the name of another one', () => {
  const entries: readonly DialectEntry[] = registry
  const words = entries.flatMap(({ aliases = [], profiles = [] }) => [...aliases, ...profiles])
  expect(new Set(words).size).toBe(words.length)
  expect(words.filter((word) => (dialectNames as readonly string[]).includes(word))).toEqual([])
})
