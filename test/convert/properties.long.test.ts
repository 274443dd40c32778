import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIssue } from '../../src/core/issue.ts'
import { toolEvent } from '../helpers/builders.ts'
import { dialect, move, stepsOf } from './moved.ts'

/** Texts with what breaks quoting, YAML and comments. */
const text = fc.oneof(
  fc.constantFrom(
    './gate.sh',
    'echo "a b" | cat',
    "it's\n# no comment\n  - x: y",
    'yes',
    '010',
    '- a',
    '@x',
    '%a',
    '${X}',
  ),
  fc.string({ minLength: 1 }).filter((each) => each.trim() !== '' && !each.includes('\0')),
)
const seconds = fc.oneof(fc.integer({ min: 1, max: 600 }), fc.constantFrom(0.5, 1.25))
const tools = ['Bash', 'Edit', 'Write', 'Read', 'Grep', 'mcp__a__b']

const claudeHandler = fc.oneof(
  fc.record(
    {
      type: fc.constant('command'),
      command: text,
      timeout: seconds,
      if: fc.constantFrom('Bash(git push *)', 'Edit'),
      async: fc.boolean(),
      onFailure: fc.constantFrom('continue', 'block'),
      statusMessage: text,
    },
    { requiredKeys: ['type', 'command'] },
  ),
  fc.record(
    {
      type: fc.constant('command'),
      command: fc.constantFrom('node', './a b'),
      args: fc.array(text),
      timeout: seconds,
    },
    { requiredKeys: ['type', 'command', 'args'] },
  ),
  fc.record(
    {
      type: fc.constant('http'),
      url: fc.webUrl(),
      headers: fc.dictionary(fc.constantFrom('A', 'B-C'), fc.constant('v')),
    },
    { requiredKeys: ['type', 'url'] },
  ),
  fc.record(
    { type: fc.constantFrom('prompt', 'agent'), prompt: text, timeout: seconds },
    { requiredKeys: ['type', 'prompt'] },
  ),
)
const claudeMatcher = fc.constantFrom(
  'Bash',
  'Edit|Write',
  'Task',
  '*',
  '',
  '^Ba',
  'mcp__.*',
  'Edit, Read',
  '(Bash|Read)',
  '^(?:Grep|Edit)$',
)
const claudeGroup = fc.record(
  { matcher: claudeMatcher, hooks: fc.array(claudeHandler, { minLength: 1, maxLength: 3 }) },
  { requiredKeys: ['hooks'] },
)
const claudeEvents = ['PreToolUse', 'PostToolUse', 'Stop', 'WorktreeCreate'] as const
const claudeConfig = fc.dictionary(
  fc.constantFrom(...claudeEvents),
  fc.array(claudeGroup, { minLength: 1, maxLength: 3 }),
)

test('random settings of Claude Code plan the same steps in hookwright.yaml', async () => {
  const source = dialect('claude-code')
  await fc.assert(
    fc.asyncProperty(
      claudeConfig,
      fc.constantFrom(...tools),
      fc.constantFrom(...claudeEvents),
      async (hooks, tool, name) => {
        const { before, after, issues, conversion } = await move(
          { hooks },
          source,
          '/home/dev/app/.claude/settings.json',
        )
        expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(
          conversion.hooks.flatMap(({ losses }) => losses.filter(({ effect }) => effect !== 'note')),
        ).toEqual([])
        const event = toolEvent(tool, { command: 'git push' }, { name, native: name })
        expect(await stepsOf(event, after)).toEqual(await stepsOf(event, before))
      },
    ),
    { numRuns: 100 },
  )
})

const copilotEntry = fc.record(
  {
    matcher: fc.constantFrom('bash', 'edit|create', 'view', 'gr.p', '.*', 'github-mcp-server-x'),
    bash: text,
    timeoutSec: seconds,
    cwd: fc.constantFrom('.', 'scripts', '/srv'),
    env: fc.dictionary(
      fc.constantFrom('A', 'B'),
      fc.string().filter((each) => !each.includes('\0')),
    ),
  },
  { requiredKeys: ['bash'] },
)
const copilotEvents = ['preToolUse', 'postToolUse', 'agentStop', 'permissionRequest'] as const
/** Fields by which Copilot's events are told apart. */
const CALL_FIELDS = {
  preToolUse: { toolArgs: { command: 'ls' } },
  postToolUse: { toolArgs: { command: 'ls' }, toolResult: { resultType: 'success', textResultForLlm: '' } },
  agentStop: { toolName: undefined, stopReason: 'end_turn' },
  permissionRequest: { toolInput: { command: 'ls' } },
} as const

const copilotConfig = fc.dictionary(
  fc.constantFrom(...copilotEvents),
  fc.array(copilotEntry, { minLength: 1, maxLength: 3 }),
)

test('random hook files of Copilot plan the same steps in hookwright.yaml', async () => {
  const source = dialect('copilot')
  const names = fc.constantFrom('bash', 'edit', 'create', 'view', 'grep', 'github-mcp-server-x', 'read_bash')
  await fc.assert(
    fc.asyncProperty(
      copilotConfig,
      names,
      fc.constantFrom(...copilotEvents),
      async (hooks, toolName, native) => {
        const { before, after, issues, conversion } = await move(
          { version: 1, hooks },
          source,
          '/home/dev/app/.github/hooks/h.json',
        )
        expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(
          conversion.hooks.flatMap(({ losses }) => losses.filter(({ effect }) => effect !== 'note')),
        ).toEqual([])
        const payload = {
          sessionId: 's',
          timestamp: 1,
          cwd: '/home/dev/app',
          toolName,
          ...CALL_FIELDS[native],
        }
        const bytes = new TextEncoder().encode(JSON.stringify(payload))
        const event = source.decodeEvent({
          bytes,
          event: native,
          startDir: '/home/dev/app',
          projectDir: '/home/dev/app',
          at: 0,
        })
        if (isIssue(event)) throw new Error(event.message)
        expect(await stepsOf(event, after)).toEqual(await stepsOf(event, before))
      },
    ),
    { numRuns: 100 },
  )
})
