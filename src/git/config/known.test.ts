import { expect, test } from 'vitest'
import { BUILTIN_HOOKS } from '../builtin/index.ts'
import { BUILTIN_IDS } from './known.ts'

test('every hook of ours that has code has its id in the list', () => {
  const ids: readonly string[] = BUILTIN_IDS
  expect([...BUILTIN_HOOKS.keys()].filter((id) => !ids.includes(id))).toEqual([])
})
