import { expect, test } from 'vitest'
import { hookMode } from './file-mode.ts'

const shared = (value?: string) =>
  hookMode([
    { scope: 'global', key: 'core.sharedrepository', value: 'all' },
    { scope: 'repository', key: 'core.sharedrepository', ...(value !== undefined && { value }) },
  ])

test.for([
  ['umask', 0o755],
  ['false', 0o755],
  ['0', 0o755],
  ['group', 0o775],
  ['True', 0o775],
  ['1', 0o775],
  [undefined, 0o775],
  ['world', 0o775],
  ['2', 0o775],
  ['0640', 0o750],
  ['0666', 0o777],
  ['0060', 0o755],
  ['nonsense', 0o755],
] as const)('core.sharedRepository=%s', ([value, mode]) => {
  expect(shared(value).toString(8)).toBe(mode.toString(8))
})

test('no value is the plain mode', () => {
  expect(hookMode([])).toBe(0o755)
})
