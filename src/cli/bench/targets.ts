import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { isIssue } from '../../core/issue.ts'
import type { Plan } from '../../core/plan.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import type { Workspace } from '../../workspace/open.ts'
import { nativesFor, payloadOf, type Wish } from '../../dialects/made-payload.ts'
import { wishesFor } from './samples.ts'

/** One event of one host that is dispatched again and again. */
export type Target = {
  readonly host: Dialect
  readonly event: Event
  /** The hooks that run for it and are measured. */
  readonly hooks: readonly Hook[]
  readonly workspace: Workspace
  /** Nobody waits for its hook, so that its time is no part of what the agent waits for. */
  readonly isBehind: boolean
}

/** A hook that is not run, and why. */
export type Unmeasured = {
  readonly id: string
  readonly host: string
  readonly event: string
  readonly because: string
  readonly why: string
}

/** What is to be measured on one host. */
export type HostTargets = {
  readonly host: Dialect
  readonly targets: readonly Target[]
  readonly skipped: readonly Unmeasured[]
  /** By the id of a hook: the tools of all samples that it runs for. */
  readonly tools: ReadonlyMap<string, readonly string[]>
}

export type Wanted = {
  /** Canonical or native names; empty: every event. */
  readonly events: readonly string[]
  /** The only hook. Absent: all. */
  readonly hook?: string
  /** What the person described; absent: samples of every kind. */
  readonly wish?: (host: Dialect) => Wish
  /** Opens the workspace of the host, with these hooks only. */
  readonly open: (host: Dialect, only?: readonly string[]) => Promise<Workspace>
}

type Sampled = { readonly event: Event; readonly plan: Plan }

/** Plans all samples of all events, runs nothing, and chooses as few samples as reach every hook. */
export async function findTargets(host: Dialect, wanted: Wanted): Promise<HostTargets> {
  const workspace = await wanted.open(host)
  const hooks = workspace.loaded.hooks.filter(({ id }) => wanted.hook === undefined || id === wanted.hook)
  const events = [...new Set(hooks.map(({ event }) => event))].filter((name) => isWanted(name, host, wanted))
  const asked = hooks.filter(({ event }) => events.includes(event))
  const samples: Sampled[] = []
  for (const name of events)
    samples.push(
      ...(await sampleEvent(name, {
        host,
        workspace,
        wanted,
        hooks: asked.filter(({ event }) => event === name),
      })),
    )
  const runs = new Map(asked.map((hook) => [hook, samples.filter(({ plan }) => hasStep(plan, hook))]))
  const measured = asked.filter((hook) => (runs.get(hook)?.length ?? 0) > 0 && mayMeasure(hook, wanted))
  const skipped = asked
    .filter((hook) => !measured.includes(hook))
    .map((hook) => unmeasured(hook, { host, samples, isReached: (runs.get(hook)?.length ?? 0) > 0 }))
  return {
    host,
    targets: await chooseTargets(measured, { host, samples, wanted }),
    skipped,
    tools: new Map(measured.map((hook) => [hook.id, toolsOf(runs.get(hook) ?? [])])),
  }
}

function isWanted(name: string, { events }: Dialect, wanted: Wanted): boolean {
  if (wanted.events.length === 0) return true
  return wanted.events.some((word) => word === name || events[word]?.event === name)
}

/** A question to a model costs money, so it is asked only where the person names the hook. */
function mayMeasure({ id, handler }: Hook, { hook }: Wanted): boolean {
  return handler.type !== 'model' || hook === id
}

type Sampling = {
  readonly host: Dialect
  readonly workspace: Workspace
  readonly wanted: Wanted
  readonly hooks: readonly Hook[]
}

async function sampleEvent(
  name: string,
  { host, workspace, wanted, hooks }: Sampling,
): Promise<readonly Sampled[]> {
  const { startDir, projectDir } = workspace.places
  const described = wanted.wish?.(host)
  const wishes = described === undefined ? wishesFor(name, hooks, startDir) : [{ ...described, event: name }]
  const sampled: Sampled[] = []
  for (const wish of wishes) {
    const made = await payloadOf(wish, nativesFor(name, host), { dialect: host, cwd: startDir })
    if (made === undefined) continue
    const event = host.decodeEvent({ ...made, startDir, projectDir, at: workspace.clock.now() })
    if (!isIssue(event)) sampled.push({ event, plan: await workspace.core.explain(event) })
  }
  return sampled
}

function hasStep({ steps }: Plan, { id, event }: Hook): boolean {
  return steps.some(({ hook }) => hook.id === id && hook.event === event)
}

function toolsOf(samples: readonly Sampled[]): readonly string[] {
  return [...new Set(samples.flatMap(({ event: { tool } }) => tool?.name ?? []))]
}

type Choosing = { readonly host: Dialect; readonly samples: readonly Sampled[]; readonly wanted: Wanted }

/** Each hook in the first sample that reaches it; one that runs in the background alone, and waited for. */
async function chooseTargets(
  measured: readonly Hook[],
  { host, samples, wanted }: Choosing,
): Promise<readonly Target[]> {
  const waiting = measured.filter((hook) => !isBehind(hook))
  const targets: Target[] = []
  const reached = new Set<Hook>()
  const workspace = await wanted.open(
    host,
    waiting.map(({ id }) => id),
  )
  for (const { event, plan } of samples) {
    const hooks = waiting.filter((hook) => hasStep(plan, hook))
    if (hooks.every((hook) => reached.has(hook))) continue
    for (const hook of hooks) reached.add(hook)
    targets.push({ host, event, hooks, workspace, isBehind: false })
  }
  for (const hook of measured.filter(isBehind)) {
    const first = samples.find(({ plan }) => hasStep(plan, hook))
    if (first === undefined) continue
    const alone = await wanted.open(host, [hook.id])
    targets.push({ host, event: first.event, hooks: [hook], workspace: alone, isBehind: true })
  }
  return targets
}

function isBehind({ mode, handler }: Hook): boolean {
  return mode !== 'wait' && handler.type === 'command'
}

type Reaching = { readonly host: Dialect; readonly samples: readonly Sampled[]; readonly isReached: boolean }

function unmeasured(hook: Hook, { host, samples, isReached }: Reaching): Unmeasured {
  const about = { id: hook.id, host: host.name, event: hook.event }
  if (isReached)
    return {
      ...about,
      because: 'model',
      why: 'it asks a model, which costs money; --hook with its id measures it',
    }
  const skips = samples.flatMap(({ plan }) => plan.skipped.filter((skip) => skip.hook.id === hook.id))
  const refused = skips.find(({ because }) => because !== 'matcher' && because !== 'condition')
  if (refused !== undefined) return { ...about, because: refused.because, why: refused.why }
  if (nativesFor(hook.event, host).length === 0)
    return { ...about, because: 'event', why: `${host.title} has no such event` }
  const own = samples.filter(({ event }) => event.name === hook.event)
  if (own.length === 0)
    return { ...about, because: 'payload', why: 'no sample payload can be made of this event' }
  return {
    ...about,
    because: 'sample',
    why: 'no sample payload matches it; describe one with --command, --edit, --write, --read, --tool or --prompt',
  }
}
