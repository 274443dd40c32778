import { expect, test } from 'vitest'
import { describeWindows, useMachine } from './machine.ts'
import { createWindowsSandbox } from './sandbox.ts'

describeWindows("the demo under Windows' Node", () => {
  const machine = useMachine()

  test('shows its four scenes without sh, node or anything else on PATH', { timeout: 60_000 }, async () => {
    const sandbox = createWindowsSandbox(machine)
    const { stdout, stderr, code } = await sandbox.cli(['demo', '--json'], {
      variables: { PATH: 'C:\\none' },
    })
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(stdout).not.toContain('launch')
    expect((JSON.parse(stdout) as { scenes: unknown }).scenes).toMatchObject([
      { verdict: { decision: 'deny', reason: 'Force pushes are not allowed here.' } },
      { verdict: { decision: 'none', effects: [{ kind: 'rewrite-input' }] } },
      { verdict: { decision: 'none', effects: [{ kind: 'add-context' }] } },
      { verdict: { decision: 'none', answers: [{ answer: { failure: 'crash' } }] } },
    ])
  })
})
