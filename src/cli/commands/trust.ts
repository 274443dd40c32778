import type { Hook } from '../../core/hook.ts'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import { lastValue, unknownAction, UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { findById } from '../find-hook.ts'
import { jsonText } from '../json.ts'
import { confirm, refuseBelowAgent } from '../person.ts'
import { issueLine, oneLine } from '../render/issue-line.ts'
import { PIN_HINT, renderGone, renderReviewed } from '../render/approval.ts'
import { createStyle, type Style } from '../render/style.ts'
import { fitLines } from '../render/wrap.ts'
import { reviewProject, type Review, type Reviewed } from '../review.ts'
import { reviewJson } from '../review-json.ts'
import { unparsedScripts } from '../unparsed-scripts.ts'
import { workspaceOptions } from '../workspace-options.ts'

const ACTIONS: Readonly<Record<string, (work: Work) => number | Promise<number>>> = { show, add, revoke }

type Work = {
  readonly invocation: Invocation
  readonly workspace: Workspace
  /** What was there when the command began; nothing else is approved. */
  readonly review: Review
  readonly ids: readonly string[]
}

export async function trust(invocation: Invocation): Promise<number> {
  const [action = 'show', ...ids] = invocation.args.positionals
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (act === undefined) throw unknownAction(action, Object.keys(ACTIONS))
  if (act === show && ids.length > 0)
    throw new UsageError(`trust show takes no hook id ("${ids[0] ?? ''}"): it is about the whole project.`)
  const refusal = act === show ? undefined : refuseBelowAgent(invocation, `hookwright trust ${action}`)
  if (refusal !== undefined) return report(invocation, refusal, { text: '' })
  const isShown = act === show || (act === add && isAsked(invocation))
  const { workspace, review } = await look(invocation, isShown)
  for (const problem of [...workspace.problems, ...workspace.loaded.issues])
    invocation.io.err(`hookwright: ${issueLine(problem)}\n`)
  return act({ invocation, workspace, review, ids })
}

/** Hooks of the project, the only ones that need approval, as they are now. */
async function look(invocation: Invocation, isShown: boolean): Promise<Pick<Work, 'workspace' | 'review'>> {
  const workspace = await openWorkspace(workspaceOptions(invocation))
  await workspace.trust.loadReader()
  const { hooks: loaded, commands = {} } = workspace.loaded
  const approvable = [...loaded, ...Object.values(commands).flat()]
  const hooks: readonly Hook[] = approvable.filter(workspace.trust.isGated)
  return { workspace, review: await reviewProject(workspace, hooks, isShown) }
}

function show({ invocation, workspace, review }: Work): number {
  const { io, args } = invocation
  if (args.options.has('json')) {
    io.out(jsonText(reviewJson(review, workspace.places.projectDir)))
    return EXIT.ok
  }
  const style = createStyle(io.colour)
  const { hooks, gone } = review
  const lines =
    hooks.length + gone.length === 0
      ? [nothingToApprove(workspace)]
      : [...reviewLines(review, workspace, style), ...nextLines(review, workspace, style)]
  io.out(`${fitLines(lines, io.columns).join('\n')}\n`)
  return EXIT.ok
}

function nothingToApprove({ places, loaded, withSources }: Workspace): string {
  if (loaded.broken.length > 0)
    return `No hook could be loaded, so there is nothing to approve; \`${withSources('hookwright check')}\` shows what is wrong.`
  return oneLine(`${places.projectDir} has no hooks that need approval.`)
}

function reviewLines(
  { hooks, gone }: Pick<Review, 'hooks' | 'gone'>,
  { clock, withSources }: Workspace,
  style: Style,
): readonly string[] {
  const hint = hooks.some(({ digest }) => digest.gaps.length > 0) ? [style.dim(`${PIN_HINT}.`)] : []
  return [
    ...hooks.flatMap((one) => renderReviewed(one, style, clock.now())),
    ...gone.flatMap((one) => renderGone(one, style, withSources(`hookwright trust revoke ${one.id}`))),
    '',
    ...hint,
  ]
}

function nextLines({ hooks, digest }: Review, { withSources }: Workspace, style: Style): readonly string[] {
  const waiting = hooks.filter(isWaiting).length
  const command = withSources(`hookwright trust add --digest ${digest.slice(0, SHORT)}`)
  const next =
    waiting > 0
      ? `${waiting} not approved. To approve exactly this: ${style.bold(command)}`
      : hooks.length === 0
        ? 'No hook waits for an approval.'
        : 'All of them are approved.'
  return [`project digest ${digest}`, next]
}

function isWaiting({ state }: Reviewed): boolean {
  return state !== 'approved'
}

/** Characters of a digest that are enough to tell two sets of hooks apart on purpose. */
const SHORT = 16

/** Between a look and an approval the files may change; the digest ties the two together. */
function checkDigest({ invocation, workspace, review }: Work): string | undefined {
  const seen = lastValue(invocation.args, 'digest')
  if (seen === undefined) return undefined
  if (seen.length < SHORT)
    throw new UsageError(`--digest takes at least ${SHORT} characters of what \`trust show\` prints.`)
  if (review.digest.startsWith(seen)) return undefined
  return `Nothing was approved: the hooks are not those with digest "${seen}". Look again with \`${workspace.review}\`.`
}

async function add(work: Work): Promise<number> {
  const { invocation, workspace, review, ids } = work
  const named = ids.map((id) => findById(id, review.hooks, (each) => each.hook.id, 'project hook'))
  const differs = checkDigest(work)
  if (differs !== undefined) return report(invocation, differs, { text: '' })
  const chosen = ids.length === 0 ? review.hooks.filter(isWaiting) : [...new Set(named.flat())]
  await tellUnparsed(work, chosen)
  const no = chosen.length === 0 ? undefined : await agreement(work, chosen)
  if (no !== undefined) return report(invocation, no, { text: '' })
  const seen = chosen.map(({ hook, digest }) => ({ hook, digest }))
  const ended = new Set(chosen.flatMap(({ replaces = [] }) => replaces))
  const kept = new Set(review.hooks.map(({ digest }) => digest.digest))
  const problem =
    chosen.length === 0 ? undefined : workspace.trust.settle(seen, { kept, ended }, workspace.clock.now())
  const text = chosen.length === 0 ? nothingNew(review, workspace) : approvedText(chosen, workspace)
  tellGone(work)
  return report(invocation, problem && issueLine(problem), {
    approved: chosen.map(({ hook }) => hook.id),
    gone: review.gone.map(({ id }) => id),
    text,
  })
}

/** A script that cannot be parsed decides nothing, approved or not. */
async function tellUnparsed({ invocation, workspace }: Work, chosen: readonly Reviewed[]): Promise<void> {
  const hooks = chosen.map(({ hook }) => hook)
  for (const problem of await unparsedScripts(hooks, workspace))
    invocation.io.err(`hookwright: ${issueLine(problem)}\n`)
}

/** Shows what would be approved and asks; undefined: the person agrees, and nothing changed while they looked. */
async function agreement(
  { invocation, workspace, review }: Work,
  chosen: readonly Reviewed[],
): Promise<string | undefined> {
  const { io, args } = invocation
  if (lastValue(args, 'digest') !== undefined) return undefined
  const shown = { hooks: chosen, gone: review.gone }
  if (isAsked(invocation))
    io.err(`${reviewLines(shown, workspace, createStyle(io.colour && io.watched)).join('\n')}\n`)
  const question = `Approve ${countOf(chosen)}?`
  const no = confirm(invocation, { question, command: 'hookwright trust add' })
  if (no !== undefined || !isAsked(invocation)) return no
  return whatMoved(chosen, (await look(invocation, false)).review, workspace)
}

function isAsked({ io, args }: Invocation): boolean {
  return io.readLine !== undefined && !args.options.has('yes')
}

/** A person thinks for a while, and whoever writes to the project does not wait. */
function whatMoved(
  chosen: readonly Reviewed[],
  now: Review,
  { review: again }: Workspace,
): string | undefined {
  const digests = new Set(now.hooks.map(({ digest }) => digest.digest))
  const moved = chosen.find(({ digest }) => !digests.has(digest.digest))
  if (moved === undefined) return undefined
  return `Nothing was approved: ${moved.hook.id} changed while you looked at it. Look again with \`${again}\`.`
}

function nothingNew({ hooks, gone }: Review, workspace: Workspace): string {
  if (hooks.length + gone.length === 0) return nothingToApprove(workspace)
  return hooks.length === 0 ? 'No hook waits for an approval.' : `${countOf(hooks)} approved already.`
}

function approvedText(chosen: readonly Reviewed[], { places }: Workspace): string {
  return `Approved ${countOf(chosen)} of ${places.projectDir}.`
}

/** An approval of what is there says nothing about what is missing. */
function tellGone({ invocation, workspace, review }: Work): void {
  for (const { id } of review.gone) {
    const command = workspace.withSources(`hookwright trust revoke ${id}`)
    invocation.io.err(
      `hookwright: ${oneLine(`${id} was approved once and is gone; if that is right: ${command}`)}\n`,
    )
  }
}

function countOf({ length }: readonly unknown[]): string {
  return length === 1 ? '1 hook' : `${length} hooks`
}

function revoke({ invocation, workspace, review, ids }: Work): number {
  const stored = Object.entries(workspace.trust.approvals())
  const present = review.hooks.filter(({ at }) => at !== undefined)
  const meant = approvedUnder(ids, stored, present)
  const where = workspace.places.projectDir
  const question =
    ids.length === 0 ? `Forget all approvals of ${where}?` : `Forget the approval of ${ids.join(', ')}?`
  const no = confirm(invocation, { question: oneLine(question), command: 'hookwright trust revoke' })
  if (no !== undefined) return report(invocation, no, { text: '' })
  const problem = workspace.trust.revoke((key) => ids.length === 0 || meant.has(key))
  const names = [...new Set(meant.values())]
  return report(invocation, problem && issueLine(problem), {
    revoked: where,
    ...(ids.length > 0 && { hooks: names }),
    text:
      ids.length === 0
        ? `Nothing of ${where} is approved any more.`
        : `Not approved any more: ${names.join(', ')}.`,
  })
}

/** Digests of approvals by the ids that a person typed, with the name of each: the hook's now, or the one it had. */
function approvedUnder(
  ids: readonly string[],
  stored: ReturnType<typeof Object.entries<{ readonly id: string; readonly meaning: string }>>,
  present: readonly Reviewed[],
): ReadonlyMap<string, string> {
  const named = stored.flatMap(([key, { id, meaning }]) => {
    const now = present.find(({ digest, replaces }) => digest.meaning === meaning || replaces === key)
    return [...new Set([now?.hook.id ?? id, id])].map((name) => ({ key, name }))
  })
  const found = ids.flatMap((id) => findById(id, named, ({ name }) => name, 'approved hook'))
  return new Map(found.map(({ key, name }) => [key, name]))
}

type Done = {
  readonly text: string
  readonly approved?: readonly string[]
  readonly gone?: readonly string[]
  readonly revoked?: string
  readonly hooks?: readonly string[]
}

function report({ args, io }: Invocation, problem: string | undefined, done: Done): number {
  if (problem !== undefined) {
    io.err(`hookwright: ${oneLine(problem)}\n`)
    return EXIT.problem
  }
  const { text, ...rest } = done
  io.out(args.options.has('json') ? jsonText(rest) : `${oneLine(text)}\n`)
  return EXIT.ok
}
