import { describe, expect, test } from 'vitest'
import { decide } from '../../src/core/aggregator.ts'
import type { Event } from '../../src/core/event.ts'
import { applyFailurePolicy } from '../../src/core/failure-policy.ts'
import { readOutcome } from '../../src/core/failure.ts'
import { fit } from '../../src/core/fit.ts'
import { isIssue } from '../../src/core/issue.ts'
import { noOutput, type Outcome } from '../../src/core/outcome.ts'
import { hookSide } from '../../src/dialects/gemini-cli/hook-side.ts'
import { geminiCli } from '../../src/dialects/gemini-cli/index.ts'
import { hook } from '../helpers/builders.ts'
import { receive, type Ended } from '../helpers/gemini-model.ts'
import { CHANGED, MARK, ROWS, type Said, type Seen } from './helpers/gemini-rows.ts'

/*
 * Each answer is tried three times: the model of the host must do what the release did, our reading must mean it, and
 * the reply that we make of that reading must have the same effect on the model of the host.
 */

const PAYLOAD = {
  session_id: 's1',
  transcript_path: '',
  cwd: '/home/dev/app',
  timestamp: '2026-11-15T08:22:13.270Z',
}
const TOOL = {
  tool_name: 'run_shell_command',
  tool_input: { command: 'touch made.txt', description: 'make file' },
}
const FIELDS: Readonly<Record<string, object>> = {
  BeforeTool: TOOL,
  AfterTool: { ...TOOL, tool_response: { llmContent: 'done', returnDisplay: '' } },
  BeforeAgent: { prompt: 'make the file' },
  AfterAgent: { prompt: 'make the file', prompt_response: 'All done.', stop_hook_active: false },
  SessionStart: { source: 'startup' },
}

function eventOf(native: string): Event {
  const payload = { ...PAYLOAD, hook_event_name: native, ...FIELDS[native] }
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  const event = geminiCli.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 1 })
  if (isIssue(event)) throw new Error(event.message)
  return event
}

const ended = (said: Said): Ended => ({ stdout: '', stderr: '', exitCode: 0, ...said })

function outcomeOf(said: Said): Outcome {
  const { stdout, stderr, exitCode } = ended(said)
  const texts = { stdout: { ...noOutput, text: stdout }, stderr: { ...noOutput, text: stderr }, ms: 1 }
  if (exitCode === 'timed-out') return { kind: 'timed-out', afterMs: 1_000, ...texts }
  return { kind: 'exited', code: exitCode, ...(exitCode === null && { signal: 'SIGKILL' }), ...texts }
}

function answerTo(event: Event, said: Said, id: string) {
  const own = hook({ id, event: event.name, dialect: 'gemini-cli', wire: 'gemini-cli', onFailure: 'native' })
  const outcome = geminiCli.readOutcome?.(outcomeOf(said), own, event) ?? outcomeOf(said)
  const read = readOutcome(outcome, hookSide.decodeOutput, { hook: own, event })
  return { hook: own, answer: applyFailurePolicy(read, own, geminiCli.failures) }
}

function verdictOf(event: Event, said: readonly Said[]) {
  const rules = {
    event,
    host: 'gemini-cli',
    rewriteRule: () => geminiCli.combination.rewrites,
    ofProject: () => false,
    lastOnly: () => geminiCli.combination.lastOnly?.(event.name) ?? [],
  }
  const answered = said.map((one, index) => answerTo(event, one, `h${index}`))
  const spec = geminiCli.events[event.native]
  if (spec === undefined) throw new Error(event.native)
  return {
    answered,
    verdict: fit(decide(answered, rules), { ...spec, wire: 'gemini-cli' }, { headless: false }),
  }
}

/** What the release would have been seen to do. */
function seenIn({ blocked, ends, input, model, user }: ReturnType<typeof receive>): Seen {
  const toModel = model.includes(MARK)
  const toUser = user.includes(MARK)
  return {
    did: blocked ? 'blocked' : input?.['command'] === CHANGED.command ? 'rewritten' : 'ran',
    ...(ends && { ended: true as const }),
    ...((toModel || toUser) && { to: toModel && toUser ? 'both' : toModel ? 'model' : 'user' }),
  }
}

describe.for(ROWS)('%s', ([, native, said, seen, means]) => {
  const event = eventOf(native)

  test('the model of the host does what the release did', () =>
    expect(seenIn(receive(native, said.map(ended)))).toEqual(seen))

  test('our reading means it', () => {
    const { answered, verdict } = verdictOf(event, said)
    const { failure, ...stance } = means
    expect(verdict).toMatchObject(stance)
    expect(verdict.effects).toEqual(means.effects ?? verdict.effects)
    expect(answered.find(({ answer }) => answer.failure !== undefined)?.answer.failure).toBe(failure)
  })

  test('our reply has the same effect', () => {
    const reply = geminiCli.encodeReply(event, verdictOf(event, said).verdict)
    expect(seenIn(receive(native, [reply]))).toEqual(seen)
  })
})

test('pre: two hooks sleep 1 s each (order): all hooks start at once', () => {
  const own = hook({ dialect: 'gemini-cli' })
  expect(
    geminiCli.combination.order([
      { hook: own, why: '' },
      { hook: own, why: '' },
    ]),
  ).toBe('parallel')
})
