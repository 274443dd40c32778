import { noAnswer, type Answer, type Effect, type LateAnswer } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { readOutcome } from '../../core/failure.ts'
import { keepHeldBack } from '../../core/held-back.ts'
import { describeHandler, type Hook } from '../../core/hook.ts'
import { issue, warning } from '../../core/issue.ts'
import type { Outcome, Said } from '../../core/outcome.ts'
import { crashed, failed, launchOrCrash } from '../_families/claude/failures.ts'
import type { JsonObject } from '../_families/claude/shape.ts'
import { overflow, settleCut } from '../_families/cut-answer.ts'
import { BLOCKED_BY_EXIT, specOf } from './events.ts'
import { contextIn, readDocument, textIn } from './output-documents.ts'
import { parseOutput } from './output-shape.ts'
import { refusalIn } from './refusal.ts'
import { trimmed } from './white-space.ts'

type Exit = Extract<Said, { kind: 'exited' }>

/** `isLate`: it ran in the background, so that nothing it says can decide. */
type Reading = { readonly hook: Hook; readonly event: Event; readonly isLate?: true }

/** What a hook of Codex means: docs/hosts/codex-cli.md#answers. */
export function decodeOutput(hook: Hook, event: Event, said: Said): Answer {
  return read(said, { hook, event })
}

/** Exit code 2 of a hook in the background is an ordinary failure. */
export function decodeLate(hook: Hook, event: Event, outcome: Outcome): LateAnswer {
  const answer = readOutcome(outcome, (_hook, _event, said) => read(said, { hook, event, isLate: true }), {
    hook,
    event,
  })
  return { answer }
}

function read(said: Said, reading: Reading): Answer {
  if (said.kind === 'answered') return readText(bodyText(said.body), reading)
  if (said.code === 0) return readSuccess(said, reading)
  const isNo = said.code === 2 && reading.isLate === undefined && BLOCKED_BY_EXIT.has(reading.event.name)
  const failure = isNo ? readTwo(said, reading) : crash(said, reading)
  const { hook } = reading
  // In a file of ours, what a failed hook wrote to hold something back still counts.
  const isOurs = hook.dialect !== hook.wire && failure.failure !== undefined
  return isOurs ? keepHeldBack(failure, readSuccess(said, reading), hook.id) : failure
}

/** What a tool of an MCP server returned is what a command would have written. */
function bodyText(body: unknown): string {
  return typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
}

/** The reason is what stands on stderr, whatever stdout says. */
function readTwo(exit: Exit, { hook }: Reading): Answer {
  const reason = textIn(exit.stderr.text)
  if (reason !== undefined) return { ...noAnswer, decision: 'deny', reason }
  const problem = `Hook "${describeHandler(hook.handler)}" exited with code 2 and wrote nothing to stderr, so nothing is blocked.`
  return failed(
    'protocol-error',
    issue('output.reason', { hook: hook.id }, problem, 'Write the reason to stderr.'),
  )
}

function crash(exit: Exit, { hook }: Reading): Answer {
  return failed(launchOrCrash(exit, hook), crashed(exit, hook))
}

const BYTE_ORDER_MARK = '\uFEFF'

function readSuccess(exit: Exit, reading: Reading): Answer {
  const { stdout } = exit
  const { hook, event } = reading
  if (stdout.droppedBytes > 0)
    return settleCut(failed('overflow', overflow(stdout, hook)), hook, specOf(event))
  // Codex does not skip the mark, so that JSON behind it is plain text.
  return readText(stdout.bom === undefined ? stdout.text : `${BYTE_ORDER_MARK}${stdout.text}`, reading)
}

function readText(stdout: string, reading: Reading): Answer {
  const text = trimmed(stdout)
  const { name } = reading.event
  if (text === '' || name === 'SessionEnd') return noAnswer
  const parsed = parseOutput(text, name)
  if ('output' in parsed) return readOutput(parsed.output, reading)
  return /^[{[]/.test(text) ? refused(parsed.problem, text, reading) : readPlain(text, reading)
}

/** A message is shown even where the rest of the document is refused. */
function readOutput(output: JsonObject, reading: Reading): Answer {
  const shown = messageIn(output)
  // Nothing that decides is looked at, and so nothing is refused for it.
  if (reading.isLate) return { ...noAnswer, effects: [...contextIn(output), ...shown] }
  const answer = readDocument(output, reading.event)
  if ('refused' in answer) {
    const failure = refused(answer.refused, JSON.stringify(output), reading)
    return { ...failure, effects: [...failure.effects, ...shown] }
  }
  return { ...answer, effects: [...answer.effects, ...shown] }
}

function messageIn({ systemMessage }: JsonObject): readonly Effect[] {
  const text = textIn(systemMessage)
  return text === undefined ? [] : [{ kind: 'message', text }]
}

/** The action goes on in Codex, even when the document says no; in a file of ours a no that was written stands. */
function refused(problem: string, text: string, { hook, event, isLate }: Reading): Answer {
  const no = isLate ? undefined : refusalIn(text)
  const lost =
    no === undefined ? 'nothing in it counts' : `nothing in it counts, and its ${no.word} has no effect`
  const message = `Codex CLI refuses the whole output of the hook, because ${problem}: ${lost}.`
  const failure = failed('protocol-error', issue('output.refused', { hook: hook.id }, message, HINT))
  const isKept = no !== undefined && hook.dialect !== hook.wire
  if (!isKept || !specOf(event).decisions.includes('deny')) return failure
  const { reason = `Denied by hook ${hook.id}` } = no
  return { ...failure, decision: 'deny', reason }
}

const HINT =
  'Write one JSON object with the keys of this event only, or write the reason to stderr and exit with code 2.'

const CONTEXT_EVENTS: ReadonlySet<string> = new Set(['UserPromptSubmit', 'SessionStart', 'SubagentStart'])
const JSON_EVENTS: ReadonlySet<string> = new Set(['Stop', 'SubagentStop', 'Interrupt'])

function readPlain(text: string, reading: Reading): Answer {
  const { hook, event, isLate } = reading
  if (CONTEXT_EVENTS.has(event.name)) {
    const context = textIn(text)
    return context === undefined
      ? noAnswer
      : { ...noAnswer, effects: [{ kind: 'add-context', text: context }] }
  }
  if (JSON_EVENTS.has(event.name) && !isLate) return refused('it is not JSON', text, reading)
  const no = isLate ? undefined : refusalIn(text)
  if (no === undefined) return noAnswer
  if (hook.dialect !== hook.wire) return refused('there is text around the JSON', text, reading)
  const message = `The output of the hook is not one JSON object, so Codex CLI ignores it, and its ${no.word} has no effect.`
  return { ...noAnswer, issues: [warning('output.ignored', { hook: hook.id }, message, HINT)] }
}
