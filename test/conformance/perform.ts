import { createConditionEvaluator } from '../../src/conditions/index.ts'
import { announce } from '../../src/core/announce.ts'
import { decide } from '../../src/core/aggregator.ts'
import type { Answer } from '../../src/core/decision.ts'
import type { Event } from '../../src/core/event.ts'
import { applyFailurePolicy } from '../../src/core/failure-policy.ts'
import { readOutcome } from '../../src/core/failure.ts'
import { fit } from '../../src/core/fit.ts'
import type { Hook, Owner, Scope } from '../../src/core/hook.ts'
import { isIssue } from '../../src/core/issue.ts'
import type { Outcome } from '../../src/core/outcome.ts'
import { indexHooks, plan } from '../../src/core/planner.ts'
import type { Policy } from '../../src/core/policy.ts'
import { judge } from '../../src/engine/judge.ts'
import type { Plan } from '../../src/core/plan.ts'
import { countAnswers } from '../../src/core/tally.ts'
import { fitTexts } from '../../src/engine/fit-texts.ts'
import { shortenAnswer } from '../../src/engine/long-texts.ts'
import { endsGroup } from '../../src/engine/runner.ts'
import { eventSpec } from '../../src/dialects/event-spec.ts'
import type { Calling, ConfigReading, Dialect, HookSide } from '../../src/dialects/dialect.ts'
import { dialects } from '../helpers/dialects.ts'
import { hook, ofProject, places } from '../helpers/builders.ts'
import { toOutcome, type OutcomeRecord } from './outcomes.ts'

/** One golden case. Config and event are the host's own; outcomes are given in the order of the plan. */
export type Case = {
  /** Where the expectation comes from. */
  readonly source: string
  /** The calling host, when it is not the dialect of the config. */
  readonly host?: string
  /** The dialect of the config, when it is not that of the folder, which then calls. */
  readonly files?: string
  /** Which of the hosts that share the dialect calls, and reads the files. */
  readonly surface?: string
  /** The event as the caller says it, for payloads that do not. */
  readonly native?: string
  readonly platform?: NodeJS.Platform
  readonly env?: Readonly<Record<string, string>>
  /** One project file, or several files with their scopes, strongest first. */
  readonly config: unknown
  /** Functions the program brings, after all files. */
  readonly callbacks?: readonly { readonly event: string }[]
  readonly event: unknown
  readonly outcomes: readonly OutcomeRecord[]
  readonly reply: { readonly stdout: unknown; readonly stderr: unknown; readonly exitCode: number }
} & Partial<Claims>

/** What a case may claim besides the reply. */
export type Claims = {
  /** Ids that run, and `id reason` of those that do not. */
  readonly plan: { readonly steps: readonly string[]; readonly skipped: readonly string[] }
  /** Codes of the verdict's issues. */
  readonly issues: readonly string[]
  /** Their sentences, and what belongs to them. */
  readonly messages: readonly unknown[]
  readonly details: readonly unknown[]
  /** What each issue says to do next; empty where it says nothing. */
  readonly hints: readonly unknown[]
  readonly configIssues: readonly string[]
  readonly failures: readonly string[]
  readonly order: string
  readonly lost: readonly string[]
  readonly decision: string
  readonly reason: unknown
  readonly effects: readonly unknown[]
  readonly counts: Readonly<Record<string, number>>
  /** Of the steps in the plan: what each reads on stdin, how it starts, and how long it may take. */
  readonly inputs: readonly unknown[]
  readonly handlers: readonly unknown[]
  readonly timeouts: readonly number[]
  /** Ids of the hooks that ran; a dialect may end before the last. */
  readonly ran: readonly string[]
  /** What steps in the background meant by their end. */
  readonly late: readonly unknown[]
}

type FileRecord = {
  readonly scope: Scope
  readonly value: unknown
  readonly owner?: Owner
  readonly isShipped?: boolean
  readonly file?: string
}

const DIR = '/home/dev/app'

const PLACES = places()

const evaluate = createConditionEvaluator({ home: '/home/dev', settingsBase: DIR })

const POLICY: Policy = {
  refuse: (one) => (one.disabled ? { because: 'disabled', why: 'switched off' } : undefined),
  condition: (rule, event) => evaluate(rule, event),
}

/** config + event -> hooks -> recorded outcomes -> answers -> verdict -> reply, without running anything. */
export async function perform(wanted: Case, { dialect, host }: { dialect: Dialect; host: Dialect }) {
  const here = {
    ...PLACES,
    platform: wanted.platform ?? PLACES.platform,
    env: (name: string) => wanted.env?.[name],
  }
  const { hooks, configIssues } = await loadHooks(wanted.config, dialect, { host: host.name, here })
  const event = decode(wanted, host)
  const spec = eventSpec(host, event)
  if (spec === undefined) throw new Error(`${host.name} has no event ${event.name}`)
  const index = indexHooks([...hooks, ...callbacks(wanted, dialect)])
  const planned = plan(event, index, judge(event, index, POLICY))
  const side = await dialect.hooks()
  const spoken = [...new Set(planned.steps.map((step) => step.hook.wire))]
  const sides = new Map(
    await Promise.all(spoken.map(async (wire) => [wire, await dialects.get(wire)?.hooks()] as const)),
  )
  const sideOf = (wire: string): HookSide => sides.get(wire) ?? side
  let count = 0
  const keep = (): string => `/kept/${(count += 1)}.txt`
  const answered = answer(planned, wanted.outcomes, { dialect, sideOf }).map((one) => {
    const { textCaps: caps } = sideOf(one.hook.wire)
    return caps ? { ...one, answer: shortenAnswer(one.answer, one.hook.id, { caps, keep }) } : one
  })
  const rules = {
    event,
    host: host.name,
    rewriteRule: () => dialect.combination.rewrites,
    ofProject,
    lastOnly: () => dialect.combination.lastOnly?.(event.name) ?? [],
  }
  const { wire, rewriteCall } = host
  const honours = { ...spec, wire, ...(rewriteCall && { rewriteCall }) }
  const fitted = fit(decide(answered, rules), honours, { headless: false, event })
  const announced = announce(fitted, planned, { effects: spec.effects, review: 'hookwright trust show' })
  const verdict = await fitTexts(announced, host, keep)
  const reply = host.encodeReply(event, verdict)
  return {
    reply: { ...reply, stdout: parsed(reply.stdout, wanted.reply.stdout) },
    plan: summary(planned),
    issues: verdict.issues.map((problem) => problem.code),
    messages: verdict.issues.map((problem) => problem.message),
    details: verdict.issues.map((problem) => problem.detail ?? ''),
    hints: verdict.issues.map((problem) => problem.hint ?? ''),
    configIssues,
    failures: answered.flatMap((one) => one.answer.failure ?? []),
    order: dialect.combination.order(planned.steps),
    lost: verdict.lost.map(({ what }) => what),
    decision: verdict.decision,
    reason: verdict.reason ?? '',
    effects: verdict.effects,
    counts: countAnswers(answered),
    inputs: planned.steps.map(({ hook: each }) => readInput(sideOf(each.wire).encodeInput(event, each))),
    handlers: planned.steps.map(({ hook: each }) => each.handler),
    timeouts: planned.steps.map(({ hook: each }) => each.timeoutMs),
    ran: answered.map((one) => one.hook.id),
    late: lateAnswers(planned, wanted.outcomes, { event, side }),
  }
}

async function loadHooks(
  config: unknown,
  dialect: Dialect,
  { host, here }: Calling & { readonly here: typeof PLACES },
) {
  const side = await dialect.config()
  const files = Array.isArray(config)
    ? (config as FileRecord[])
    : [{ scope: 'project' as const, value: config }]
  const readings: ConfigReading[] = files.map((file) => side.read({ ...file, file: nameOf(file) }, here))
  const configIssues = readings.flatMap((reading) => reading.issues.map((problem) => problem.code))
  return { hooks: side.combine(readings, here, { host }).hooks, configIssues }
}

function nameOf({ scope, owner, file }: FileRecord): string {
  if (file !== undefined) return file
  if (owner !== undefined) return `${owner.root}/${owner.kind === 'plugin' ? 'hooks/hooks.json' : 'SKILL.md'}`
  return `${DIR}/.claude/${scope === 'managed' ? 'managed-settings' : scope}.json`
}

function callbacks({ callbacks: wanted = [] }: Case, { name, wire }: Dialect): readonly Hook[] {
  return wanted.map(({ event }, index) =>
    hook({
      id: `callback:${index}`,
      event,
      handler: { type: 'function', run: () => undefined },
      dialect: name,
      wire: wire,
      source: { file: '', pointer: [], scope: 'session' },
      onFailure: 'native',
    }),
  )
}

function decode({ event: payload, native }: Case, dialect: Dialect): Event {
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  const said = native === undefined ? {} : { event: native }
  const event = dialect.decodeEvent({ bytes, startDir: DIR, projectDir: DIR, at: 0, ...said })
  if (isIssue(event)) throw new Error(event.message)
  return event
}

function answer(
  { event, steps }: Plan,
  records: readonly OutcomeRecord[],
  { dialect, sideOf }: { dialect: Dialect; sideOf: (wire: string) => HookSide },
): readonly { hook: Hook; outcome: Outcome; answer: Answer }[] {
  const answered: { hook: Hook; outcome: Outcome; answer: Answer }[] = []
  let seen = event
  const { combination } = dialect
  const isSerial = combination.order(steps) === 'serial'
  for (const [index, { hook: each }] of steps.entries()) {
    const record = records[index]
    if (record === undefined) break
    const outcome = toOutcome(record, each)
    const taken = dialect.readOutcome?.(outcome, each, seen) ?? outcome
    const read = readOutcome(taken, sideOf(each.wire).decodeOutput, { hook: each, event: seen })
    const last = applyFailurePolicy(read, each, dialect.failures)
    const done = { hook: each, outcome, answer: last }
    answered.push(done)
    if (!isSerial) continue
    if (endsGroup(last, combination, event.name)) break
    seen = combination.next?.(seen, done) ?? seen
  }
  const isWhole = answered.length === steps.length || isSerial
  if (records.length !== answered.length || !isWhole)
    throw new Error(`The case records ${records.length} outcomes for ${steps.length} steps.`)
  return answered
}

function readInput(input: string | Uint8Array): unknown {
  return JSON.parse(typeof input === 'string' ? input : new TextDecoder().decode(input))
}

function lateAnswers(
  { steps }: Plan,
  records: readonly OutcomeRecord[],
  { event, side }: { event: Event; side: HookSide },
): readonly unknown[] {
  return records.flatMap((record, index) => {
    const step = steps[index]
    if (!('background' in record) || step === undefined || side.asides === undefined) return []
    const outcome = toOutcome(record.background, step.hook)
    const { answer: said, wake } = side.asides.decodeLate(step.hook, event, outcome)
    const issues = said.issues.map((problem) => problem.code)
    return { decision: said.decision, effects: said.effects, issues, ...(wake !== undefined && { wake }) }
  })
}

function summary({ steps, skipped }: Plan): Claims['plan'] {
  return {
    steps: steps.map((step) => step.hook.id),
    skipped: skipped.map((skip) => `${skip.hook.id} ${skip.because}`),
  }
}

/** A case that expects an object expects exactly one JSON document, unless the object stands for a text. */
function parsed(stdout: string, wanted: unknown): unknown {
  const isDocument =
    typeof wanted === 'object' && wanted !== null && !('$has' in wanted || '$length' in wanted)
  return isDocument && stdout !== '' ? (JSON.parse(stdout) as unknown) : stdout
}
