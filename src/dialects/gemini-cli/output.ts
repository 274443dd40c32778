import { noAnswer, type Answer } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { keepHeldBack } from '../../core/held-back.ts'
import type { Hook } from '../../core/hook.ts'
import { issue, warning, type Issue } from '../../core/issue.ts'
import { noOutput, type Output, type Said } from '../../core/outcome.ts'
import { overflow, settleCut } from '../_families/cut-answer.ts'
import { tellingLine } from '../_families/telling-line.ts'
import { readDocument, saysAllow } from './document.ts'
import { textOf } from './encode-input.ts'
import { hookSpec } from './events.ts'
import { hear, type Heard } from './stdout.ts'
import { fitText } from './texts.ts'

type Exit = Extract<Said, { kind: 'exited' }>

/** Whose output is read, for which event. */
type Reading = { readonly hook: Hook; readonly event: Event }

/** Returns what the host makes of a hook's output and exit code: docs/hosts/gemini-cli.md#answers. */
export function decodeOutput(hook: Hook, event: Event, said: Said): Answer {
  const reading = { hook, event }
  if (said.kind === 'exited') return readExit(said, reading)
  // What a server answered is what a command would have written.
  const body = { ...noOutput, text: said.body === undefined ? '' : textOf(said.body) }
  return readHeard(hear(body, noOutput), 0, reading)
}

function readExit(exit: Exit, reading: Reading): Answer {
  const { hook } = reading
  const code = exit.code ?? 0
  const said = readHeard(hear(exit.stdout, exit.stderr), code, reading)
  if (code === 0 && exit.signal === undefined) return said
  const problem = ended(exit, hook)
  if (said.decision === 'deny')
    return withIssues(said, code === 2 ? [] : [{ ...problem, severity: 'warning' }])
  const kind = code === 0 ? 'signal' : 'crash'
  const failure: Answer = { ...noAnswer, failure: kind, issues: [problem] }
  // The host uses the output of a hook that failed. In a file of ours only what holds back or informs counts.
  if (hook.dialect !== hook.wire) return keepHeldBack(failure, said, hook.id)
  return { ...said, failure: said.failure ?? kind, issues: [problem, ...said.issues] }
}

function readHeard(heard: Heard, code: number, reading: Reading): Answer {
  switch (heard.kind) {
    case 'nothing':
      return noAnswer
    case 'document':
      return readDocument(heard.output, reading)
    case 'value':
      return withIssues(noAnswer, [ignored(reading.hook)])
    case 'text':
      return readText(heard.text, code, reading)
    case 'unreadable':
      return unreadable(heard, reading)
  }
}

/** Text that is not JSON: the exit code says what it is. */
function readText(text: string, code: number, { hook, event }: Reading): Answer {
  const spec = hookSpec(event.name)
  const lost = DECISION.test(text) ? [lostDecision(hook)] : []
  if (code > 1 && spec?.decisions.includes('deny') === true)
    return { ...noAnswer, decision: 'deny', reason: fitText(text) }
  // On these events the host drops the reason of a deny.
  if (code > 1) return withIssues({ ...noAnswer, unheard: true }, [cannotDeny(hook, event)])
  const shown = fitText(code === 1 ? `Warning: ${text}` : text)
  return {
    ...noAnswer,
    decision: saysAllow(event.name),
    effects: [{ kind: 'message', text: shown }],
    issues: lost,
  }
}

/** What cannot be read may have been a no. */
function unreadable(
  { output, why }: Extract<Heard, { kind: 'unreadable' }>,
  { hook, event }: Reading,
): Answer {
  const spec = hookSpec(event.name) ?? {}
  return why === 'cut'
    ? settleCut({ ...noAnswer, failure: 'overflow', issues: [overflow(output, hook)] }, hook, spec)
    : settleCut({ ...noAnswer, failure: 'protocol-error', issues: [tooDeep(hook)] }, hook, spec)
}

function ended({ code, signal, stdout, stderr }: Exit, hook: Hook): Issue {
  if (signal !== undefined) return issue('hook.signal', { hook: hook.id }, `It was ended by ${signal}.`)
  const said = fitText(firstOf(stderr, stdout))
  const first = tellingLine(said)
  const what = `The hook exited with code ${code}${first === '' ? ' and said nothing, which blocks nothing.' : `: ${first}`}`
  const found = issue('hook.crash', { hook: hook.id }, what, first === '' && code === 2 ? SAY_WHY : undefined)
  return said === first ? found : { ...found, detail: said }
}

const SAY_WHY = 'Write the reason to stderr: Gemini CLI blocks nothing without a text.'

function firstOf(...outputs: readonly Output[]): string {
  return outputs.map(({ text }) => text.trim()).find((text) => text !== '') ?? ''
}

const DECISION = /"(?:permissionDecision|decision)"\s*:\s*"(?:deny|ask|block)"/

function lostDecision({ id }: Hook): Issue {
  const problem =
    'The output says no, but something beside the JSON makes the host show all of it as a message.'
  return warning('output.lost-decision', { hook: id }, problem, ONLY_JSON)
}

const ONLY_JSON = 'Write one JSON object to stdout and everything else to stderr.'

function ignored({ id }: Hook): Issue {
  const problem = 'The output is JSON, but not an object, so the host ignores it.'
  return warning('output.ignored', { hook: id }, problem, 'Write one JSON object to stdout.')
}

function cannotDeny({ id }: Hook, { name }: Event): Issue {
  return warning(
    'output.cannot-block',
    { hook: id },
    `The exit code denies, but nothing can be denied on ${name}.`,
  )
}

function tooDeep({ id }: Hook): Issue {
  return issue('output.depth', { hook: id }, 'The output is nested too deep to be read.')
}

function withIssues(answer: Answer, found: readonly Issue[]): Answer {
  return found.length === 0 ? answer : { ...answer, issues: [...answer.issues, ...found] }
}
