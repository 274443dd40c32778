import { noAnswer, type Answer, type Effect } from '../../../core/decision.ts'
import { keepHeldBack } from '../../../core/held-back.ts'
import { callsFunction, describeHandler, type Hook } from '../../../core/hook.ts'
import { notice, warning, type Issue } from '../../../core/issue.ts'
import type { Said } from '../../../core/outcome.ts'
import { settleCut } from '../cut-answer.ts'
import { readDocument, settle, tidyText } from './document.ts'
import { nativeOf } from './event-spec.ts'
import { specFor } from './event-table.ts'
import { complaint, crashed, failed, launchOrCrash } from './failures.ts'
import { isForeign } from './foreign.ts'
import { readFunctionBody } from './function-answer.ts'
import { readHttpBody } from './http-answer.ts'
import { onStderr } from './illegible.ts'
import { decodeLate, type Firing } from './late-answer.ts'
import { missingScript } from './missing-script.ts'
import { readModelAnswer } from './model-answer.ts'
import type { Reading } from './reading.ts'
import { contextEffect } from './specific-effects.ts'
import { holdsAnswer, readBody, readStdout, type Stdout } from './stdout.ts'
import { lastLine, settleWorktree } from './worktree-path.ts'

type Exit = Extract<Said, { kind: 'exited' }>

/** What a hook of this wire said, as an answer. Failures leave the decision to the failure policy. */
export function decodeOutput(said: Said, firing: Firing): Answer {
  const { hook, event, events } = firing
  const reading: Reading = { hook, event, spec: specFor(events, event) }
  if (said.kind === 'answered' && hook.handler.type === 'model')
    return readModelAnswer(said.body, hook.handler, reading)
  if (said.kind === 'exited') return said.declared ? decodeLate(said, firing).answer : readExit(said, reading)
  return toAnswer(readAnswered(hook)(said.body, reading), reading)
}

function readAnswered({ handler }: Hook): (body: unknown, reading: Reading) => Stdout {
  if (handler.type === 'http') return readHttpBody
  return callsFunction(handler) ? readFunctionBody : readBody
}

function readExit(exit: Exit, reading: Reading): Answer {
  const stdout = isUnread(exit, reading) ? UNREAD : readStdout(exit.stdout, reading)
  const missing = isForeign(reading.hook) ? missingScript(exit, reading.hook) : undefined
  if (missing !== undefined) return failed('launch-failure', missing)
  if (exit.code === 2) return blocked(exit, stdout, reading)
  const mustSucceed = reading.spec.stdout === 'path'
  if (exit.code === 0)
    return isOnStderr(exit, stdout) ? astray(exit, reading) : approving(toAnswer(stdout, reading), reading)
  const failure = failed(launchOrCrash(exit, reading.hook), crashed(exit, reading.hook, reading.spec))
  if (stdout.kind === 'plain') return failure
  if (isForeign(reading.hook)) return keepHeldBack(failure, toAnswer(stdout, reading), reading.hook.id)
  if (mustSucceed) return failure
  return withIssue(toAnswer(stdout, reading), ignoredExit(exit, stdout, reading.hook))
}

const UNREAD: Stdout = { kind: 'plain', text: '', issues: [] }

/** In our own files JSON counts at every exit code. */
function isUnread({ code }: Exit, { hook, spec }: Reading): boolean {
  return code !== 0 && spec.form?.jsonAt === 'exit-0' && !isForeign(hook)
}

/** The host takes a success without a decision for an allow. */
function approving(answer: Answer, { hook, spec }: Reading): Answer {
  const isSilent = answer.decision === 'none' && answer.failure === undefined && !isForeign(hook)
  return isSilent && spec.form?.silenceAllows ? { ...answer, decision: 'allow' } : answer
}

function isOnStderr({ stderr }: Exit, stdout: Stdout): boolean {
  return stdout.kind === 'plain' && stdout.text === '' && holdsAnswer(stderr.text)
}

function astray({ stderr }: Exit, { hook }: Reading): Answer {
  return failed('protocol-error', onStderr(stderr.text.trim(), hook))
}

function toAnswer(stdout: Stdout, reading: Reading): Answer {
  switch (stdout.kind) {
    case 'document':
      return settleWorktree(withIssues(readDocument(stdout.output, reading), stdout.issues), reading)
    case 'plain':
      return withIssues(readPlain(stdout.text, reading), stdout.issues)
    case 'nothing':
      return { ...noAnswer, issues: stdout.issues }
    case 'unreadable': {
      const failure = failed(stdout.failure, stdout.issue)
      return stdout.isCut ? settleCut(failure, reading.hook, reading.spec) : failure
    }
  }
}

function readPlain(raw: string, reading: Reading): Answer {
  const { spec } = reading
  if (spec.stdout === 'path') return settleWorktree({ ...noAnswer, effects: lastLine(raw) }, reading)
  if (raw === '' || spec.stdout === 'nothing') return noAnswer
  const issues: Issue[] = []
  const text = tidyText(raw, reading, issues)
  return { ...noAnswer, effects: text === '' ? [] : [contextEffect(text, spec)], issues }
}

/** Exit 2 blocks whatever stdout says (2.1.90; with JSON that fails its check since 2.1.214), but for side events. */
function blocked(exit: Exit, stdout: Stdout, reading: Reading): Answer {
  if (stdout.kind === 'unreadable' && isVoided(stdout.issue, reading)) return toAnswer(stdout, reading)
  const said = documentOnly(stdout, reading)
  if (isExitIgnored(reading)) {
    const isCut = stdout.kind === 'unreadable' && stdout.isCut
    const heard = isCut ? toAnswer(stdout, reading) : shownAsItWas(said)
    return { ...withIssues(heard, [exitIgnored(reading)]), unheard: true }
  }
  const issues: Issue[] = []
  const own = said.decision === 'deny' ? said.reason : undefined
  const reason = own ?? tidyText(exitTwoReason(exit, reading.hook), reading, issues)
  if (own === undefined) issues.push(...cutStderr(exit, reading.hook))
  const settled = settle('deny', reason, reading)
  const denied = settled.decision === 'deny'
  return {
    decision: settled.decision,
    ...(denied ? { reason } : { unheard: true }),
    effects: [...(denied ? said.effects.filter(survivesDeny) : said.effects), ...settled.effects],
    issues: [
      ...said.issues,
      ...issues,
      ...settled.issues,
      ...(denied ? contradiction(said, reading.hook) : []),
    ],
  }
}

/** The reduced reader drops the exit code with the output. In our own files a block is never lost to a misspelt key. */
function isVoided({ code }: Issue, { hook, spec }: Reading): boolean {
  return spec.reader === 'side' && code === 'output.invalid' && !isForeign(hook)
}

/** The host looks at the JSON alone on some events. In our own files exit 2 denies wherever something can be denied. */
function isExitIgnored({ hook, spec }: Reading): boolean {
  return spec.exit2 === 'ignored' && !(isForeign(hook) && spec.decisions.includes('deny'))
}

/** Plain text of a hook that exits 2 is no context, and broken JSON no failure beside the block. */
function documentOnly(stdout: Stdout, reading: Reading): Answer {
  switch (stdout.kind) {
    case 'document':
      return withIssues(readDocument(stdout.output, reading), stdout.issues)
    case 'unreadable':
      return { ...noAnswer, issues: [stdout.issue] }
    case 'plain':
    case 'nothing':
      return { ...noAnswer, issues: stdout.issues }
  }
}

/** Exit 2 shows the text that was to be shown. */
function shownAsItWas(said: Answer): Answer {
  const isKept = (effect: Effect) => effect.kind !== 'native' || effect.field !== 'displayContent'
  return said.effects.every(isKept) ? said : { ...said, effects: said.effects.filter(isKept) }
}

function survivesDeny(effect: Effect): boolean {
  if (effect.kind === 'permission-result') return effect.behavior === 'deny'
  return effect.kind !== 'rewrite-input' && effect.kind !== 'elicitation-reply'
}

/**
 * Reads well alone, because a JSON deny reaches the model bare while the host labels an exit 2 itself. A hook of
 * another dialect's file has an id that says more than its command.
 */
function exitTwoReason(exit: Exit, hook: Hook): string {
  const said = complaint(exit, hook)
  if (isForeign(hook) && said !== '') return said
  return `[${describeHandler(hook.handler)}]: ${said === '' ? 'No stderr output' : said}`
}

function cutStderr({ stderr }: Exit, { id }: Hook): readonly Issue[] {
  if (stderr.droppedBytes === 0) return []
  const problem = `${stderr.droppedBytes} bytes of the hook's stderr were dropped; the reason has its two ends.`
  return [warning('output.cut', { hook: id }, problem)]
}

function contradiction(said: Answer, hook: Hook): readonly Issue[] {
  if (said.decision !== 'allow' && said.decision !== 'ask') return []
  const problem = `The hook's output says ${said.decision} but its exit code blocks; the block stands.`
  return [warning('output.contradiction', { hook: hook.id }, problem)]
}

function exitIgnored({ hook, spec }: Reading): Issue {
  return notice('output.cannot-block', { hook: hook.id }, `Exit code 2 has no effect on ${nativeOf(spec)}.`)
}

function ignoredExit(exit: Exit, stdout: Stdout, hook: Hook): Issue | undefined {
  if (stdout.kind !== 'document') return undefined
  return notice(
    'output.exit-ignored',
    { hook: hook.id },
    `Exit code ${exit.code} was ignored: the output is valid JSON.`,
  )
}

function withIssue(answer: Answer, found: Issue | undefined): Answer {
  return found === undefined ? answer : withIssues(answer, [found])
}

function withIssues(answer: Answer, found: readonly Issue[]): Answer {
  return found.length === 0 ? answer : { ...answer, issues: [...answer.issues, ...found] }
}
