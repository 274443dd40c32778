import { expect, test } from 'vitest'
import { config } from '../../test/helpers/hooks.ts'
import { GATE, livingEngine, livingProject, says } from '../../test/helpers/living.ts'

test('the approval of a hook without a name does not end that of another one whose script changed', async () => {
  const sandbox = livingProject()
  const gate = { command: `./${GATE}` }
  sandbox.write('hookwright.yaml', config('PreToolUse', gate))
  const first = await livingEngine({}, sandbox)
  first.engine.trust.approve(first.engine.trust.list()[0]?.digest ?? '')
  sandbox.write(GATE, says('second'))
  sandbox.write('hookwright.yaml', config('PreToolUse', { deny: 'new' }, gate))
  const { engine } = await livingEngine({}, sandbox)
  engine.trust.approve(engine.trust.list()[0]?.digest ?? '')
  expect(engine.trust.list().map(({ state }) => state)).toEqual(['approved', 'changed'])
})
