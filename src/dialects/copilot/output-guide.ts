import { noAnswer, type Answer } from '../../core/decision.ts'
import { isObject } from '../_families/claude/shape.ts'
import { readCliDocument } from './document.ts'
import { errored, textOf, withIssues, type Exit, type Reading } from './exits.ts'
import { readStdout } from './stdout.ts'

/** Events on which every exit other than 0 is a no. */
const BLOCKING: ReadonlySet<string> = new Set(['PreToolUse', 'UserPromptSubmit', 'Stop'])
const HEARD: ReadonlySet<string> = new Set(['SessionStart', 'PreToolUse'])

/** The contract of the authoring guide of April 2026, which published hook packages rely on. */
export function readGuideExit(exit: Exit, reading: Reading): Answer {
  const { name } = reading.event
  if (exit.code !== 0) return BLOCKING.has(name) ? blocked(exit, reading) : errored(exit, reading)
  if (!HEARD.has(name)) return noAnswer
  const heard = readStdout(exit.stdout.text, reading.hook)
  if (heard.output === undefined) return withIssues(noAnswer, heard.issues)
  const { updatedInput, ...output } = heard.output
  const rewritten = isObject(updatedInput) ? { modifiedArgs: updatedInput, ...output } : output
  return onlyDeny(readCliDocument(rewritten, reading))
}

/** There was no structured reason; what the hook said on either stream is better than none. */
function blocked(exit: Exit, reading: Reading): Answer {
  const said = textOf(exit) || exit.stdout.text.trim().slice(0, 2_000)
  const document = readStdout(exit.stdout.text, reading.hook).output
  const reason = document === undefined ? undefined : readCliDocument(document, reading).reason
  const text = reason ?? (said || `hook exited with code ${exit.code}`)
  return { ...noAnswer, decision: 'deny', reason: text }
}

/** The other decisions were not processed. */
function onlyDeny(answer: Answer): Answer {
  if (answer.decision === 'deny' || answer.decision === 'none') return answer
  const { reason: _, ...rest } = answer
  return { ...rest, decision: 'none' }
}
