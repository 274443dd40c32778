import { jsonText } from '../json.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import { writeHttpPlace } from '../../daemon/http-place.ts'
import { alone } from '../../install/alone.ts'
import { applyPlan, isDone } from '../../install/apply.ts'
import { findAgents } from '../../install/agents.ts'
import { NO_FILE, planHost, type HostPlan } from '../../install/plan.ts'
import { forgetHttpPlace } from '../../install/via-http.ts'
import { copyProgram } from '../../install/version-copy.ts'
import { systemFiles } from '../../ports/files.ts'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import { EXIT, type Invocation } from '../command.ts'
import {
  checkHosts,
  GIT,
  isTarget,
  loadTargets,
  ownProgram,
  requestFor,
  scopeOf,
} from '../install-request.ts'
import { changeLines, diffOf, installedLines, offIssues, shownHost } from '../install-lines.ts'
import { confirm } from '../person.ts'
import { proveAll, type Proven } from '../prove.ts'
import { renderIssue } from '../render/issue.ts'
import { createStyle } from '../render/style.ts'
import { httpPlace, withHttp, wantsHttp } from '../via-http.ts'
import { workspaceOptions } from '../workspace-options.ts'

/** `hookwright install [HOST…]`: exit code 1 when some host could not be installed. */
export async function install(invocation: Invocation): Promise<number> {
  const names = invocation.args.positionals
  checkHosts(names)
  const isHttp = wantsHttp(invocation.args)
  const code = names.includes(GIT) ? await installGit(invocation) : EXIT.ok
  const hosts = names.filter((name) => name !== GIT)
  if (names.length > 0 && hosts.length === 0) return code
  const workspace = await openWorkspace(workspaceOptions(invocation))
  const found =
    hosts.length > 0 ? hosts : findAgents({ ...workspace, files: systemFiles }).map(({ name }) => name)
  if (found.length === 0) return nothingFound(invocation)
  const targets = isHttp ? await withHttp(await loadTargets(found)) : await loadTargets(found)
  const http = isHttp ? await httpPlace(workspace) : undefined
  if (isIssue(http)) return carryOut([], { invocation, workspace, unable: [http] })
  const scope = scopeOf(invocation.args)
  const all = targets
    .filter(isTarget)
    .map((target) => planHost(requestFor(target, workspace, { scope, args: invocation.args, http })))
  const without = targets.filter(isIssue)
  if (hosts.length > 0) return Math.max(code, await carryOut(all, { invocation, workspace, unable: without }))
  // An agent that was only found, and not named, need not have a place for hooks; that is told, and no failure.
  const plans = all.filter((plan) => !hasNoFile(plan))
  tell([...without, ...all.filter(hasNoFile).flatMap(({ issues }) => issues)], invocation)
  return Math.max(code, await carryOut(plans, { invocation, workspace, unable: [] }))
}

function hasNoFile({ issues }: HostPlan): boolean {
  return issues.some((each) => each.code === NO_FILE)
}

function tell(issues: readonly Issue[], { args, io }: Invocation): void {
  if (args.options.has('json')) return
  for (const { message, hint = '' } of issues) io.err(`Not installed: ${message} ${hint}\n`)
}

type Work = {
  readonly invocation: Invocation
  readonly workspace: Workspace
  /** Hosts that cannot be installed. */
  readonly unable: readonly Issue[]
  /** As the person typed it. Default: `hookwright install`. */
  readonly command?: string
}

/** Shows what would change, asks, writes, and proves it. */
export async function carryOut(plans: readonly HostPlan[], work: Work): Promise<number> {
  const { invocation } = work
  const { args, io } = invocation
  if (args.options.has('dry-run')) return dryRun(plans, work)
  const changing = plans.filter((plan) => !isDone(plan))
  const isJson = args.options.has('json')
  const changes = isJson ? [] : changing.flatMap(changeLines)
  if (changes.length > 0) io.err(`${changes.join('\n')}\n`)
  const refusal =
    changing.some(({ files }) => files.length > 0) &&
    confirm(invocation, {
      question: `Write this for ${changing.length === 1 ? '1 agent' : `${changing.length} agents`}?`,
      command: work.command ?? 'hookwright install',
    })
  if (typeof refusal === 'string') {
    io.err(`hookwright: ${refusal}\n`)
    return EXIT.problem
  }
  return report(plans, await write(plans, work), work)
}

type Written = {
  readonly issues: readonly Issue[]
  /** Of the hosts for which everything was written. */
  readonly proofs: readonly Proven[]
}

async function write(plans: readonly HostPlan[], { workspace, unable }: Work): Promise<Written> {
  const done = alone(workspace.state, () => register(plans, workspace))
  if (isIssue(done)) return { issues: [...unable, done], proofs: [] }
  const { registered, issues } = done
  const unheard = registered.some(({ request }) => request.http) ? await listening(workspace) : undefined
  const proofs = await proveAll(registered, workspace)
  const unproven = proofs.flatMap(({ issue }) => issue ?? [])
  return {
    issues: [
      ...unable,
      ...issues,
      ...(unheard ? [unheard] : []),
      ...unproven,
      ...registered.flatMap(offIssues),
    ],
    proofs,
  }
}

type Registering = { readonly registered: readonly HostPlan[]; readonly issues: readonly Issue[] }

/** Plans again: while the person was asked, another installation or the agent itself may have written to the files. */
function register(plans: readonly HostPlan[], { state, places }: Workspace): Registering {
  const program = ownProgram()
  const copied = isIssue(program) ? program : copyProgram(program, state, places.configHome)
  const unable = isIssue(copied) ? copied : keepPlace(plans, state)
  if (unable !== undefined) return { registered: [], issues: [unable] }
  const now = Date.now()
  const all = plans.map(({ request }) => {
    const plan = planHost(request)
    return { plan, issues: [...plan.issues, ...applyPlan(plan, now)] }
  })
  forgetHttpPlace(state)
  return {
    registered: all.filter(({ issues }) => issues.length === 0).map(({ plan }) => plan),
    issues: all.flatMap(({ issues }) => issues),
  }
}

/** Before the entries, so that none of them names a token that is not kept. */
function keepPlace(plans: readonly HostPlan[], state: Workspace['state']): Issue | undefined {
  const place = plans.find(({ request }) => request.http)?.request.http
  return place && writeHttpPlace(state, place)
}

async function listening(workspace: Workspace): Promise<Issue | undefined> {
  const { untilListening } = await import('../daemon/http-access.ts')
  return untilListening(workspace)
}

function report(
  plans: readonly HostPlan[],
  { issues, proofs }: Written,
  { invocation: { args, io } }: Work,
): number {
  const ok = issues.length === 0
  const shown = plans.map((plan) => ({
    plan,
    proof: proofs.find(({ host }) => host === plan.request.dialect.name),
  }))
  if (args.options.has('json')) {
    io.out(jsonText({ ok, hosts: shown.map(({ plan, proof }) => shownHost(plan, proof)), issues }))
    return ok ? EXIT.ok : EXIT.problem
  }
  const lines = shown.flatMap(({ plan, proof }) => (proof === undefined ? [] : installedLines(plan, proof)))
  if (lines.length > 0) io.out(`${lines.join('\n')}\n`)
  const style = createStyle(io.colour)
  for (const problem of issues) io.err(`${renderIssue(problem, [], style).join('\n')}\n`)
  return ok ? EXIT.ok : EXIT.problem
}

function dryRun(plans: readonly HostPlan[], { invocation: { args, io }, unable }: Work): number {
  const issues = [...unable, ...plans.flatMap((plan) => plan.issues)]
  const ok = issues.length === 0
  if (args.options.has('json')) {
    const hosts = plans.map((plan) => ({ ...shownHost(plan, undefined), diff: diffOf(plan) }))
    io.out(jsonText({ ok, dryRun: true, hosts, issues }))
    return ok ? EXIT.ok : EXIT.problem
  }
  const lines = plans.flatMap(diffOf)
  io.out(lines.length === 0 ? 'Nothing would change.\n' : `${lines.join('\n')}\n`)
  const style = createStyle(io.colour)
  for (const problem of issues) io.err(`${renderIssue(problem, [], style).join('\n')}\n`)
  return ok ? EXIT.ok : EXIT.problem
}

async function installGit(invocation: Invocation): Promise<number> {
  const { install: run } = await import('../git/install.ts')
  return run({ ...invocation, args: { positionals: [], options: gitOptions(invocation) } })
}

function gitOptions({ args }: Invocation): ReadonlyMap<string, readonly string[]> {
  const cwd = args.options.get('cwd')
  const json = args.options.get('json')
  return new Map([
    ...(cwd === undefined ? [] : [['cd', cwd] as const]),
    ...(json === undefined ? [] : [['json', json] as const]),
  ])
}

function nothingFound({ args, io }: Invocation): number {
  if (args.options.has('json')) io.out(jsonText({ ok: false, hosts: [], issues: [] }))
  io.err(
    'hookwright: No agent was found on this machine. Name one, such as: hookwright install claude-code\n',
  )
  return EXIT.problem
}
