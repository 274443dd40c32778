import { noAnswer, type Answer } from '../../core/decision.ts'
import type { JsonObject } from '../_families/claude/shape.ts'
import { readCliDocument, readText, reasonIn } from './document.ts'
import { errored, readCut, textOf, withIssues, type Exit, type Reading } from './exits.ts'
import { isJson, readStdout } from './stdout.ts'
import { fitText } from './texts.ts'
import { unreadRefusals } from './unread-refusal.ts'

/** Events on which every exit other than 0 is a no. */
const BLOCKING: ReadonlySet<string> = new Set(['PreToolUse', 'UserPromptSubmit', 'Stop'])
const HEARD: ReadonlySet<string> = new Set(['SessionStart', 'PreToolUse'])

/** The contract of the authoring guide of April 2026, which published hook packages rely on. */
export function readGuideExit(exit: Exit, reading: Reading): Answer {
  const { name } = reading.event
  if (exit.code !== 0) return BLOCKING.has(name) ? blocked(exit, reading) : errored(exit, reading)
  if (!HEARD.has(name)) return unheard(exit, reading)
  if (exit.stdout.droppedBytes > 0) return readCut(exit, reading)
  const heard = readStdout(exit.stdout.text, reading.hook)
  if (heard.output === undefined) return withIssues(noAnswer, heard.issues)
  const { updatedInput, ...output } = heard.output
  const rewritten =
    updatedInput === undefined || updatedInput === null ? output : { modifiedArgs: updatedInput, ...output }
  return onlyDeny(readCliDocument(rewritten, reading))
}

/** The guide's host does not look at this output, so that only a no in it is worth a word. */
function unheard({ stdout }: Exit, reading: Reading): Answer {
  const { output } = readStdout(stdout.text, reading.hook)
  return output === undefined ? noAnswer : withIssues(noAnswer, unreadRefusals(output, noAnswer, reading))
}

/** Most characters of a plain stdout that stands in for a reason. */
const STDOUT_CHARS = 2_000

/** There was no structured reason, so the first of these is one: a key of the output, stderr, plain text on stdout. */
function blocked(exit: Exit, reading: Reading): Answer {
  const { output = {}, rest } = readStdout(exit.stdout.text, reading.hook)
  const reason =
    reasonIn(exit.stdout.text, reading, isNoAllow) ??
    (isNoAllow(output) ? readText(output['reason']) : undefined) ??
    (textOf(exit) || plainText(rest) || `hook exited with code ${exit.code}`)
  return { ...noAnswer, decision: 'deny', reason }
}

/** Why a call would be allowed is not a reason for the block. */
function isNoAllow({ permissionDecision, decision }: JsonObject): boolean {
  return permissionDecision !== 'allow' && decision !== 'allow' && decision !== 'approve'
}

/** The first line of JSON that goes on over more lines, as opposed to words like "[guard] no". */
const OPENS_JSON = /^\s*(?:\{\s*(?:"|$)|\[\s*(?:["{[]|$))/

/** JSON is for programs: shown as the reason, it would tell a person nothing. What follows a cut one is part of it. */
function plainText(text: string): string {
  if (isJson(text)) return ''
  const lines = text.split('\n').filter((line) => !/^\s*[[{]/.test(line) || !isJson(line))
  const end = lines.findIndex((line) => OPENS_JSON.test(line))
  const words = end === -1 ? lines : lines.slice(0, end)
  return fitText(words.join('\n').trim(), STDOUT_CHARS)
}

/** The other decisions were not processed. */
function onlyDeny(answer: Answer): Answer {
  if (answer.decision === 'deny' || answer.decision === 'none') return answer
  const { reason: _, ...rest } = answer
  return { ...rest, decision: 'none' }
}
