import { noAnswer, type Answer, type Decision, type Effect } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { issue, warning, type Issue } from '../../core/issue.ts'
import type { Said } from '../../core/outcome.ts'
import { isTooDeep } from '../_families/claude/depth.ts'
import { isObject, quote, type JsonObject } from '../_families/claude/shape.ts'
import { overflow } from '../_families/cut-answer.ts'
import { crashed, failed } from '../_families/exit-failure.ts'
import { readCall, writeCall } from './tools.ts'

/** One JSON object on stdout. Exit codes mean nothing to the host; one that is not 0 only counts where a no was said. */
export function decodeOutput(hook: Hook, event: Event, said: Said): Answer {
  if (said.kind === 'answered') return readDocument(said.body, hook, event)
  if (said.stdout.droppedBytes > 0) return failed('overflow', overflow(said.stdout, hook))
  const answer = readDocument(parse(said.stdout.text), hook, event)
  const isHeard = said.code === 0 || answer.decision === 'deny' || answer.decision === 'ask'
  return isHeard ? answer : crashed(said, hook)
}

function parse(text: string): unknown {
  if (text.trim() === '' || isTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readDocument(body: unknown, hook: Hook, event: Event): Answer {
  const output = isObject(body) ? body : {}
  switch (event.name) {
    case 'PreToolUse':
      return readDecision(output, hook, event)
    case 'Stop':
      return readStop(output)
    default:
      return { ...noAnswer, ...readSteps(output, hook) }
  }
}

/**
 * An `allow` grants nothing: the host asks the user after it as it does without hooks. Prior grants of the user are not
 * known here, so that what they would allow is refused.
 */
const DECISIONS: Readonly<Record<string, Decision>> = {
  allow: 'none',
  deny: 'deny',
  ask: 'ask',
  force_ask: 'ask',
  deny_unless_prior_grant: 'deny',
}

/** Without a decision that it knows the host refuses the call. */
function readDecision(output: JsonObject, hook: Hook, event: Event): Answer {
  const { decision: written, reason, overwrite } = output
  const decision =
    typeof written === 'string' && Object.hasOwn(DECISIONS, written) ? DECISIONS[written] : undefined
  if (decision === undefined) return failed('protocol-error', undecided(written, hook))
  const rewrite = decision === 'deny' ? undefined : readOverwrite(overwrite, event)
  return {
    ...noAnswer,
    decision,
    ...(typeof reason === 'string' && decision !== 'none' && { reason }),
    effects: rewrite === undefined ? [] : [rewrite],
    issues: output['permissionOverrides'] === undefined ? [] : [unheard('permissionOverrides', hook)],
  }
}

/** Merged into the arguments, key by key. */
function readOverwrite(overwrite: unknown, { tool }: Event): Effect | undefined {
  if (!isObject(overwrite) || tool === undefined) return undefined
  const { name, args } = writeCall(tool)
  return { kind: 'rewrite-input', input: readCall(name, { ...args, ...overwrite }).call.input }
}

function readStop({ decision, reason }: JsonObject): Answer {
  if (decision !== 'continue') return noAnswer
  return { ...noAnswer, decision: 'deny', reason: typeof reason === 'string' ? reason : 'Continue.' }
}

function readSteps(output: JsonObject, hook: Hook): Pick<Answer, 'effects' | 'issues'> {
  const { injectSteps: steps, terminationBehavior: behaviour } = output
  const list = Array.isArray(steps) ? steps.filter(isObject) : []
  const texts = list.flatMap(({ ephemeralMessage, userMessage }) => [ephemeralMessage, userMessage])
  const known = texts.filter((text): text is string => typeof text === 'string')
  const effects: readonly Effect[] = [
    ...known.map((text) => ({ kind: 'add-context', text }) as const),
    ...(behaviour === 'terminate' ? [{ kind: 'stop' } as const] : []),
    ...(behaviour === 'force_continue' ? [{ kind: 'keep-going', text: 'Continue.' } as const] : []),
  ]
  return {
    effects,
    issues: list.some((step) => step['toolCall'] !== undefined) ? [unheard('toolCall', hook)] : [],
  }
}

function undecided(got: unknown, hook: Hook): Issue {
  const problem = `The output of hook ${hook.id} has no decision that Antigravity knows (${quote(got)}), so the call is refused.`
  const hint = `Write one JSON object with "decision": one of ${Object.keys(DECISIONS).join(', ')}.`
  return issue('output.invalid', { hook: hook.id }, problem, hint)
}

function unheard(key: string, { id }: Hook): Issue {
  return warning('output.ignored', { hook: id }, `"${key}" in the output has no effect here.`)
}
