import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hook, places, toolEvent } from '../../../test/helpers/builders.ts'
import { DECISIONS, emptyVerdict } from '../../core/decision.ts'
import { isIssue } from '../../core/issue.ts'
import { read } from './config.ts'
import { ROWS } from './events.ts'
import { copilotAs } from './index.ts'
import { decodeOutput } from './output.ts'
import { SURFACES } from './surfaces.ts'

const copilot = copilotAs('cli')

const keys = fc.constantFrom(
  ...(
    'version hooks preToolUse PreToolUse userPromptSubmitted type matcher bash powershell command windows exec args ' +
    'cwd env timeoutSec timeout url headers allowedEnvVars prompt disableAllHooks hookwright surface sessionId ' +
    'toolName toolArgs toolResult tool_name tool_input hook_event_name timestamp agentName error response ' +
    'permissionDecision permissionDecisionReason modifiedArgs additionalContext decision reason behavior message ' +
    'modifiedResult textResultForLlm modifiedPrompt handled hookSpecificOutput hookEventName updatedInput ' +
    'continue stopReason systemMessage __proto__ constructor'
  ).split(' '),
)
const near = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(
      null,
      1,
      -1,
      0,
      '',
      'deny',
      'block',
      'allow',
      '*',
      '(',
      'bash',
      'http',
      true,
      false,
      'x'.repeat(20_000),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
  ),
})).value
const surfaces = fc.constantFrom(...SURFACES)
const natives = fc.constantFrom(...ROWS.map((row) => row.camelCase), 'tomorrow')

describe('nothing that others write makes a reader throw', () => {
  test('files', () =>
    fc.assert(
      fc.property(near, surfaces, (value, surface) => {
        const file = { file: '/home/dev/app/.github/hooks/a.json', scope: 'project' as const, value }
        expect(() => read(file, { places: places(), surface })).not.toThrow()
      }),
      { numRuns: 500 },
    ))

  test('payloads, and what is encoded of them', async () => {
    const side = await copilot.hooks()
    fc.assert(
      fc.property(near, natives, surfaces, (value, event, surface) => {
        const bytes = new TextEncoder().encode(JSON.stringify(value))
        const decoded = copilotAs(surface).decodeEvent({
          bytes,
          event,
          startDir: '/s',
          projectDir: '/p',
          at: 1,
        })
        if (decoded === undefined || isIssue(decoded)) return
        const { payload: _, ...bare } = decoded
        for (const spelling of ['camelCase', 'PascalCase'])
          expect(() => side.encodeInput(bare, hook({ note: `${surface}:${spelling}` }))).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })

  test('output, and it is always an answer that can be encoded', () =>
    fc.assert(
      fc.property(
        near,
        fc.constantFrom(...ROWS),
        surfaces,
        fc.constantFrom(0, 1, 2),
        (value, row, surface, code) => {
          const output = (text: string) => ({ text, droppedBytes: 0, wellFormed: true })
          const said = {
            kind: 'exited',
            code,
            stdout: output(JSON.stringify(value)),
            stderr: output('e'),
            ms: 1,
          } as const
          const event = toolEvent('Edit', {}, { name: row.event })
          const answer = decodeOutput(hook({ note: `${surface}:PascalCase` }), event, said)
          expect(DECISIONS).toContain(answer.decision)
          const verdict = { ...emptyVerdict, ...answer, effects: answer.effects }
          for (const host of SURFACES) {
            const reply = copilotAs(host).encodeReply(event, verdict)
            expect(JSON.parse(reply?.stdout || '{}')).toBeTypeOf('object')
          }
        },
      ),
      { numRuns: 500 },
    ))
})
