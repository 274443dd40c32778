import { visibleJson } from '../../core/unseen.ts'
import type { Hook } from '../../core/hook.ts'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import { lastValue, UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { issueLine, oneLine } from '../render/issue-line.ts'
import { PIN_HINT, renderCandidate, type Candidate } from '../render/approval.ts'
import { createStyle, type Style } from '../render/style.ts'
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
  await workspace.trust.loadReader()
  const { hooks: loaded, commands = {} } = workspace.loaded
  const approvable = [...loaded, ...Object.values(commands).flat()]
  const hooks = approvable.filter((hook) => workspace.trust.status(hook) !== 'not-needed')
  for (const problem of [...workspace.problems, ...workspace.loaded.issues])
    invocation.io.err(`hookwright: ${issueLine(problem)}\n`)
  return act({ invocation, workspace, hooks, ids })
}

function show({ invocation, workspace, hooks }: Work): number {
  const { io, args } = invocation
  const digest = workspace.trust.projectDigest(hooks)
  const shown = hooks.map((hook) => statusOf(hook, workspace))
  if (args.options.has('json')) {
    const rows = shown.map(({ hook, gaps, ...rest }) => ({
      id: hook.id,
      event: hook.event,
      handler: hook.handler,
      source: hook.source,
      ...rest,
      uncovered: gaps,
    }))
    io.out(`${visibleJson({ project: workspace.places.projectDir, digest, hooks: rows })}\n`)
    return EXIT.ok
  }
  const style = createStyle(io.colour)
  const approval = {
    digest,
    add: workspace.withSources(`hookwright trust add --digest ${digest.slice(0, SHORT)}`),
  }
  const lines = hooks.length === 0 ? [nothingToApprove(workspace)] : describeAll(shown, approval, style)
  io.out(`${lines.join('\n')}\n`)
  return EXIT.ok
}

function nothingToApprove({ places, loaded, withSources }: Workspace): string {
  if (loaded.broken.length > 0)
    return `No hook could be loaded, so there is nothing to approve; \`${withSources('hookwright check')}\` shows what is wrong.`
  return oneLine(`${places.projectDir} has no hooks that need approval.`)
}

function statusOf(hook: Hook, { trust: store }: Workspace): Candidate & { readonly digest: string } {
  const { digest, scripts, gaps } = store.digest(hook)
  const status = store.status(hook)
  return {
    hook,
    status,
    digest,
    scripts,
    gaps,
    changed: status === 'changed' ? store.changedScripts(hook) : [],
  }
}

function describeAll(
  shown: readonly Candidate[],
  { digest, add: command }: { readonly digest: string; readonly add: string },
  style: Style,
): readonly string[] {
  const waiting = shown.filter(({ status }) => status !== 'trusted').length
  const next =
    waiting === 0
      ? 'All of them are approved.'
      : `${waiting} not approved. To approve exactly this: ${style.bold(command)}`
  const hint = shown.some(({ gaps }) => gaps.length > 0) ? [style.dim(`${PIN_HINT}.`)] : []
  return [
    ...shown.flatMap((one) => renderCandidate(one, style)),
    '',
    ...hint,
    `project digest ${digest}`,
    next,
  ]
}

/** Characters of a digest that are enough to tell two sets of hooks apart on purpose. */
const SHORT = 16

/** Between a look and an approval the files may change; the digest ties the two together. */
function checkDigest({ invocation, workspace, hooks }: Work): string | undefined {
  const seen = lastValue(invocation.args, 'digest')
  if (seen === undefined) return undefined
  if (seen.length < SHORT)
    throw new UsageError(`--digest takes at least ${SHORT} characters of what \`trust show\` prints.`)
  const digest = workspace.trust.projectDigest(hooks)
  if (digest.startsWith(seen)) return undefined
  return `Nothing was approved: the hooks are not those with digest "${seen}". Look again with \`${workspace.review}\`.`
}

function add(work: Work): number {
  const { invocation, workspace, hooks, ids } = work
  const unknown = ids.find((id) => !hooks.some((hook) => hook.id === id))
  if (unknown !== undefined)
    throw new UsageError(
      oneLine(
        `No project hook has the id "${unknown}"; there are: ${hooks.map((hook) => hook.id).join(', ') || 'none here'}.`,
      ),
    )
  const differs = checkDigest(work)
  if (differs !== undefined) return report(invocation, differs, { text: '' })
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
    io.err(`hookwright: ${oneLine(problem)}\n`)
    return EXIT.problem
  }
  const { text, ...rest } = done
  io.out(`${args.options.has('json') ? visibleJson(rest) : oneLine(text)}\n`)
  return EXIT.ok
}
