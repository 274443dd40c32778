import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DECISIONS, emptyVerdict } from '../../src/core/decision.ts'
import { isIssue } from '../../src/core/issue.ts'
import { dialects } from '../helpers/dialects.ts'
import { hook, places, toolEvent } from '../helpers/builders.ts'

const HOSTS = ['windsurf', 'cline', 'antigravity'].map((name) => dialects.get(name)!)

const keys = fc.constantFrom(
  ...(
    'hooks pre_run_command pre_write_code PreToolUse Stop matcher command powershell show_output working_directory ' +
    'enabled timeout type agent_action_name tool_info command_line file_path edits old_string mcp_server_name ' +
    'mcp_tool_name mcp_tool_arguments user_prompt hookName preToolUse toolName parameters tool_call name input ' +
    'commands files requests url path cancel errorMessage contextModification overrideInput review toolCall args ' +
    'stepIdx CommandLine ReplacementChunks TargetFile executionNum terminationReason workspacePaths decision reason ' +
    'overwrite injectSteps ephemeralMessage terminationBehavior __proto__ constructor'
  ).split(' '),
)
const near = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(
      null,
      1,
      -1,
      '',
      'deny',
      'allow',
      '*',
      '(',
      'run_command',
      'run_commands',
      'apply_patch',
      true,
      false,
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
  ),
})).value

describe.for(HOSTS)('$name: nothing that others write makes a reader throw', (dialect) => {
  const natives = fc.constantFrom(...Object.keys(dialect.events), 'tomorrow')

  test('files', async () => {
    const { read } = await dialect.config()
    fc.assert(
      fc.property(near, (value) => {
        const file = { file: '/home/dev/app/.cline/hooks/PreToolUse', scope: 'project' as const, value }
        expect(() => read(file, places())).not.toThrow()
      }),
      { numRuns: 300 },
    )
  })

  test('payloads, and what is made of them', async () => {
    const side = await dialect.hooks()
    fc.assert(
      fc.property(near, natives, (value, event) => {
        const bytes = new TextEncoder().encode(JSON.stringify(value))
        const decoded = dialect.decodeEvent({ bytes, event, startDir: '/s', projectDir: '/p', at: 1 })
        if (isIssue(decoded)) return
        const { payload: _, ...bare } = decoded
        expect(() => side.encodeInput(bare, hook({ wire: dialect.wire }))).not.toThrow()
        expect(() => bare.tool && dialect.rewriteCall?.(bare.tool, { command: 'x' })).not.toThrow()
      }),
      { numRuns: 300 },
    )
  })

  test('output, and it is always an answer that can be encoded', async () => {
    const side = await dialect.hooks()
    const specs = fc.constantFrom(...Object.values(dialect.events))
    fc.assert(
      fc.property(near, specs, fc.constantFrom(0, 1, 2), (value, spec, code) => {
        const output = (text: string) => ({ text, droppedBytes: 0, wellFormed: true })
        const stdout = output(JSON.stringify(value))
        const said = { kind: 'exited', code, stdout, stderr: output('e'), ms: 1 } as const
        const event = toolEvent('Bash', { command: 'x' }, { name: spec.event })
        const answer = side.decodeOutput(hook({ wire: dialect.wire }), event, said)
        expect(DECISIONS).toContain(answer.decision)
        const reply = dialect.encodeReply(event, { ...emptyVerdict, ...answer })
        expect([0, 2]).toContain(reply.exitCode)
      }),
      { numRuns: 300 },
    )
  })
})
