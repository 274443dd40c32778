import { expect, test } from 'vitest'
import { runCommand, summary } from './steps.ts'

test.for(['pwsh', 'powershell'] as const)(
  'T6, T7 %s runs a script with its arguments',
  async (shell, context) => {
    const source = `Write-Output "${shell}:$($args[0]):$($args[1])"; exit 7`
    const { outcome, left } = await runCommand({
      kind: 'script',
      shell,
      source,
      args: ['configured', 'b c.txt'],
    })
    if (outcome.kind === 'not-started' && outcome.issue.code === 'shell.missing') {
      console.log(`not run: ${shell} is not on PATH, so only its command line is checked here`)
      return context.skip(`${shell} is not on PATH`)
    }
    expect(summary(outcome)).toMatchObject({
      exit: 7,
      stdout: expect.stringMatching(`^${shell}:configured:b c.txt\r?\n$`),
    })
    expect(left).toEqual([])
  },
)
