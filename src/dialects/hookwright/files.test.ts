import { findEntry } from '../registry.ts'
import { expect, test } from 'vitest'
import { places } from '../../../test/helpers/builders.ts'
import { hookwright } from './index.ts'

test('files are looked for in the order of their authority', () => {
  const specs = hookwright.files(
    places({ startDir: '/p/a', projectDir: '/p', configHome: '/home/u/.config/hookwright' }),
  )
  const names = ['hookwright.yaml', 'hookwright.json', 'hookwright.toml']
  const local = ['hookwright.local.yaml', 'hookwright.local.json', 'hookwright.local.toml']
  expect(specs).toEqual([
    { find: 'nearest', scope: 'managed', names, from: '/etc/hookwright', upTo: '/etc/hookwright' },
    {
      find: 'nearest',
      scope: 'user',
      names,
      from: '/home/u/.config/hookwright',
      upTo: '/home/u/.config/hookwright',
    },
    { find: 'nearest', scope: 'project', names, from: '/p/a', upTo: '/p' },
    { find: 'nearest', scope: 'local', names: local, from: '/p/a', upTo: '/p' },
  ])
})

test.for([
  ['/p/hookwright.yaml', true],
  ['hookwright.local.toml', true],
  ['/p/myhookwright.yaml', false],
  ['/p/hookwright.yaml.bak', false],
] as const)('%s is a file of ours: %s', ([path, expected]) =>
  expect(findEntry('hookwright')?.files?.test(path)).toBe(expected),
)
