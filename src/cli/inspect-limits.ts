import { eventSpec } from '../dialects/event-spec.ts'
import * as path from 'node:path'
import type { Decision } from '../core/decision.ts'
import type { HandlerSpec, Hook } from '../core/hook.ts'
import { isIssue, issue, notice, warning, type Issue, type Place } from '../core/issue.ts'
import { didYouMean } from '../core/suggest.ts'
import type { Dialect, EventSpec } from '../dialects/dialect.ts'
import { MODEL_HINT, type Model } from '../ports/model.ts'
import type { InspectContext } from './inspect-context.ts'
import { findOnPath } from './inspect.ts'

/** What hooks need besides themselves. */
export type Means = Pick<InspectContext, 'places' | 'files'> & {
  readonly dialects: ReadonlyMap<string, Dialect>
  /** What the environment names; an issue says why it cannot be used. */
  readonly model: Model | Issue | undefined
  /** Names of the MCP servers a file says how to reach. */
  readonly serversIn: (file: string) => readonly string[]
}

/** What hooks ask for and will not get: servers, a model, a person, a host that listens. */
export function inspectLimits(hooks: readonly Hook[], means: Means): readonly Issue[] {
  const running = hooks.filter(({ disabled }) => disabled === undefined)
  const found = running.flatMap((hook) => [
    serverProblem(hook, means),
    questionProblem(hook),
    decisionProblem(hook, means),
  ])
  return unique([...found, modelProblem(running, means)].filter((one) => one !== undefined))
}

/** Hooks that share a server share its problem. */
function unique(issues: readonly Issue[]): readonly Issue[] {
  return [...new Map(issues.map((each) => [JSON.stringify(each), each])).values()]
}

type Tool = Extract<HandlerSpec, { type: 'mcp_tool' }>

function serverProblem(hook: Hook, means: Means): Issue | undefined {
  const { handler } = hook
  if (handler.type !== 'mcp_tool') return undefined
  return handler.connection === undefined
    ? unknownServer(handler, hook, means)
    : missingProgram(handler, hook, means)
}

function missingProgram({ server, connection }: Tool, { source }: Hook, means: Means): Issue | undefined {
  if (connection?.transport !== 'stdio') return undefined
  const { command } = connection
  const isPath = command.includes('/')
  const found = isPath
    ? means.files.kind(path.resolve(means.places.projectDir, command))
    : findOnPath(command, means)
  if (found !== undefined) return undefined
  return issue(
    'program.missing',
    { file: source.file, pointer: ['mcpServers', server, 'command'] },
    `Program "${command}" of MCP server "${server}" was not found.`,
    isPath ? 'Create it, or correct the path.' : 'Install it, or name it by its path.',
  )
}

function unknownServer({ server }: Tool, hook: Hook, { dialects, serversIn }: Means): Issue {
  const message = `MCP server "${server}" of hook ${hook.id}`
  if (!dialects.get(hook.dialect)?.definesServers)
    return notice(
      'mcp.server',
      placeOf(hook),
      `${message} must be handed over by the program that embeds the engine; on the command line the hook fails.`,
      'Move the hook to hookwright.yaml, which can say how to reach the server under `mcpServers`.',
    )
  const names = serversIn(hook.source.file)
  const known = names.length === 0 ? 'none is' : `defined: ${names.map((name) => `"${name}"`).join(', ')}`
  return warning(
    'mcp.server',
    placeOf(hook),
    `${message} is not defined in this file; ${known}.`,
    didYouMean(server, names) ?? 'Add it under `mcpServers`; only a program can hand it over otherwise.',
  )
}

function questionProblem(hook: Hook): Issue | undefined {
  if (hook.asks !== true) return undefined
  return notice(
    'hook.asks',
    placeOf(hook),
    `Hook ${hook.id} may ask the user, but nobody answers on the command line: its stdin ends after the payload.`,
    'Let it decide without an answer, or run it in a program that passes `askUser`.',
  )
}

/** Only a rule says beforehand what it decides. */
function decisionProblem(hook: Hook, { dialects }: Means): Issue | undefined {
  const { handler, event } = hook
  const dialect = dialects.get(hook.dialect)
  const spec = dialect && eventSpec(dialect, { name: event })
  if (handler.type !== 'rule' || handler.decision === 'none' || spec === undefined) return undefined
  const { decision } = handler
  if (spec.decisions.includes(decision)) return undefined
  if (decision === 'ask' && spec.decisions.includes('deny'))
    return notice('rule.decision', placeOf(hook), `An ask on ${event} becomes a deny: no host asks there.`)
  return warning(
    'rule.decision',
    placeOf(hook),
    `${ARTICLE[decision]} ${decision} has no effect on ${event}, so rule ${hook.id} decides nothing.`,
    otherWay(decision, spec),
  )
}

const ARTICLE = { allow: 'An', ask: 'An', deny: 'A' } as const

function otherWay(decision: Decision, { event, gate, effects }: EventSpec): string {
  if (decision === 'allow' && gate) return 'Remove it: what no hook denies goes on.'
  if (effects.includes('add-context')) return 'Remove it, or say what you want with `context`.'
  return `Remove it: the host does not wait for an answer to ${event}.`
}

function modelProblem(hooks: readonly Hook[], { model }: Means): Issue | undefined {
  const [first, ...others] = hooks.filter(({ handler }) => handler.type === 'model')
  if (first === undefined || (model !== undefined && !isIssue(model))) return undefined
  const who = `Hook ${first.id}${others.length === 0 ? '' : ` and ${others.length} more`}`
  const needs = `${who} ${others.length === 0 ? 'asks' : 'ask'} a language model`
  return isIssue(model)
    ? { ...model, severity: 'warning', place: placeOf(first), message: `${who}: ${model.message}` }
    : notice('model.missing', placeOf(first), `${needs}, and the environment names none.`, MODEL_HINT)
}

function placeOf({ id, source }: Hook): Place {
  return { file: source.file, pointer: source.pointer, hook: id }
}
