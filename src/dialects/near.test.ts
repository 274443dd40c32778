import { expect, test } from 'vitest'
import { dialectNames, dialects, surfaceNames } from './index.ts'
import * as near from './near.ts'

test('the names that are known without loading are those of the registry', () => {
  expect([near.dialectNames, near.surfaceNames]).toEqual([dialectNames, surfaceNames])
})

test.for([
  ['a near host', ['claude-code', 'hookwright'], undefined, 2],
  ['another host', ['copilot'], undefined, dialects.size],
  ['a path', ['./hooks.yaml'], undefined, dialects.size],
  ['a surface', ['claude-code'], 'vscode', dialects.size],
] as const)('%s is found', async ([, names, surface, count]) => {
  expect((await near.dialectsFor(names, surface)).size).toBe(count)
})
