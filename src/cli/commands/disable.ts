import type { Hook } from '../../core/hook.ts'
import type { Issue } from '../../core/issue.ts'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import { lastValue, UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { findHook } from '../find-hook.ts'
import { jsonText } from '../json.ts'
import { confirm } from '../person.ts'
import { issueLine, oneLine } from '../render/issue-line.ts'
import { untilWords } from '../render/when.ts'
import { parseSpan } from '../span.ts'
import { workspaceOptions } from '../workspace-options.ts'

export async function disable(invocation: Invocation): Promise<number> {
  const span = lastValue(invocation.args, 'for')
  const length = span === undefined ? undefined : lengthOf(span)
  const workspace = await openWorkspace(workspaceOptions(invocation))
  const { switches, clock, loaded } = workspace
  const hook = findHook(invocation.args.positionals[0], loaded.hooks)
  const refused = switches.mayDisable(hook)
  if (refused !== undefined) return failed(invocation, issueLine(refused))
  const until = length === undefined ? undefined : clock.now() + length
  const end = untilWords(until, clock.now())
  const no = confirm(invocation, {
    question: oneLine(`Switch ${hook.id} off ${end}?`),
    command: 'hookwright disable',
  })
  if (no !== undefined) return failed(invocation, no)
  const problem = switches.disable(hook, until, loaded.hooks)
  return report(invocation, { hook, problem, text: `${hook.id} is off ${end}.`, until, workspace })
}

/** Needs no agreement: switching a hook on can only make the result stricter. */
export async function enable(invocation: Invocation): Promise<number> {
  const workspace = await openWorkspace(workspaceOptions(invocation))
  const { switches, loaded } = workspace
  const [id = ''] = invocation.args.positionals
  const isKnown = loaded.hooks.some((hook) => hook.id === id)
  if (!isKnown && switches.hasSwitch(id)) return forget(id, invocation, workspace)
  const hook = findHook(invocation.args.positionals[0], loaded.hooks)
  const problem = switches.enable(hook)
  const refusal = switches.refuse(hook)
  const text = refusal === undefined ? `${hook.id} is on.` : `${hook.id} stays off: ${refusal.why}.`
  return report(invocation, { hook, problem, text, workspace })
}

/** The hook has another id by now, or is not there. */
function forget(id: string, invocation: Invocation, { switches }: Workspace): number {
  const problem = switches.enableId(id)
  if (problem) return failed(invocation, issueLine(problem))
  const { args, io } = invocation
  const text = oneLine(`What was switched off as ${id} is on; no hook here has that id now.`)
  io.out(args.options.has('json') ? jsonText({ id, enabled: true }) : `${text}\n`)
  return EXIT.ok
}

type Done = {
  readonly hook: Hook
  readonly problem: Issue | undefined
  readonly text: string
  readonly until?: number | undefined
  readonly workspace: Workspace
}

function report(invocation: Invocation, { hook, problem, text, until, workspace }: Done): number {
  const { args, io } = invocation
  if (problem) return failed(invocation, issueLine(problem))
  const enabled = workspace.switches.refuse(hook) === undefined
  const end = until === undefined ? {} : { until: new Date(until).toISOString() }
  io.out(args.options.has('json') ? jsonText({ id: hook.id, enabled, ...end }) : `${oneLine(text)}\n`)
  return EXIT.ok
}

function failed({ io }: Invocation, why: string): number {
  io.err(`hookwright: ${why}\n`)
  return EXIT.problem
}

function lengthOf(text: string): number {
  const length = parseSpan(text)
  if (length !== undefined) return length
  throw new UsageError(`--for takes a time such as 30m, 1h or 2d, not "${text}".`)
}
