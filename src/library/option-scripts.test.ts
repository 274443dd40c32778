import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../test/helpers/cli.ts'
import { bash, gateSays, livingEngine, livingProject, says } from '../../test/helpers/living.ts'
import type { Engine } from './engine.ts'

/** A plugin of the project whose command runs the script that an option names. */
async function optionEngine(script: string, sandbox: Sandbox = livingProject()) {
  const hook = { type: 'command', command: 'sh', args: ['${user_config.script}'] }
  const hooks = { hooks: { PreToolUse: [{ hooks: [hook] }] } }
  sandbox.write('plugins/p/hooks/hooks.json', JSON.stringify(hooks))
  sandbox.write('guard.sh', says('guarded'))
  const plugins = [{ root: sandbox.path('plugins/p'), options: { script } }]
  return livingEngine({ sources: [], plugins }, sandbox)
}

function approveAll(engine: Engine): void {
  for (const { digest } of engine.trust.list()) engine.trust.approve(digest)
}

describe('a script that an option of a plugin names', () => {
  test('is part of the approval', async () => {
    const { engine } = await optionEngine('./guard.sh')
    expect(engine.trust.list().map(({ scripts }) => scripts.map(({ path }) => path))).toEqual([['guard.sh']])
  })

  test('does not run after it was replaced', async () => {
    const { engine, sandbox } = await optionEngine('./guard.sh')
    approveAll(engine)
    expect(await gateSays(engine)).toContain('guarded')
    sandbox.write('guard.sh', 'touch PWNED\nexit 0\n')
    await engine.run(bash)
    expect(sandbox.exists('PWNED')).toBe(false)
    expect(engine.trust.list()).toMatchObject([{ state: 'changed', changes: [{ path: 'guard.sh' }] }])
  })

  test('is not another file of that name where the session is, and the refusal shows the word as written', async () => {
    const { engine, sandbox } = await optionEngine('./guard.sh')
    approveAll(engine)
    sandbox.write('below/guard.sh', 'touch PWNED\nexit 0\n')
    const { plan } = await engine.run({ ...bash, cwd: sandbox.path('below') })
    expect(sandbox.exists('below/PWNED')).toBe(false)
    expect(plan.steps).toMatchObject([{ hook: { handler: { type: 'rule', decision: 'ask' } } }])
    expect(plan.skipped).toMatchObject([{ why: 'changed since it was approved: ${user_config.script}' }])
  })

  test.for([
    ['no file', 'canary5ecret'],
    ['a name too long for a file', 'canary5ecret'.repeat(40)],
    ['a file outside the project', '/etc/hostname'],
  ] as const)('with a value that is %s is approved without it', async ([, value]) => {
    const { engine } = await optionEngine(value)
    expect(engine.trust.list()).toMatchObject([{ scripts: [] }])
    expect(JSON.stringify(engine.trust.list())).not.toContain(value)
  })
})
