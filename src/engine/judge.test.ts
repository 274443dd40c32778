import { expect, test } from 'vitest'
import { hook, openPolicy, toolEvent } from '../../test/helpers/builders.ts'
import type { Hook } from '../core/hook.ts'
import { indexHooks, plan } from '../core/planner.ts'
import type { Policy } from '../core/policy.ts'
import { judge } from './judge.ts'

const names = (...list: string[]): Hook['matcher'] => ({ kind: 'names', names: list })
const event = toolEvent('Bash')

/** A policy that writes down what it is asked. */
function recording(refused: Readonly<Record<string, boolean>> = {}): Policy & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    refuse({ id }) {
      asked.push(`refuse ${id}`)
      return id in refused
        ? { because: 'changed', why: 'it changed', fails: refused[id] === true }
        : undefined
    },
    condition(rule, about, { id }) {
      asked.push(`condition ${id}`)
      return openPolicy.condition(rule, about, hook({ id }))
    },
  }
}

test('only hooks that may match are asked about, and each of them once', () => {
  const policy = recording()
  judge(event, indexHooks([hook({ id: 'a' }), hook({ id: 'b', matcher: names('Edit') })]), policy)
  expect(policy.asked).toEqual(['refuse a'])
})

test('a condition is asked about for hooks that run and for those that fail in their place', () => {
  const policy = recording({ left: false, fails: true })
  const hooks = ['runs', 'left', 'fails'].map((id) => hook({ id, condition: 'Bash(ls)' }))
  const { refusals, conditions } = judge(event, indexHooks(hooks), policy)
  expect([...refusals.keys()].map(({ id }) => id)).toEqual(['left', 'fails'])
  expect([...conditions.keys()].map(({ id }) => id)).toEqual(['runs', 'fails'])
})

test('a plan made again from the same judgements is the same, and asks nobody', () => {
  const policy = recording({ changed: true })
  const index = indexHooks([hook({ id: 'changed', condition: 'Bash(ls)' }), hook({ id: 'b' })])
  const judged = judge(event, index, policy)
  const asked = policy.asked.length
  expect(plan(event, index, judged)).toEqual(plan(event, index, judged))
  expect(policy.asked).toHaveLength(asked)
})
