import { expect, test } from 'vitest'
import { hook, toolEvent } from '../../test/helpers/builders.ts'
import { engineOf } from '../../test/helpers/engine.ts'
import { noOutput } from '../core/outcome.ts'
import { claudeCode } from '../dialects/claude-code/index.ts'
import type { StepInput } from '../handlers/handler.ts'
import type { InlineForms } from '../shells/inline.ts'

test('a step carries the inline forms of its wire', async () => {
  const inlineForms: InlineForms = {
    own: { title: 'Own', shells: ['sh'], commands: () => [], lostDirectory: 'fail', install: '' },
  }
  const side = { ...(await claudeCode.hooks()), inlineForms }
  const seen: StepInput[] = []
  const engine = engineOf(
    [hook({ handler: { type: 'command', start: { kind: 'inline', form: 'own', command: 'x' } } })],
    {
      hookSide: () => Promise.resolve(side),
      command: (step) => {
        seen.push(step)
        return Promise.resolve({ kind: 'exited', code: 0, stdout: noOutput, stderr: noOutput, ms: 1 })
      },
    },
  )
  await engine.run(toolEvent('Bash'))
  expect(seen.map((step) => step.inlineForms)).toEqual([inlineForms])
})
