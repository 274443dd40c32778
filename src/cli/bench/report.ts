import { describeHandler, type Hook } from '../../core/hook.ts'
import { OWN_DIALECT } from '../../dialects/registry.ts'
import type { HookClass } from '../../log/record.ts'
import { adviseAll, type Advice, type Facts } from './advice.ts'
import type { BridgeCosts } from './bridge-cost.ts'
import { partsOf, percentile, tenth, timesOf, type Parts, type Times } from './figures.ts'
import type { Ended, Measured, Stepped } from './measure.ts'
import { twinning, type SpawnCosts } from './spawn-cost.ts'
import type { HostTargets, Unmeasured } from './targets.ts'
import { textOf, toolsNamedIn } from './texts.ts'
import { interpreterOf } from './twin.ts'

export type HookRow = Times &
  Parts & {
    readonly id: string
    readonly host: string
    readonly event: string
    /** The tool of the sample. */
    readonly tool?: string
    readonly mode: Hook['mode']
    readonly type: string
    /** How many runs failed, by the kind of failure. */
    readonly failures: Readonly<Record<string, number>>
  }

/** What the agent waits for at one event. */
export type EventRow = Times & {
  readonly host: string
  readonly event: string
  readonly tool?: string
  /** Milliseconds of a call with nothing to run. Absent: it was not measured. */
  readonly bridgeMs?: number
  readonly engineMs: number
  readonly hooksMs: number
}

export type Report = {
  readonly ended: Ended
  readonly via: BridgeCosts['via']
  readonly hooks: readonly HookRow[]
  readonly events: readonly EventRow[]
  readonly skipped: readonly Unmeasured[]
  readonly advice: readonly Advice[]
}

type Results = {
  readonly hosts: readonly HostTargets[]
  readonly measured: readonly Measured[]
  readonly ended: Ended
  readonly spawns: SpawnCosts
  readonly bridges: BridgeCosts
}

export function reportOf({ hosts, measured, ended, spawns, bridges }: Results): Report {
  const found = measured.flatMap((one) => one.target.hooks.flatMap((hook) => rowOf(hook, one, spawns) ?? []))
  // A hook that several samples reach has a row for the first of them.
  const rows = found.filter(
    ({ row }, at) =>
      found.findIndex(
        (each) => each.row.id === row.id && each.row.host === row.host && each.row.event === row.event,
      ) === at,
  )
  const unmeasured = measured.flatMap((one) =>
    one.target.hooks
      .filter((hook) => !rows.some(({ row }) => row.id === hook.id && row.host === one.target.host.name))
      .map((hook) => outOfTime(hook, one, ended)),
  )
  const facts = rows.map(({ row, hook, one, steps }) => factsOf(row, hook, { one, steps, hosts }))
  // On several hosts the same is true of the same hook; it is told once.
  const advice = [
    ...new Map(adviseAll(facts).map((each) => [`${each.id} ${each.event} ${each.kind}`, each])).values(),
  ]
  return {
    ended,
    via: bridges.via,
    hooks: rows.map(({ row }) => row).toSorted((a, b) => b.p50Ms - a.p50Ms),
    events: measured.flatMap((one) => eventRow(one, bridges) ?? []).toSorted((a, b) => b.p50Ms - a.p50Ms),
    skipped: [...hosts.flatMap(({ skipped }) => skipped), ...unmeasured],
    advice,
  }
}

type Row = {
  readonly row: HookRow
  readonly hook: Hook
  readonly one: Measured
  readonly steps: readonly Stepped[]
}

function rowOf(hook: Hook, one: Measured, spawns: SpawnCosts): Row | undefined {
  const steps = one.steps.get(hook.id) ?? []
  const times = timesOf(steps.map(({ ms }) => ms))
  if (times === undefined) return undefined
  const { host, event } = one.target
  const engineMs =
    percentile(
      one.dispatches.map((each) => each.engineMs),
      50,
    ) ?? 0
  const spawnMs = percentile(spawns.of(hook) ?? [], 50) ?? 0
  const row: HookRow = {
    id: hook.id,
    host: host.name,
    event: event.name,
    ...(event.tool && { tool: event.tool.name }),
    mode: hook.mode,
    type: hook.handler.type,
    ...times,
    ...partsOf({ stepMs: times.p50Ms, spawnMs, engineMs }),
    failures: failuresOf(steps),
  }
  return { row, hook, one, steps }
}

const ANSWERS: ReadonlySet<HookClass> = new Set(['ok', 'deny', 'ask', 'rewrite', 'context'])

function failuresOf(steps: readonly Stepped[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const step of steps) if (!ANSWERS.has(step.class)) counts[step.class] = (counts[step.class] ?? 0) + 1
  return counts
}

function outOfTime(hook: Hook, { target: { host, event }, cutOffMs }: Measured, ended: Ended): Unmeasured {
  const why =
    cutOffMs !== undefined
      ? `it was ended after ${(cutOffMs / 1_000).toFixed(1)} s because the time of --seconds was up`
      : ended === 'interrupted'
        ? 'the measurement was interrupted before it had run'
        : 'the time of --seconds was up before it had run'
  return { id: hook.id, host: host.name, event: event.name, because: 'time', why }
}

function eventRow({ target, dispatches }: Measured, { times }: BridgeCosts): EventRow | undefined {
  if (target.isBehind) return undefined
  // The first call may find cold caches; where there are more, it does not count.
  const calls = times.get(target.host.name) ?? []
  const bridge = percentile(calls.length > 1 ? calls.slice(1) : calls, 50)
  const whole = timesOf(dispatches.map(({ wholeMs }) => wholeMs + (bridge ?? 0)))
  if (whole === undefined) return undefined
  return {
    host: target.host.name,
    event: target.event.name,
    ...(target.event.tool && { tool: target.event.tool.name }),
    ...whole,
    ...(bridge !== undefined && { bridgeMs: tenth(bridge) }),
    engineMs: tenth(
      percentile(
        dispatches.map(({ engineMs }) => engineMs),
        50,
      ) ?? 0,
    ),
    hooksMs: tenth(
      percentile(
        dispatches.map(({ hooksMs }) => hooksMs),
        50,
      ) ?? 0,
    ),
  }
}

type About = {
  readonly one: Measured
  readonly steps: readonly Stepped[]
  readonly hosts: readonly HostTargets[]
}

function factsOf(row: HookRow, hook: Hook, { one, steps, hosts }: About): Facts {
  const { workspace, host } = one.target
  const text = textOf(hook, workspace)
  const interpreter = interpreterOf(hook, twinning(workspace))
  const traits = workspace.run.traits(row.event)
  return {
    id: row.id,
    event: row.event,
    does: describeHandler(hook.handler),
    isCommand: hook.handler.type === 'command',
    isWaitedFor: hook.mode === 'wait',
    isGate: traits.gate,
    isOfOwnFile: hook.dialect === OWN_DIALECT,
    hasMatcher: hook.matcher.kind !== 'all' || hook.condition !== undefined,
    p50Ms: row.p50Ms,
    spawnMs: row.spawnMs,
    spawnShare: row.share.spawn,
    isSilent: steps.every(({ isSilent }) => isSilent),
    ...(interpreter !== undefined && { interpreter }),
    onlySearches: text.onlySearches,
    names: toolsNamedIn(text.all),
    tools: hosts.find((each) => each.host.name === host.name)?.tools.get(row.id) ?? [],
  }
}
