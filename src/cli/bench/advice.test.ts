import { expect, test } from 'vitest'
import { adviseAll, type Facts } from './advice.ts'

const PLAIN: Facts = {
  id: 'a',
  event: 'PreToolUse',
  does: './a.sh',
  isCommand: true,
  isWaitedFor: true,
  isGate: true,
  isOfOwnFile: true,
  hasMatcher: true,
  p50Ms: 50,
  spawnMs: 10,
  spawnShare: 20,
  isSilent: false,
  onlySearches: false,
  names: [],
  tools: ['Bash', 'Edit'],
}
const kinds = (...facts: readonly Partial<Facts>[]): readonly string[] =>
  adviseAll(facts.map((each) => ({ ...PLAIN, ...each }))).map(({ kind }) => kind)

test.for<[string, Partial<Facts>, readonly string[]]>([
  ['a hook without a reason', {}, []],
  ['a guard that only searches', { onlySearches: true }, ['rule']],
  ['one that only searches where nothing can be prevented', { onlySearches: true, isGate: false }, []],
  ['a script that is mostly the start of node', { interpreter: '/usr/bin/node', spawnShare: 51 }, ['module']],
  ['a script that does its own work', { interpreter: 'node', spawnShare: 50 }, []],
  ['a shell script', { interpreter: 'bash', spawnShare: 90 }, []],
  ['a silent, slow hook after the fact', { isGate: false, isSilent: true, p50Ms: 100 }, ['async']],
  ['a slow gate', { isSilent: true, p50Ms: 500 }, []],
  [
    'one that runs in the background already',
    { isGate: false, isSilent: true, p50Ms: 500, isWaitedFor: false },
    [],
  ],
  ['one for all tools that names one', { hasMatcher: false, names: ['Bash'] }, ['matcher']],
  ['one for all tools that names all', { hasMatcher: false, names: ['Bash', 'Edit'] }, []],
  ['what nobody notices', { onlySearches: true, p50Ms: 4 }, []],
  ['a rule', { isCommand: false, onlySearches: true }, []],
])('%s gets its advice and no other', ([, facts, expected]) => {
  expect(kinds(facts)).toEqual(expected)
})

test('of two hooks that do the same, the second is told', () => {
  expect(adviseAll([PLAIN, { ...PLAIN, id: 'b' }])).toMatchObject([{ id: 'b', kind: 'duplicate' }])
  expect(kinds({}, { id: 'b', event: 'Stop' })).toEqual([])
})
