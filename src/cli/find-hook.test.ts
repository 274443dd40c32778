import { expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import type { Hook } from '../core/hook.ts'
import { findHook } from './find-hook.ts'

const at = (id: string, index: number): Hook =>
  hook({ id, source: { file: '/p/hookwright.yaml', pointer: ['hooks', 'Stop', index], scope: 'project' } })

const HOOKS = [
  at('guard', 0),
  at('hookwright:project:Stop:1111aaaa', 1),
  at('hookwright:user:Stop:2222bbbb', 2),
]

test.for([
  ['guard', 'guard'],
  ['hookwright:project:Stop:1111aaaa', 'hookwright:project:Stop:1111aaaa'],
  ['1111aaaa', 'hookwright:project:Stop:1111aaaa'],
  ['Stop:2222bbbb', 'hookwright:user:Stop:2222bbbb'],
])('"%s" means %s', ([typed = '', id]) => {
  expect(findHook(typed, HOOKS).id).toBe(id)
})

test.for([
  [undefined, /Which hook\?/],
  ['gaurd', /Did you mean "guard"\?/],
  ['111', /No hook has the id "111"/],
  ['hookwright:project:Stop:1', /do not count positions any more.*"hookwright:project:Stop:1111aaaa"/],
  ['', /No hook has the id ""/],
] as const)('"%s" is no hook', ([typed, message]) => {
  expect(() => findHook(typed, HOOKS)).toThrow(message)
})

test('the end of two ids is nobody', () => {
  const twins = [at('a:Stop:1111aaaa', 0), at('b:Stop:1111aaaa', 1)]
  expect(() => findHook('1111aaaa', twins)).toThrow('there are: a:Stop:1111aaaa, b:Stop:1111aaaa')
})
