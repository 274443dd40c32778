import { noAnswer, type Answer } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { keepHeldBack } from '../../core/held-back.ts'
import type { Hook } from '../../core/hook.ts'
import { issue, warning, type Issue } from '../../core/issue.ts'
import type { FailureClass, Said } from '../../core/outcome.ts'
import { isTooDeep } from '../_families/claude/depth.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { cleanAndCap } from '../_families/claude/text.ts'
import { overflow, settleCut } from '../_families/cut-answer.ts'
import { tellingLine } from '../_families/telling-line.ts'
import { readDocument, reasonIn, refuse, type OutputReading } from './document.ts'
import { rowFor, rowOf } from './events.ts'
import { fitText } from './texts.ts'

type Exit = Extract<Said, { kind: 'exited' }>

/** Returns what a hook of the host means by its output and exit code. */
export function decodeOutput(hook: Hook, event: Event, said: Said): Answer {
  const row = (hook.native === undefined ? undefined : rowOf(hook.native)) ?? rowFor(event)
  const reading: OutputReading = { hook, event, row }
  if (said.kind === 'answered') return readBody(said.body, reading)
  if (said.code === 0) return readSuccess(said, reading)
  if (said.code === 2 && canRefuse(reading)) return readTwo(said, reading)
  const failure = errored(said, hook)
  return hook.dialect === hook.wire ? failure : keepHeldBack(failure, readSuccess(said, reading), hook.id)
}

/** On an event that nothing can be prevented on, exit code 2 is an error like any other. */
function canRefuse({ row }: OutputReading): boolean {
  return row?.gate === true
}

/** What a model judged, or a server answered. */
function readBody(body: unknown, reading: OutputReading): Answer {
  if (reading.hook.handler.type !== 'model') {
    const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
    return readText(text, reading)
  }
  if (!isObject(body) || typeof body['ok'] !== 'boolean')
    return failed(
      'protocol-error',
      issue('model.answer', placeOf(reading), 'The model gave no answer with `ok` in it.'),
    )
  // An allow of a model does not grant anything: the text that it judges may have talked it into that.
  if (body['ok']) return noAnswer
  const reason = typeof body['reason'] === 'string' ? fitText(body['reason']).trim() : ''
  return refuse(reason === '' ? 'The model said no without a reason.' : reason, reading)
}

function readSuccess({ stdout }: Exit, reading: OutputReading): Answer {
  const { hook, row } = reading
  if (stdout.droppedBytes > 0) {
    const failure = failed('overflow', overflow(stdout, hook))
    return stdout.text.trimStart().startsWith('{') ? settleCut(failure, hook, row ?? {}) : failure
  }
  return readText(stdout.text, reading)
}

/** One JSON object. Nothing at all is a failure only for a hook that must not fail. */
function readText(text: string, reading: OutputReading): Answer {
  const trimmed = text.trim()
  if (trimmed === '')
    return reading.hook.onFailure === 'deny' && canRefuse(reading)
      ? failed(
          'protocol-error',
          issue('output.empty', placeOf(reading), EMPTY, 'Write {} to stdout to let it pass.'),
        )
      : noAnswer
  const value = isTooDeep(trimmed) ? undefined : parse(trimmed)
  return isObject(value) ? readDocument(value, reading) : failed('protocol-error', unread(trimmed, reading))
}

const EMPTY = 'The hook wrote nothing, which the host takes for a failure.'

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const DECISION =
  /"(?:permission|permissionDecision|decision)"\s*:\s*"(?:deny|ask|block)"|"continue"\s*:\s*false/

function unread(text: string, reading: OutputReading): Issue {
  const place = placeOf(reading)
  const hint = 'Write one JSON object to stdout and everything else to stderr.'
  if (DECISION.test(text))
    return issue(
      'output.lost-decision',
      place,
      'The output says no, but it is not one JSON object, so the host ignores it.',
      hint,
    )
  return issue('output.json', place, 'The output is not one JSON object, so the host ignores it.', hint)
}

/** The exit code denies; the reason comes from stdout, or from stderr when stdout has none. */
function readTwo(exit: Exit, reading: OutputReading): Answer {
  const text = exit.stdout.text.trim()
  const value = text === '' || isTooDeep(text) ? undefined : parse(text)
  const document: JsonObject = isObject(value) ? value : {}
  const { agent, user } = reasonIn(document)
  const stderr = fitText(exit.stderr.text.trim())
  const reason = agent ?? user ?? (stderr === '' ? 'The hook exited with code 2.' : stderr)
  const said = isObject(value) ? readDocument(value, reading) : noAnswer
  const contradicts = said.decision === 'allow' || said.decision === 'ask'
  return {
    ...noAnswer,
    decision: 'deny',
    reason,
    effects:
      agent !== undefined && user !== undefined && user !== agent ? [{ kind: 'message', text: user }] : [],
    issues: contradicts ? [contradiction(said.decision, reading)] : [],
  }
}

function contradiction(decision: string, reading: OutputReading): Issue {
  const problem = `The hook's output says ${decision} but its exit code blocks; the block stands.`
  return warning('output.contradiction', placeOf(reading), problem)
}

function errored(exit: Exit, hook: Hook): Answer {
  const said = cleanAndCap(exit.stderr.text.trim()).text
  const first = tellingLine(said)
  const what = `The hook exited with code ${exit.code}${first === '' ? ' and said nothing on stderr.' : `: ${first}`}`
  const found = issue('hook.crash', { hook: hook.id }, what)
  const isLaunch = exit.code === 126 || exit.code === 127
  return failed(isLaunch ? 'launch-failure' : 'crash', said === first ? found : { ...found, detail: said })
}

function failed(failure: FailureClass, problem: Issue): Answer {
  return { ...noAnswer, failure, issues: [problem] }
}

function placeOf({ hook }: OutputReading): Issue['place'] {
  return { hook: hook.id }
}
