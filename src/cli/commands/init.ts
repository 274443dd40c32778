import * as path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isIssue } from '../../core/issue.ts'
import { findEntry } from '../../dialects/registry.ts'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import { UsageError, type ParsedArgs } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { approveWritten } from '../init/approve-written.ts'
import { choicesFor } from '../init/choices.ts'
import { approvalLines, denyLines, NEXT } from '../init/lines.ts'
import { askPlan, type Choices, type Plan, type Wishes } from '../init/questions.ts'
import { showDeny } from '../init/show-deny.ts'
import { SCRIPT_FOLDER, STARTERS, type Starter } from '../init/starter.ts'
import { FILE, writeStart } from '../init/write-start.ts'
import { checkHosts, loadTargets } from '../install-request.ts'
import { jsonText } from '../json.ts'
import { confirm } from '../person.ts'
import { issueLine, oneLine } from '../render/issue-line.ts'
import { watchSignals } from '../signals.ts'
import { workspaceOptions } from '../workspace-options.ts'
import { install } from './install.ts'

/** `hookwright init`: a first file, its approval, the agents that call it, and a deny to see. */
export async function init(invocation: Invocation): Promise<number> {
  const { io, args } = invocation
  const wishes = wishesOf(args)
  const workspace = await openWorkspace(workspaceOptions(invocation))
  const choices = await choicesFor(workspace)
  const isAsked = !args.options.has('yes')
  const plan = askPlan(isAsked ? io : { ...io, readLine: undefined }, wishes, choices)
  const refusal =
    (await obstacleTo(plan, choices)) ??
    agreementTo(plan, { invocation, choices }) ??
    (choices.hasFile ? undefined : writeStart(plan, workspace.places.projectDir))
  if (refusal === undefined) return finish(plan, { invocation, workspace, choices })
  io.err(`hookwright: ${oneLine(refusal)}\n`)
  return EXIT.problem
}

/** What is known to fail fails before anything is written. */
async function obstacleTo({ hosts, starters }: Plan, { lacks }: Choices): Promise<string | undefined> {
  const unable = (await loadTargets(hosts)).find(isIssue)
  if (unable !== undefined) return `${issueLine(unable)} Nothing was changed.`
  const starter = starters.find((each) => lacks(each).length > 0)
  return (
    starter &&
    `The hooks "${starter.name}" need ${lacks(starter).join(' and ')}, which is not on PATH. Nothing was changed. Install it, or leave them out with --hooks.`
  )
}

/** Undefined: the person agrees, or there is nothing to agree to. */
function agreementTo(plan: Plan, { invocation, choices }: Omit<Work, 'workspace'>): string | undefined {
  if (choices.hasFile && plan.hosts.length === 0) return undefined
  return confirm(invocation, { question: questionFor(plan, choices), command: 'hookwright init' })
}

type Work = { readonly invocation: Invocation; readonly workspace: Workspace; readonly choices: Choices }

/** Approves and installs. A signal ends it between two steps, and never within one. */
async function finish(plan: Plan, work: Work): Promise<number> {
  const interruption = watchSignals(async () => {})
  const isInterrupted = async (): Promise<boolean> => {
    // Signals are told between two turns of the loop.
    await setImmediate()
    return interruption.signal.aborted
  }
  try {
    return await takeSteps(plan, work, isInterrupted)
  } finally {
    interruption.stop()
  }
}

async function takeSteps(plan: Plan, work: Work, isInterrupted: () => Promise<boolean>): Promise<number> {
  const { invocation, workspace, choices } = work
  const { args, io } = invocation
  const isJson = args.options.has('json')
  const quiet = isJson ? { ...io, out: () => undefined } : io
  const say = (lines: readonly string[]): void => {
    for (const line of lines) quiet.out(`${oneLine(line)}\n`)
  }
  const file = path.join(workspace.places.projectDir, FILE)
  say([choices.hasFile ? 'The hookwright file of this project stays as it is.' : `Wrote ${file}.`])
  const approval = await approveWritten(workspaceOptions(invocation), choices.hasFile ? undefined : file)
  say(approvalLines(approval, workspace.review))
  if (approval.problem !== undefined) io.err(`hookwright: ${oneLine(approval.problem)}\n`)
  if (await isInterrupted()) return interrupted(plan, invocation)
  const installed = await connect(plan, { ...invocation, io: quiet })
  if (plan.hosts.length === 0) say(['No agent calls your hooks yet. When you have one: hookwright install'])
  if (await isInterrupted()) return interrupted({ ...plan, hosts: [] }, invocation)
  const denied = approval.problem === undefined ? await showDeny(plan, workspace) : undefined
  const isShown = denied === undefined || denied.decision === 'deny'
  const ok = installed === EXIT.ok && approval.problem === undefined && isShown
  const { problem: _, ...approvals } = approval
  if (isJson) io.out(jsonText({ ok, file, ...shownPlan(plan), ...approvals, ...(denied && { denied }) }))
  const titles = plan.hosts.map(titleOf)
  say([...(denied === undefined ? [] : denyLines(denied, titles)), NEXT])
  return ok ? EXIT.ok : EXIT.problem
}

function shownPlan({ starters, imports, hosts }: Plan): object {
  return { hooks: starters.map(({ name }) => name), imports, hosts }
}

/** As `install` does; the person has agreed once, to all of it. */
async function connect({ hosts }: Plan, invocation: Invocation): Promise<number> {
  if (hosts.length === 0) return EXIT.ok
  const cwd = invocation.args.options.get('cwd')
  const options = new Map([['yes', ['']], ...(cwd === undefined ? [] : [['cwd', cwd] as const])])
  return install({ ...invocation, args: { positionals: hosts, options } })
}

/** Tells which steps are left, each with the command that does it. */
function interrupted({ hosts }: Plan, { io }: Invocation): number {
  const rest =
    hosts.length === 0
      ? 'Everything is set up; hookwright doctor shows it.'
      : `No agent was changed. To go on: hookwright install ${hosts.join(' ')}`
  io.err(`hookwright: Interrupted, after what is said above. ${rest}\n`)
  return EXIT.interrupted
}

function wishesOf(args: ParsedArgs): Wishes {
  const hosts = args.options.get('host')
  const named = args.options.get('hooks')?.flatMap((each) => each.split(','))
  if (hosts !== undefined) checkHosts(hosts.filter((name) => name !== 'none'))
  return {
    ...(hosts !== undefined && { hosts: hosts.filter((name) => name !== 'none') }),
    ...(named !== undefined && { starters: startersNamed(named) }),
    ...(args.options.has('no-imports') && { imports: false }),
    ...(args.options.has('yes') && !args.options.has('no-imports') && { imports: true }),
  }
}

function startersNamed(names: readonly string[]): readonly Starter[] {
  const accepted = STARTERS.map(({ name }) => name)
  const unknown = names.find((name) => !['all', 'none', ...accepted].includes(name))
  if (unknown !== undefined)
    throw new UsageError(`--hooks: "${unknown}" is not one of ${accepted.join(', ')}, all, none.`)
  if (names.includes('none')) return []
  return STARTERS.filter(({ name }) => names.includes('all') || names.includes(name))
}

function questionFor({ hosts, starters }: Plan, { hasFile }: Choices): string {
  const scripts = starters.some(({ example }) => example !== undefined)
    ? ` (scripts go to ${SCRIPT_FOLDER}/)`
    : ''
  const agents = hosts.length === 0 ? '' : `let ${hosts.map(titleOf).join(', ')} call hookwright`
  const file = hasFile ? '' : `write ${FILE} and approve its hooks${scripts}`
  const text = [file, agents].filter((part) => part !== '').join(', and ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}?`
}

function titleOf(host: string): string {
  return findEntry(host)?.title ?? host
}
