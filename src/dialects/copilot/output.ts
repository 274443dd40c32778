import { noAnswer, type Answer, type Effect } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { keepHeldBack } from '../../core/held-back.ts'
import type { Hook } from '../../core/hook.ts'
import { notice, warning, type Issue } from '../../core/issue.ts'
import type { Said } from '../../core/outcome.ts'
import { messageIn, readCliDocument, reasonIn } from './document.ts'
import { errored, readCut, textOf, withIssues, type Exit, type Reading } from './exits.ts'
import { readGuideExit } from './output-guide.ts'
import { readVscodeExit } from './output-vscode.ts'
import { readStdout } from './stdout.ts'
import { readProfile } from './surfaces.ts'

export function decodeOutput(hook: Hook, event: Event, said: Said): Answer {
  const reading = { hook, event, profile: readProfile(hook.note) }
  if (said.kind === 'answered') return readBody(said.body, reading)
  switch (reading.profile.surface) {
    case 'cli':
    case 'cloud':
      return readExit(said, reading)
    case 'guide':
      return readGuideExit(said, reading)
    case 'vscode':
      return readVscodeExit(said, reading)
  }
}

/** What a server answered is what a command would have written. */
function readBody(body: unknown, reading: Reading): Answer {
  const heard = readStdout(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''), reading.hook)
  return withIssues(heard.output ? readCliDocument(heard.output, reading) : noAnswer, heard.issues)
}

function readExit(exit: Exit, reading: Reading): Answer {
  if (exit.code === 0) return readSuccess(exit, reading)
  if (exit.code === 2) return readTwo(exit, reading)
  const failure = errored(exit, reading)
  const { hook } = reading
  return hook.dialect === hook.wire ? failure : keepHeldBack(failure, readSuccess(exit, reading), hook.id)
}

function readSuccess(exit: Exit, reading: Reading): Answer {
  if (exit.stdout.droppedBytes > 0) return readCut(exit, reading)
  const heard = readStdout(exit.stdout.text, reading.hook)
  if (heard.output === undefined && heard.rest !== '' && reading.event.name === 'PermissionRequest')
    return unreadPermission(reading)
  return withIssues(heard.output ? readCliDocument(heard.output, reading) : noAnswer, heard.issues)
}

/** Where permission is asked for, output that is not an object is a failure of the hook, which denies (1.0.102). */
function unreadPermission({ hook }: Reading): Answer {
  const problem = 'The output is not one JSON object, so the permission is denied.'
  const found = warning('output.value', { hook: hook.id }, problem, 'Write everything else to stderr.')
  return { ...noAnswer, decision: 'deny', reason: 'Permission request hook failed', issues: [found] }
}

/** Exit 2 is a no on two events and guidance on one. Elsewhere stdout counts as ever and stderr is shown (1.0.102). */
function readTwo(exit: Exit, reading: Reading): Answer {
  const { name } = reading.event
  const said = readSuccess(exit, reading)
  const stderr = textOf(exit)
  if (name === 'PreToolUse')
    return refused(said, reasonIn(exit.stdout.text, reading) ?? 'hook exited with code 2')
  if (name === 'PermissionRequest')
    return refused(said, messageIn(exit.stdout.text, reading) ?? 'Permission denied by hook.')
  if (name === 'PostToolUseFailure')
    return { ...noAnswer, effects: stderr === '' ? [] : [{ kind: 'add-context', text: stderr }] }
  const shown: readonly Effect[] = stderr === '' ? [] : [{ kind: 'message', text: stderr }]
  const answer = { ...said, effects: [...said.effects, ...shown] }
  const isFeedback = name === 'PostToolUse' || said.decision !== 'none'
  return isFeedback ? answer : withIssues(answer, [cannotBlock(reading)])
}

/** stdout adds its reason and its context; whatever else it decides, the exit code stands. */
function refused(said: Answer, fallback: string): Answer {
  const contradicts = said.decision === 'allow' || said.decision === 'ask'
  return {
    decision: 'deny',
    reason: (said.failure === undefined ? said.reason : undefined) ?? fallback,
    effects: said.effects.filter(({ kind }) => kind !== 'rewrite-input' && kind !== 'permission-result'),
    issues: [
      ...said.issues.filter(({ code }) => code !== 'output.lost-decision'),
      ...(contradicts ? [contradiction(said.decision)] : []),
    ],
  }
}

function contradiction(decision: string): Issue {
  const problem = `The hook's output says ${decision} but its exit code blocks; the block stands.`
  return warning('output.contradiction', {}, problem)
}

function cannotBlock({ hook, event }: Reading): Issue {
  const problem = `Exit code 2 does not block ${event.name}; stderr is shown.`
  const hint = 'Write {"decision":"block","reason":"…"} and exit 0 to block.'
  return notice('output.cannot-block', { hook: hook.id }, problem, hint)
}
