import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { hook, toolEvent } from '../../../test/helpers/builders.ts'
import { noAnswer, type Answer, type Effect } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { noOutput, type Outcome, type Said } from '../../core/outcome.ts'
import { seal } from '../../core/sealed.ts'
import { hookSide } from './hook-side.ts'
import { geminiCli } from './index.ts'
import { inlineForms } from './inline-forms.ts'

const own = hook({ dialect: 'gemini-cli', wire: 'gemini-cli', onFailure: 'native' })
const shell = toolEvent('Bash', { command: 'ls' })

function eventOf(name: string): Event {
  const { tool: _, ...rest } = toolEvent('x', {}, { name })
  return rest
}

function exited(
  stdout: string,
  fields: { code?: number; stderr?: string; dropped?: number; signal?: string } = {},
): Said & { kind: 'exited' } {
  const { code = 0, stderr = '', dropped = 0, signal } = fields
  return {
    kind: 'exited',
    code,
    ...(signal !== undefined && { signal }),
    stdout: { ...noOutput, text: stdout, droppedBytes: dropped },
    stderr: { ...noOutput, text: stderr },
    ms: 1,
  }
}

const read = (event: Event, output: unknown, fields: Parameters<typeof exited>[1] = {}, by = own): Answer =>
  hookSide.decodeOutput(
    by,
    event,
    exited(typeof output === 'string' ? output : JSON.stringify(output), fields),
  )

describe('an answer', () => {
  test.for<[string, Event, unknown, Partial<Answer>]>([
    [
      'ask is a question with its message',
      shell,
      { decision: 'ask', systemMessage: 'm' },
      { decision: 'ask', reason: 'm' },
    ],
    [
      'ask is nothing after a tool',
      { ...shell, name: 'PostToolUse' },
      { decision: 'ask' },
      { decision: 'none' },
    ],
    ['allow does not approve a call', shell, { decision: 'allow', reason: 'fine' }, { decision: 'none' }],
    ['an unknown word is nothing', shell, { decision: 'DENY', reason: 'x' }, { decision: 'none' }],
    [
      'a reason of another type is written out',
      shell,
      { decision: 'deny', reason: 5 },
      { decision: 'deny', reason: '5' },
    ],
    [
      'a message of another type is written out',
      shell,
      { systemMessage: 5 },
      { decision: 'none', effects: [{ kind: 'message', text: '5' }] },
    ],
    [
      'stopReason comes first',
      shell,
      { decision: 'deny', reason: 'a', stopReason: 'b' },
      { decision: 'deny', reason: 'b' },
    ],
    ['continue must be false itself', shell, { continue: 'false' }, { decision: 'none', effects: [] }],
    [
      'a list is an answer that says nothing',
      shell,
      [{ decision: 'deny' }],
      { decision: 'none', effects: [] },
    ],
    ['null is nothing', shell, 'null', { decision: 'none', effects: [] }],
    [
      'arguments that are no object are nothing',
      shell,
      { hookSpecificOutput: { tool_input: [1] } },
      { effects: [] },
    ],
    [
      'a refused call has no new arguments',
      shell,
      { decision: 'deny', hookSpecificOutput: { tool_input: {} } },
      { effects: [] },
    ],
    [
      'a session cannot be refused',
      eventOf('SessionStart'),
      { decision: 'deny', reason: 'x' },
      { decision: 'none' },
    ],
  ])('%s', ([, event, output, wanted]) => expect(read(event, output)).toMatchObject(wanted))

  test('fields of the model are native effects', () => {
    const native = (field: string, value: unknown): Effect => ({
      kind: 'native',
      wire: 'gemini-cli',
      field,
      value,
    })
    const response = { candidates: [{ content: { role: 'model', parts: ['t'] } }] }
    const both = { hookSpecificOutput: { llm_request: { model: 'm' }, llm_response: response } }
    expect(read(eventOf('BeforeModel'), both).effects).toEqual([
      native('llm_request', { model: 'm' }),
      native('llm_response', response),
    ])
    expect(read(eventOf('AfterModel'), both).effects).toEqual([native('llm_response', response)])
    const tools = { hookSpecificOutput: { toolConfig: { mode: 'NONE' } } }
    expect(read(eventOf('BeforeToolSelection'), tools).effects).toEqual([
      native('toolConfig', { mode: 'NONE' }),
    ])
    const clear = { decision: 'block', hookSpecificOutput: { clearContext: true } }
    expect(read(eventOf('Stop'), clear).effects).toEqual([native('clearContext', true)])
  })

  test('a no of another host is told, because it refuses nothing', () => {
    const output = { hookSpecificOutput: { permissionDecision: 'deny', updatedInput: {} } }
    expect(read(shell, output).issues).toMatchObject([
      { code: 'output.lost-decision', hint: 'Write "decision": "deny" with a "reason".' },
    ])
    expect(read(eventOf('SessionStart'), { continue: false }).issues).toMatchObject([
      { code: 'output.lost-decision' },
    ])
    expect(read(shell, 'note\n{"decision": "deny"}').issues).toMatchObject([{ code: 'output.lost-decision' }])
  })

  test('what we cannot read in whole may be a no, so it is one', () => {
    expect(read(shell, '{"decision":', { dropped: 9 })).toMatchObject({
      decision: 'deny',
      failure: 'overflow',
    })
    expect(read(shell, '['.repeat(300))).toMatchObject({ decision: 'deny', failure: 'protocol-error' })
    expect(read(shell, 'a long log', { dropped: 9 })).toMatchObject({ decision: 'none' })
  })

  test('the output of a hook that failed counts as for the host, and in a file of ours only what holds back', () => {
    const output = { hookSpecificOutput: { tool_input: { command: 'x' } } }
    expect(read(shell, output, { code: 1 })).toMatchObject({
      failure: 'crash',
      effects: [{ kind: 'rewrite-input' }],
    })
    const ours = { ...own, dialect: 'hookwright' }
    expect(read(shell, output, { code: 1 }, ours)).toMatchObject({ failure: 'crash', effects: [] })
    expect(read(shell, { decision: 'deny', reason: 'x' }, { code: 1 }, ours)).toMatchObject({
      decision: 'deny',
    })
  })

  test('what a process wrote before a signal ended it counts', () => {
    const killed: Outcome = {
      ...exited('{"decision":"deny","reason":"x"}', { signal: 'SIGKILL' }),
      code: null,
    }
    const taken = geminiCli.readOutcome?.(killed, own, shell) as Said
    expect(hookSide.decodeOutput(own, shell, taken)).toMatchObject({ decision: 'deny', reason: 'x' })
  })

  test.for([
    '',
    '{}',
    '[]',
    '"',
    '"\\"x',
    '{"hookSpecificOutput":5,"decision":{}}',
    '\u0000',
    '"{\\"decision\\":1}"',
  ])('odd output %j breaks nothing', (output) => {
    for (const name of Object.values(geminiCli.events).map(({ event }) => event))
      for (const code of [0, 1, 2, 77])
        expect(read(eventOf(name), output, { code })).toHaveProperty('decision')
  })
})

describe('hooks one after the other', () => {
  const { combination } = geminiCli
  const done = (effects: readonly Effect[], outcome: Outcome = exited('')) => ({
    hook: own,
    outcome,
    answer: { ...noAnswer, effects },
  })

  test('one definition that wants it is enough', () => {
    const step = (note?: string) => ({ hook: note === undefined ? own : { ...own, note }, why: '' })
    expect(combination.order([step(), step()])).toBe('parallel')
    expect(combination.order([step(), step('sequential')])).toBe('serial')
  })

  test('the next one reads the prompt with the context', () =>
    expect(
      combination.next?.(
        { ...eventOf('UserPromptSubmit'), prompt: 'p' },
        done([{ kind: 'add-context', text: 'c' }]),
      ),
    ).toMatchObject({ prompt: 'p\n\nc' }))

  test('the next one reads the arguments with the new ones laid over', () =>
    expect(
      combination.next?.(
        toolEvent('Bash', { command: 'a', description: 'd' }),
        done([{ kind: 'rewrite-input', input: { command: 'b' } }]),
      )?.tool,
    ).toMatchObject({ input: { command: 'b', description: 'd' } }))

  test('the next one reads the request with the new parts laid over', () => {
    const event = { ...eventOf('BeforeModel'), fields: { llm_request: { model: 'a', messages: [] } } }
    const request: Effect = {
      kind: 'native',
      wire: 'gemini-cli',
      field: 'llm_request',
      value: { model: 'b' },
    }
    expect(combination.next?.(event, done([request]))?.fields).toEqual({
      llm_request: { model: 'b', messages: [] },
    })
  })

  test('a hook that failed hands nothing over', () =>
    expect(
      combination.next?.(shell, done([{ kind: 'rewrite-input', input: {} }], exited('', { code: 1 }))),
    ).toBeUndefined())

  test('on events of the model the later answer stands', () => {
    expect(combination.lastOnly?.('BeforeModel')).toContain('decision')
    expect(combination.lastOnly?.('PreToolUse')).toEqual([])
  })
})

describe('a command', () => {
  const variables = { GEMINI_CWD: "/a b/it's $(touch x)", GEMINI_SESSION_ID: 's-1' } as Readonly<
    Record<string, string>
  >
  const run = (command: string): string => {
    const [first] = inlineForms['bash-c'].commands(
      { command },
      {
        platform: 'linux',
        variable: () => undefined,
        given: (name) => variables[name],
      },
    )
    return execFileSync(first?.file ?? '', [...(first?.args ?? [])], {
      encoding: 'utf8',
      env: { ...process.env, ...variables },
    })
  }

  test.for([
    ['printf %s $GEMINI_CWD', "/a b/it's $(touch x)"],
    ['printf %s $GEMINI_CWD/x', "/a b/it's $(touch x)/x"],
    ['printf %s "${GEMINI_CWD}"', "/a b/it's $(touch x)"],
    ["printf %s '$GEMINI_SESSION_ID'", 's-1'],
    ['printf %s $GEMINI_SESSION_IDX', 's-1X'],
    ['[[ a == a ]] && printf %s bash', 'bash'],
  ] as const)('%s', ([command, printed]) => expect(run(command)).toBe(printed))

  test('gets the variables of the host', () =>
    expect(hookSide.environment({ ...shell, sessionId: 's' }, own, {})).toEqual({
      GEMINI_PROJECT_DIR: '/home/dev/app',
      GEMINI_CWD: '/home/dev/app',
      CLAUDE_PROJECT_DIR: '/home/dev/app',
      GEMINI_SESSION_ID: 's',
    }))

  test('of an extension gets its folder and what the user set for it', () => {
    const owner = { kind: 'plugin', name: 'x', root: '/ext/x', options: seal({ TOKEN: 't' }) } as const
    const { source } = own
    expect(hookSide.environment(shell, { ...own, source: { ...source, owner } }, {})).toMatchObject({
      extensionPath: '/ext/x',
      workspacePath: '/home/dev/app',
      TOKEN: 't',
      GEMINI_CWD: '/home/dev/app',
    })
  })

  test('on Windows it is one of PowerShell, which passes its exit code on', () =>
    expect(
      inlineForms['powershell-c'].commands(
        { command: 'a $GEMINI_CWD' },
        { platform: 'win32', variable: () => undefined, given: () => "C:\\it's" },
      ),
    ).toMatchObject([
      {
        file: 'pwsh',
        args: ['-NoProfile', '-Command', "a 'C:\\it''s'; if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }"],
      },
      { file: 'powershell' },
    ]))

  test.for([
    ['a,b', "'a,b'"],
    ['@x', "'@x'"],
    ['C:/x', "'C:/x'"],
    ['a-1_b.c', 'a-1_b.c'],
  ] as const)('in PowerShell %s is written as %s', ([value, written]) => {
    const [first] = inlineForms['powershell-c'].commands(
      { command: 'a $GEMINI_CWD' },
      { platform: 'win32', variable: () => undefined, given: () => value },
    )
    expect(first?.args.at(-1)).toContain(`a ${written};`)
  })

  test('a PowerShell that ComSpec names comes first', () => {
    const variable = (name: string) => (name === 'ComSpec' ? 'C:\\ps\\PowerShell.exe' : undefined)
    const commands = inlineForms['powershell-c'].commands({ command: 'a' }, { platform: 'win32', variable })
    expect(commands.map(({ file, args }) => [file, args.length])).toEqual([
      ['C:\\ps\\PowerShell.exe', 4],
      ['pwsh', 3],
      ['powershell', 4],
    ])
  })
})
