import { CANONICAL } from '../../dialects/canonical.ts'
import { findEntry } from '../../dialects/registry.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import { MADE_SESSION } from '../../dialects/made-payload.ts'
import { describeHandler, type Hook } from '../../core/hook.ts'
import { isIssue } from '../../core/issue.ts'
import { readRegistered } from '../../install/registered.ts'
import { scratchRoot } from '../../workspace/handler-loaders.ts'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import { lastValue, milliseconds, UsageError } from '../args.ts'
import { bridgeCosts } from '../bench/bridge-cost.ts'
import { measureAll, type Ended } from '../bench/measure.ts'
import { renderReport } from '../bench/render.ts'
import { reportOf, type Report } from '../bench/report.ts'
import { spawnCosts } from '../bench/spawn-cost.ts'
import { findTargets, type HostTargets, type Wanted } from '../bench/targets.ts'
import { EXIT, type Invocation } from '../command.ts'
import { findHook } from '../find-hook.ts'
import { isMade } from '../host-call.ts'
import { jsonText } from '../json.ts'
import { wishOf } from '../made-payload.ts'
import { confirm } from '../person.ts'
import { oneLine } from '../render/issue-line.ts'
import { createSpinner } from '../render/spinner.ts'
import { watchSignals } from '../signals.ts'
import { workspaceOptions } from '../workspace-options.ts'

const ROUNDS = { usual: 20, most: 1_000 }
const USUAL_SECONDS = 30

/** Runs the hooks in force again and again on sample events, and tells where their time goes. */
export async function bench(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  const rounds = roundsOf(lastValue(args, 'rounds'))
  const budgetMs = milliseconds(args, 'seconds') ?? USUAL_SECONDS * 1_000
  const here = await openWorkspace({ ...workspaceOptions(invocation), isDry: true })
  const dialects = await hostsOf(invocation, here)
  const wanted = wantedOf(invocation, here)
  const hosts: HostTargets[] = []
  for (const dialect of dialects) hosts.push(await findTargets(dialect, wanted))
  const targets = hosts.flatMap((each) => each.targets)
  if (targets.length === 0) return nothing(invocation, hosts)
  const no = await agree(invocation, hosts, rounds)
  if (no !== undefined) {
    io.err(`hookwright: ${no}\n`)
    return EXIT.problem
  }
  const interruption = watchSignals(() => removeScratch(here))
  const spawns = spawnCosts(targets)
  const bridges = bridgeCosts(targets)
  const spinner = io.watched ? createSpinner(io) : undefined
  const status = (text: string): { readonly hook: Hook } => ({
    hook: { ...(targets[0]?.hooks[0] as Hook), id: 'bench', statusMessage: text },
  })
  try {
    const { measured, ended } = await measureAll(targets, [...bridges.chores, ...spawns.chores], {
      rounds,
      budgetMs,
      signal: interruption.signal,
      tell: (text) => spinner?.({ kind: 'started', ...status(text) }),
    })
    spinner?.({ kind: 'finished', ...status('') })
    show(reportOf({ hosts, measured, ended, spawns, bridges }), invocation, { rounds, budgetMs })
    return ended === 'interrupted' ? EXIT.interrupted : EXIT.ok
  } finally {
    interruption.stop()
    bridges.close()
    await forgetSession(targets.map(({ workspace }) => workspace))
  }
}

function roundsOf(text: string | undefined): number {
  const rounds = text === undefined ? ROUNDS.usual : Number(text)
  if (Number.isInteger(rounds) && rounds >= 1 && rounds <= ROUNDS.most) return rounds
  throw new UsageError(`--rounds takes a number from 1 to ${ROUNDS.most}, not "${text ?? ''}".`)
}

/** Those that are named, else those that hookwright is registered with here, else the contract of hookwright.yaml. */
async function hostsOf({ args }: Invocation, { state, places }: Workspace): Promise<readonly Dialect[]> {
  const named = args.options.get('host')
  const registered = readRegistered(state)
  const known = isIssue(registered)
    ? []
    : registered.filter(({ project }) => project === undefined || project === places.projectDir)
  const names = named ?? (known.length === 0 ? [CANONICAL.dialect] : known.map(({ host }) => host))
  const entries = [...new Set(names)].flatMap((name) => findEntry(name) ?? [])
  return Promise.all(entries.map((entry) => entry.load(lastValue(args, 'profile'))))
}

function wantedOf(invocation: Invocation, { loaded, places }: Workspace): Wanted {
  const { args } = invocation
  const hook = lastValue(args, 'hook')
  const events = args.options.get('event') ?? []
  const { event: _, ...rest } = Object.fromEntries(args.options)
  const shaping = { ...args, options: new Map(Object.entries(rest)) }
  const isPrompt = args.options.has('prompt')
  const isShaped = isMade(args)
  const usual = isShaped ? (isPrompt ? ['UserPromptSubmit'] : ['PreToolUse', 'PostToolUse']) : []
  return {
    events: events.length === 0 ? usual : events,
    ...(hook !== undefined && { hook: findHook(hook, loaded.hooks).id }),
    ...(isShaped && { wish: (host: Dialect) => wishOf(shaping, host, places.startDir) }),
    open: (host, only) =>
      openWorkspace({
        ...workspaceOptions(invocation, host.name),
        selfGuard: true,
        isDry: true,
        ...(only && { only }),
      }),
  }
}

/** To measure hooks is to run them, so the person sees which ones before they agree. */
async function agree(
  invocation: Invocation,
  hosts: readonly HostTargets[],
  rounds: number,
): Promise<string | undefined> {
  const { io, args } = invocation
  const hooks = new Map(
    hosts.flatMap(({ targets }) => targets.flatMap((target) => target.hooks.map((hook) => [hook.id, hook]))),
  )
  if (!args.options.has('yes') && io.readLine !== undefined) {
    io.err('These hooks run in this project, with everything they do, on made-up events:\n')
    for (const { id, event, handler } of hooks.values())
      io.err(`  ${oneLine(`${id} (${event}): ${describeHandler(handler)}`)}\n`)
  }
  const what = hooks.size === 1 ? 'this hook' : `these ${hooks.size} hooks`
  const refusal = confirm(invocation, {
    question: `Run ${what} up to ${rounds} times per event and host?`,
    command: 'hookwright bench',
  })
  return refusal?.replace('Nothing was changed.', 'Nothing was run.')
}

function nothing({ args, io }: Invocation, hosts: readonly HostTargets[]): number {
  const skipped = hosts.flatMap((each) => each.skipped)
  io.err('hookwright: No hook here can be measured.\n')
  const report: Report = { ended: 'done', via: 'node', hooks: [], events: [], skipped, advice: [] }
  if (args.options.has('json')) io.out(jsonText({ rounds: 0, ...report }))
  else
    io.out(
      renderReport(report, io)
        .map((line) => `${line}\n`)
        .join(''),
    )
  return EXIT.problem
}

const ENDS: Readonly<Record<Exclude<Ended, 'done'>, string>> = {
  time: 'The time was up before all rounds were done; --seconds allows more.',
  interrupted: 'Interrupted; this is what was measured until then.',
}

type Asked = { readonly rounds: number; readonly budgetMs: number }

function show(report: Report, { args, io }: Invocation, { rounds }: Asked): void {
  if (report.ended !== 'done') io.err(`hookwright: ${ENDS[report.ended]}\n`)
  if (args.options.has('json')) io.out(jsonText({ rounds, ...report }))
  else io.out(`${renderReport(report, io).join('\n').trimEnd()}\n`)
}

/** Hooks of a session's start may have set variables for a session that never was. */
async function forgetSession(workspaces: readonly Workspace[]): Promise<void> {
  for (const workspace of new Set(workspaces)) {
    const sessionEnv = await workspace.sessionEnv()
    sessionEnv.clear(MADE_SESSION)
    await workspace.close()
  }
}

async function removeScratch({ state }: Workspace): Promise<void> {
  const { removeAllScratch } = await import('../../ports/scratch.ts')
  removeAllScratch(scratchRoot(state))
}
