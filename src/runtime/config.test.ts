import { describe, expect, test } from 'vitest'
import { problem, program, request, witness } from '../../test/helpers/runtime.ts'
import { createHookRuntime } from './hook-runtime.ts'
import { NOOP, type PreHook } from './hook.ts'

describe('scopes', () => {
  const names = (...hooks: readonly string[]) => {
    const asked: string[] = []
    const made = hooks.map((name): PreHook => ({ name, pre: () => (asked.push(name), NOOP) }))
    return { asked, hooks: made }
  }

  test('global comes first, then the profile, then the session; a name counts once', async () => {
    const { asked, hooks } = names('g', 'shared', 'p', 's')
    const [g, shared, p, s] = hooks as [PreHook, PreHook, PreHook, PreHook]
    const stray = names('shared', 'p')
    const runtime = createHookRuntime({ preHooks: [g, shared] })
    const session = { preHooks: [...stray.hooks, s] }
    const profile = { preHooks: [p, shared] }
    await runtime.startSession({}, () => Promise.resolve(''), { session, profile })
    expect([asked, stray.asked]).toEqual([['g', 'shared', 'p', 's'], []])
  })

  test('hooks of a call end with it', async () => {
    const { asked, hooks } = names('p')
    const runtime = createHookRuntime()
    await runtime.run(request, program().steps, { profile: { preHooks: hooks } })
    await runtime.run(request, program().steps)
    expect(asked).toEqual(['p', 'p'])
  })

  test('what is given at first is taken as it is; later, a taken name is left out', async () => {
    const { asked, hooks } = names('a', 'a')
    const late = names('a', 'b')
    const runtime = createHookRuntime({ preHooks: hooks })
    runtime.register({ preHooks: late.hooks })
    await runtime.startSession({}, () => Promise.resolve(''))
    expect([asked, late.asked]).toEqual([['a', 'a'], ['b']])
  })

  test('without a hook of any kind no report changes', async () => {
    const { hook } = witness('w', { PreRun: problem('PreRun') })
    const runtime = createHookRuntime()
    await runtime.run(request, program().steps, { profile: { preHooks: [hook] } })
    await runtime.run(request, program().steps)
    expect(runtime.report().issues).toEqual([problem('PreRun')])
  })
})
