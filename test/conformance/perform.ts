import { createConditionEvaluator } from '../../src/conditions/index.ts'
import { announce } from '../../src/core/announce.ts'
import { decide } from '../../src/core/aggregator.ts'
import type { Answer } from '../../src/core/decision.ts'
import type { Event } from '../../src/core/event.ts'
import { applyFailurePolicy, readOutcome } from '../../src/core/failure.ts'
import { fit } from '../../src/core/fit.ts'
import type { Hook, Owner, Scope } from '../../src/core/hook.ts'
import { isIssue } from '../../src/core/issue.ts'
import type { Outcome } from '../../src/core/outcome.ts'
import { indexHooks, plan, type Policy } from '../../src/core/planner.ts'
import type { Plan } from '../../src/core/plan.ts'
import { countAnswers } from '../../src/core/tally.ts'
import type { Calling, ConfigReading, Dialect, HookSide } from '../../src/dialects/dialect.ts'
import { hook, ofProject, places } from '../helpers/builders.ts'
import { toOutcome, type OutcomeRecord } from './outcomes.ts'

/** One golden case. Config and event are the host's own; outcomes are given in the order of the plan. */
export type Case = {
  /** Where the expectation comes from. */
  readonly source: string
  /** The calling host, when it is not the dialect of the config. */
  readonly host?: string
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
  readonly configIssues: readonly string[]
  readonly failures: readonly string[]
  readonly order: string
  readonly lost: readonly string[]
  readonly decision: string
  readonly reason: unknown
  readonly effects: readonly unknown[]
  readonly counts: Readonly<Record<string, number>>
  /** What steps in the background meant by their end. */
  readonly late: readonly unknown[]
}

type FileRecord = {
  readonly scope: Scope
  readonly value: unknown
  readonly owner?: Owner
  readonly isShipped?: boolean
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
  const { hooks, configIssues } = await loadHooks(wanted.config, dialect, { host: host.name })
  const event = decode(wanted.event, host)
  const spec = host.events[event.name]
  if (spec === undefined) throw new Error(`${host.name} has no event ${event.name}`)
  const planned = plan(event, indexHooks([...hooks, ...callbacks(wanted, dialect)]), POLICY)
  const side = await dialect.hooks()
  const answered = answer(planned, wanted.outcomes, { dialect, side })
  const rules = { event, host: host.name, rewriteRule: () => dialect.combination.rewrites, ofProject }
  const fitted = fit(decide(answered, rules), { ...spec, wire: host.wire }, { headless: false })
  const verdict = announce(fitted, planned, { effects: spec.effects, review: 'hookwright trust show' })
  const reply = host.encodeReply(event, verdict)
  return {
    reply: { ...reply, stdout: parsed(reply.stdout, wanted.reply.stdout) },
    plan: summary(planned),
    issues: verdict.issues.map((problem) => problem.code),
    messages: verdict.issues.map((problem) => problem.message),
    details: verdict.issues.map((problem) => problem.detail ?? ''),
    configIssues,
    failures: answered.flatMap((one) => one.answer.failure ?? []),
    order: dialect.combination.order,
    lost: verdict.lost.map(({ what }) => what),
    decision: verdict.decision,
    reason: verdict.reason ?? '',
    effects: verdict.effects,
    counts: countAnswers(answered),
    late: lateAnswers(planned, wanted.outcomes, { event, side }),
  }
}

async function loadHooks(config: unknown, dialect: Dialect, calling: Calling) {
  const side = await dialect.config()
  const files = Array.isArray(config)
    ? (config as FileRecord[])
    : [{ scope: 'project' as const, value: config }]
  const readings: ConfigReading[] = files.map((file) => side.read({ ...file, file: nameOf(file) }, PLACES))
  const configIssues = readings.flatMap((reading) => reading.issues.map((problem) => problem.code))
  return { hooks: side.combine(readings, PLACES, calling).hooks, configIssues }
}

function nameOf({ scope, owner }: FileRecord): string {
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
      speaks: wire,
      source: { file: '', pointer: [], scope: 'session' },
      onFailure: 'native',
    }),
  )
}

function decode(payload: unknown, dialect: Dialect): Event {
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  const event = dialect.decodeEvent({ bytes, startDir: DIR, projectDir: DIR, at: 0 })
  if (isIssue(event)) throw new Error(event.message)
  return event
}

function answer(
  { event, steps }: Plan,
  records: readonly OutcomeRecord[],
  { dialect, side }: { dialect: Dialect; side: HookSide },
): readonly { hook: Hook; outcome: Outcome; answer: Answer }[] {
  if (records.length !== steps.length)
    throw new Error(`The case records ${records.length} outcomes for ${steps.length} steps.`)
  return steps.map((step, index) => {
    const outcome = toOutcome(records[index] as OutcomeRecord, step.hook)
    const read = readOutcome(outcome, side.decodeOutput, { hook: step.hook, event })
    return { hook: step.hook, outcome, answer: applyFailurePolicy(read, step.hook, dialect.failures) }
  })
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
