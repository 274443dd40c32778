import type { Agent } from './agents/agent.ts'
import type { Happened } from './run-agent.ts'
import { isPrinted, modelSaw, userSaw } from './seen.ts'

/** One thing that a hook does on every agent. */
export type Case = {
  readonly name: string
  /** The text of hookwright.yaml. */
  readonly file: string
  /** What did not happen, one sentence each; empty when everything did. */
  missing(happened: Happened, agent: Agent): readonly string[]
}

/** In texts of hooks: nobody else writes it. */
const MARK = 'MARK-REASON'

/** One claim: true, or the sentence that says what is missing. */
type Claim = readonly [boolean, string]

const called = ({ calls }: Happened): Claim => [calls.length > 0, 'the bridge was not called']
const stayed = ({ made }: Happened): Claim => [!made, 'the command ran']
const ran = ({ made }: Happened): Claim => [made, 'the command did not run']
const toldModel = (happened: Happened): Claim => [
  modelSaw(happened, MARK),
  'the model was not told the reason',
]
const ended = ({ isKilled }: Happened): Claim => [!isKilled, 'the agent did not end by itself']

function all(...claims: readonly ((happened: Happened, agent: Agent) => Claim)[]): Case['missing'] {
  return (happened, agent) =>
    [ended, called, ...claims]
      .map((claim) => claim(happened, agent))
      .filter(([holds]) => !holds)
      .map(([, sentence]) => sentence)
}

const entry = (event: string, lines: readonly string[]) =>
  `version: 1\nhooks:\n  ${event}:\n    - ${lines.join('\n      ')}\n`
const script = (text: string) => `command: ${JSON.stringify(text)}`

const REWRITE = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'allow',
    updatedInput: { command: 'touch changed.txt' },
  },
})

export const CASES: readonly Case[] = [
  {
    name: 'deny',
    file: entry('PreToolUse', ['matcher: Bash', 'if: Bash(touch *)', `deny: ${MARK}`]),
    missing: all(stayed, toldModel),
  },
  {
    name: 'ask',
    // Nobody can be asked in a run without a person: the agent itself turns the question into a no. What a person would
    // have been asked reaches the model, or the user where the agent has words of its own for the model.
    file: entry('PreToolUse', ['matcher: Bash', `ask: ${MARK}`]),
    missing: all(stayed, (happened, agent) => [
      modelSaw(happened, MARK) || userSaw(agent, happened, MARK),
      'neither model nor user was told the reason',
    ]),
  },
  {
    name: 'rewrite',
    file: entry('PreToolUse', ['matcher: Bash', 'shell: sh', script(`printf '%s' '${REWRITE}'`)]),
    missing: all(
      ({ changed }) => [changed, 'the command of the hook did not run'],
      ({ made }) => [!made, 'the command of the model ran all the same'],
    ),
  },
  {
    name: 'context',
    file: entry('UserPromptSubmit', [`context: ${MARK}`]),
    missing: all(ran, (happened) => [modelSaw(happened, MARK), 'the model did not get the context']),
  },
  {
    name: 'prompt block',
    file: entry('UserPromptSubmit', [`deny: ${MARK}`]),
    missing: all(
      stayed,
      ({ asked }) => [asked.length === 0, 'the model got the prompt'],
      (happened, agent) => [
        !agent.showsPromptReason || userSaw(agent, happened, MARK),
        'the user was not told the reason',
      ],
    ),
  },
  {
    name: 'stop-block',
    file: entry('Stop', [
      'shell: sh',
      script(`test -e stopped && exit 0; touch stopped; echo ${MARK} >&2; exit 2`),
    ]),
    missing: all(ran, toldModel, ({ asked }) => [
      asked.length === 3,
      `the model was asked ${asked.length} times, not 3`,
    ]),
  },
  {
    name: 'post feedback',
    file: entry('PostToolUse', ['matcher: Bash', `deny: ${MARK}`]),
    missing: all(ran, toldModel),
  },
  {
    name: 'crash, onFailure: deny',
    file: entry('PreToolUse', ['matcher: Bash', 'shell: sh', script('kill -9 $$'), 'onFailure: deny']),
    missing: all(stayed, (happened) => [modelSaw(happened, 'SIGKILL'), 'the model was not told why']),
  },
  {
    name: 'hang, onFailure: deny',
    file: entry('PreToolUse', ['matcher: Bash', script('sleep 600'), 'timeout: 1', 'onFailure: deny']),
    missing: all(stayed, (happened) => [modelSaw(happened, '1 s'), 'the model was not told why']),
  },
  {
    name: 'pack',
    // The command of the model makes a file that the pack keeps, so that the analysis has to find it in the line.
    file: `version: 1\npacks:\n  - use: hookwright/protect-paths\n    with: { write: [made.txt] }\n`,
    missing: all(stayed, (happened) => [
      modelSaw(happened, 'hookwright/protect-paths'),
      'the model was not told which pack refused',
    ]),
  },
  {
    name: 'nothing to do',
    file: entry('PreToolUse', ['matcher: WebFetch', `deny: ${MARK}`]),
    missing: all(
      ran,
      ({ calls }) => [calls.every((call) => !/ [1-9]/u.test(call)), `the bridge failed: ${calls.join(', ')}`],
      ({ asked }) => [asked.length === 2, `the model was asked ${asked.length} times, not 2`],
      (happened) => [!modelSaw(happened, 'hookwright:'), 'the model read something of the bridge'],
      (happened) => [!isPrinted(happened, 'hookwright: '), 'the user read something of the bridge'],
    ),
  },
]
