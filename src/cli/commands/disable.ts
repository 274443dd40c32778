import { visibleJson } from '../../core/unseen.ts'
import type { Hook } from '../../core/hook.ts'
import type { Issue } from '../../core/issue.ts'
import { suggest } from '../../core/suggest.ts'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import { lastValue, UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { issueLine, oneLine } from '../render/issue-line.ts'
import { workspaceOptions } from '../workspace-options.ts'

export async function disable(invocation: Invocation): Promise<number> {
  const span = lastValue(invocation.args, 'for')
  const length = span === undefined ? undefined : parseSpan(span)
  const workspace = await openWorkspace(workspaceOptions(invocation))
  return onHook(invocation, workspace, (hook, { switches, clock, loaded }) => {
    const until = length === undefined ? undefined : clock.now() + length
    const end = until === undefined ? 'until you enable it' : `until ${new Date(until).toISOString()}`
    return { problem: switches.disable(hook, until, loaded.hooks), text: `${hook.id} is off ${end}.` }
  })
}

export async function enable(invocation: Invocation): Promise<number> {
  const workspace = await openWorkspace(workspaceOptions(invocation))
  const [id = ''] = invocation.args.positionals
  const isKnown = workspace.loaded.hooks.some((hook) => hook.id === id)
  if (!isKnown && workspace.switches.hasSwitch(id)) return forget(id, invocation, workspace)
  return onHook(invocation, workspace, (hook, { switches }) => ({
    problem: switches.enable(hook),
    text: isOn(hook),
  }))
}

/** The hook has another id by now, or is not there. */
function forget(id: string, { args, io }: Invocation, { switches }: Workspace): number {
  const problem = switches.enableId(id)
  if (problem) {
    io.err(`hookwright: ${issueLine(problem)}\n`)
    return EXIT.problem
  }
  const text = oneLine(`What was switched off as ${id} is on; no hook here has that id now.`)
  io.out(args.options.has('json') ? `${visibleJson({ id, enabled: true })}\n` : `${text}\n`)
  return EXIT.ok
}

function isOn({ id }: Hook): string {
  return `${id} is on.`
}

function onHook(
  { args, io }: Invocation,
  workspace: Workspace,
  change: (hook: Hook, workspace: Workspace) => { problem: Issue | undefined; text: string },
): number {
  const hook = findHook(args.positionals[0], workspace.loaded.hooks)
  const { problem, text } = change(hook, workspace)
  if (problem) {
    io.err(`hookwright: ${issueLine(problem)}\n`)
    return EXIT.problem
  }
  const refusal = workspace.switches.refuse(hook)
  const isStillOff = refusal !== undefined && text === isOn(hook)
  const told = isStillOff ? `${hook.id} stays off: ${refusal.why}.` : text
  io.out(
    args.options.has('json')
      ? `${visibleJson({ id: hook.id, enabled: refusal === undefined })}\n`
      : `${oneLine(told)}\n`,
  )
  return EXIT.ok
}

function findHook(id: string | undefined, hooks: readonly Hook[]): Hook {
  const ids = hooks.map((hook) => hook.id)
  if (id === undefined)
    throw new UsageError(oneLine(`Which hook? There are: ${ids.join(', ') || 'none here'}.`))
  const hook = hooks.find((each) => each.id === id)
  if (hook) return hook
  const near = suggest(id, ids)
  throw new UsageError(
    oneLine(
      `No hook has the id "${id}"; there are: ${ids.join(', ') || 'none here'}.${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    ),
  )
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function parseSpan(text: string): number {
  const [, amount, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? []
  const length = Number(amount) * (UNITS[unit] ?? Number.NaN)
  if (length > 0 && length <= 366 * 86_400_000) return length
  throw new UsageError(`--for takes a time such as 30m, 1h or 2d, not "${text}".`)
}
