import { describeHandler, type Hook } from '../../core/hook.ts'
import { openWorkspace, type Workspace } from '../../compose.ts'
import type { ScriptChange } from '../../config/trust.ts'
import { UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { issueLine } from '../render/issue-line.ts'
import { createStyle, printable, type Style } from '../render/style.ts'
import { workspaceOptions } from '../workspace-options.ts'

const ACTIONS: Readonly<Record<string, (work: Work) => number>> = { show, add, revoke }

type Work = {
  readonly invocation: Invocation
  readonly workspace: Workspace
  /** Hooks of the project, the only ones that need approval. */
  readonly hooks: readonly Hook[]
  readonly ids: readonly string[]
}

export async function trust(invocation: Invocation): Promise<number> {
  const [action = 'show', ...ids] = invocation.args.positionals
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (act === undefined)
    throw new UsageError(`Unknown action "${action}"; accepted: ${Object.keys(ACTIONS).join(', ')}.`)
  if (act !== add && ids.length > 0)
    throw new UsageError(
      `trust ${action} takes no hook id ("${ids[0] ?? ''}"): it is about the whole project.`,
    )
  const workspace = await openWorkspace(workspaceOptions(invocation))
  const hooks = workspace.loaded.hooks.filter((hook) => workspace.trust.status(hook) !== 'not-needed')
  for (const problem of [...workspace.problems, ...workspace.loaded.issues])
    invocation.io.err(`hookwright: ${issueLine(problem)}\n`)
  return act({ invocation, workspace, hooks, ids })
}

function show({ invocation, workspace, hooks }: Work): number {
  const { io, args } = invocation
  const digest = workspace.trust.projectDigest(hooks)
  const shown = hooks.map((hook) => ({ ...statusOf(hook, workspace), hook }))
  if (args.options.has('json')) {
    const rows = shown.map(({ hook, ...rest }) => ({
      id: hook.id,
      event: hook.event,
      handler: hook.handler,
      source: hook.source,
      ...rest,
    }))
    io.out(`${JSON.stringify({ project: workspace.places.projectDir, digest, hooks: rows })}\n`)
    return EXIT.ok
  }
  const style = createStyle(io.colour)
  const lines = hooks.length === 0 ? [nothingToApprove(workspace)] : describeAll(shown, digest, style)
  io.out(`${lines.join('\n')}\n`)
  return EXIT.ok
}

function nothingToApprove({ places, loaded }: Workspace): string {
  if (loaded.broken.length > 0)
    return 'No hook could be loaded, so there is nothing to approve; `hookwright check` shows what is wrong.'
  return `${places.projectDir} has no hooks that need approval.`
}

type Shown = ReturnType<typeof statusOf> & { readonly hook: Hook }

function statusOf(hook: Hook, { trust: store }: Workspace) {
  const { digest, scripts } = store.digest(hook)
  const status = store.status(hook)
  return { status, digest, scripts, changed: status === 'changed' ? store.changedScripts(hook) : [] }
}

function describeAll(shown: readonly Shown[], digest: string, style: Style): readonly string[] {
  const waiting = shown.filter(({ status }) => status !== 'trusted').length
  const next =
    waiting === 0
      ? 'All of them are approved.'
      : `${waiting} not approved. To approve exactly this: hookwright trust add`
  return [...shown.flatMap((one) => describeOne(one, style)), '', `project digest ${digest}`, next]
}

function describeOne({ hook, status, scripts, changed }: Shown, style: Style): readonly string[] {
  const colour = status === 'trusted' ? style.green : style.yellow
  return [
    `${colour(status.padEnd(9))} ${style.bold(printable(hook.id))} on ${printable(hook.event)} ${style.dim(printable(hook.source.file))}`,
    ...bodyOf(hook).map((line) => `          ${printable(line)}`),
    ...scripts.map(({ path, sha256 }) =>
      style.dim(`          ${printable(path)} sha256 ${sha256.slice(0, 16)}`),
    ),
    ...changed.map((change) =>
      style.red(`          changed since it was approved: ${describeChange(change)}`),
    ),
  ]
}

function describeChange({ path, was, is }: ScriptChange): string {
  const short = (hash: string | undefined): string => hash?.slice(0, 16) ?? 'absent'
  return printable(`${path} (was ${short(was)}, is ${short(is)})`)
}

/** All of a script is shown: approving what one has not seen is no approval. */
function bodyOf({ handler }: Hook): readonly string[] {
  if (handler.type === 'command' && handler.start.kind === 'script')
    return [`${handler.start.shell}:`, ...handler.start.source.trimEnd().split('\n')]
  if (handler.type === 'command' && handler.start.kind === 'inline')
    return handler.start.command.trimEnd().split('\n')
  return [describeHandler(handler)]
}

function add({ invocation, workspace, hooks, ids }: Work): number {
  const unknown = ids.find((id) => !hooks.some((hook) => hook.id === id))
  if (unknown !== undefined)
    throw new UsageError(
      `No project hook has the id "${unknown}"; there are: ${hooks.map((hook) => hook.id).join(', ') || 'none here'}.`,
    )
  const chosen = ids.length === 0 ? hooks : hooks.filter((hook) => ids.includes(hook.id))
  const problem = workspace.trust.approve(chosen, workspace.clock.now())
  return report(invocation, problem && issueLine(problem), {
    approved: chosen.map((hook) => hook.id),
    text:
      chosen.length === 0
        ? nothingToApprove(workspace)
        : `Approved ${chosen.length} ${chosen.length === 1 ? 'hook' : 'hooks'} of ${workspace.places.projectDir}.`,
  })
}

function revoke({ invocation, workspace }: Work): number {
  const problem = workspace.trust.revoke()
  return report(invocation, problem && issueLine(problem), {
    revoked: workspace.places.projectDir,
    text: `Nothing of ${workspace.places.projectDir} is approved any more.`,
  })
}

function report(
  { args, io }: Invocation,
  problem: string | undefined,
  done: { readonly text: string; readonly approved?: readonly string[]; readonly revoked?: string },
): number {
  if (problem !== undefined) {
    io.err(`hookwright: ${problem}\n`)
    return EXIT.problem
  }
  const { text, ...rest } = done
  io.out(`${args.options.has('json') ? JSON.stringify(rest) : text}\n`)
  return EXIT.ok
}
