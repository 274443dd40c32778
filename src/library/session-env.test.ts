import { expect, test } from 'vitest'
import { command, engineIn } from '../../test/helpers/library.ts'

test('variables that hooks set hold for their session, and a new directory ends those of the old', async () => {
  const { engine } = await engineIn()
  const exporting = (text: string) => [{ hooks: [command(`echo 'export ${text}' >> "$CLAUDE_ENV_FILE"`)] }]

  await engine.addHooks({
    hooks: { SessionStart: exporting('TOOL=one'), CwdChanged: exporting('DIR=here') },
  })
  const sessionId = `s-${process.pid}`
  await engine.dispatch({ name: 'SessionStart', sessionId, fields: { source: 'startup' } })
  await engine.dispatch({ name: 'CwdChanged', sessionId, fields: { old_cwd: '/a', new_cwd: '/b' } })
  expect((await engine.sessionEnv(sessionId)).variables).toEqual({ TOOL: 'one', DIR: 'here' })
  await engine.dispatch({ name: 'CwdChanged', sessionId, fields: { old_cwd: '/b', new_cwd: '/c' } })
  const { script, variables } = await engine.sessionEnv(sessionId)
  expect(script).toBe('export TOOL=one\nexport DIR=here\n')
  expect(variables).toEqual({ TOOL: 'one', DIR: 'here' })
  expect((await engine.sessionEnv('another')).script).toBe('')
})

test('the hooks of SessionEnd share one budget, also those that wait for a slot', async () => {
  const { engine } = await engineIn()
  const handlers = Array.from({ length: 20 }, (_, index) => command(`sleep 0.4 # ${index}`, { timeout: 1 }))
  await engine.addHooks({ hooks: { SessionEnd: [{ hooks: handlers }] } })
  const { results, ms } = await engine.run({ name: 'SessionEnd', fields: { reason: 'other' } })
  const kinds = new Set(results.map(({ outcome }) => outcome.kind))
  expect(kinds.has('exited')).toBe(true)
  expect(ms).toBeLessThan(5_000)
})
