import { createConditionEvaluator } from '../../src/conditions/index.ts'
import { announce } from '../../src/core/announce.ts'
import { decide } from '../../src/core/aggregator.ts'
import { applyFailurePolicy, readOutcome } from '../../src/core/failure.ts'
import { fit } from '../../src/core/fit.ts'
import type { Hook, Scope } from '../../src/core/hook.ts'
import { isIssue, issue } from '../../src/core/issue.ts'
import type { Outcome, Output } from '../../src/core/outcome.ts'
import { indexHooks, plan, type Policy } from '../../src/core/planner.ts'
import type { Plan } from '../../src/core/plan.ts'
import type { ConfigReading, Dialect } from '../../src/dialects/dialect.ts'
import { places } from '../helpers/builders.ts'

/** One golden case. Config and event are the host's own; outcomes are given in the order of the plan. */
export type Case = {
  /** Where the expectation comes from. */
  readonly source: string
  /** The calling host, when it is not the dialect of the config. */
  readonly host?: string
  /** One project file, or several files with their scopes, strongest first. */
  readonly config: unknown
  readonly event: unknown
  readonly outcomes: readonly OutcomeRecord[]
  readonly reply: { readonly stdout: unknown; readonly stderr: unknown; readonly exitCode: number }
  /** Ids that run, and `id reason` of those that do not. */
  readonly plan?: { readonly steps: readonly string[]; readonly skipped: readonly string[] }
  /** Codes of the verdict's issues. */
  readonly issues?: readonly string[]
  readonly configIssues?: readonly string[]
  readonly failures?: readonly string[]
  readonly order?: string
  readonly lost?: readonly string[]
}

export type OutcomeRecord =
  | {
      readonly exit: number
      readonly stdout?: string | { readonly $repeat: readonly [string, number] }
      readonly stderr?: string
      readonly droppedBytes?: number
      readonly stderrDropped?: number
      readonly wellFormed?: boolean
    }
  | { readonly signal: string }
  | { readonly timeout: number }
  | { readonly notStarted: string }
  | { readonly answered: unknown }

const DIR = '/home/dev/app'

const PLACES = places()

const evaluate = createConditionEvaluator({ home: '/home/dev', settingsBase: DIR })

const POLICY: Policy = {
  refuse: (hook) => (hook.disabled ? { because: 'disabled', why: 'switched off' } : undefined),
  condition: (rule, event) => evaluate(rule, event),
}

/** config + event -> hooks -> recorded outcomes -> answers -> verdict -> reply, without running anything. */
export async function perform(wanted: Case, { dialect, host }: { dialect: Dialect; host: Dialect }) {
  const { hooks, configIssues } = await loadHooks(wanted.config, dialect)
  const event = decode(wanted.event, host)
  const planned = plan(event, indexHooks(hooks), POLICY)
  const answered = await answer(planned, wanted.outcomes, dialect)
  const rules = { event, host: host.name, rewriteRule: () => dialect.combination.rewrites }
  const spec = host.events[event.name]
  if (spec === undefined) throw new Error(`${host.name} has no event ${event.name}`)
  const fitted = fit(decide(answered, rules), { ...spec, wire: host.wire }, { headless: false })
  const verdict = announce(fitted, planned, { effects: spec.effects, review: 'hookwright trust show' })
  const reply = host.encodeReply(event, verdict)
  return {
    reply: { ...reply, stdout: parsed(reply.stdout, wanted.reply.stdout) },
    plan: summary(planned),
    issues: verdict.issues.map((problem) => problem.code),
    configIssues,
    failures: answered.flatMap((one) => one.answer.failure ?? []),
    order: dialect.combination.order,
    lost: verdict.lost.map(({ what }) => what),
  }
}

async function loadHooks(config: unknown, dialect: Dialect) {
  const side = await dialect.config()
  const files = Array.isArray(config)
    ? (config as { scope: Scope; value: unknown }[])
    : [{ scope: 'project' as const, value: config }]
  const readings: ConfigReading[] = files.map(({ scope, value }) =>
    side.read(
      { file: `${DIR}/.claude/${scope === 'managed' ? 'managed-settings' : scope}.json`, scope, value },
      PLACES,
    ),
  )
  const configIssues = readings.flatMap((reading) => reading.issues.map((problem) => problem.code))
  return { hooks: side.combine(readings, PLACES).hooks, configIssues }
}

function decode(payload: unknown, dialect: Dialect) {
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  const event = dialect.decodeEvent({ bytes, startDir: DIR, projectDir: DIR, at: 0 })
  if (isIssue(event)) throw new Error(event.message)
  return event
}

async function answer({ event, steps }: Plan, records: readonly OutcomeRecord[], dialect: Dialect) {
  if (records.length !== steps.length)
    throw new Error(`The case records ${records.length} outcomes for ${steps.length} steps.`)
  const side = await dialect.hooks()
  return steps.map(({ hook }, index) => {
    const outcome = toOutcome(records[index] as OutcomeRecord, hook)
    const read = readOutcome(outcome, side.decodeOutput, { hook, event })
    return { hook, answer: applyFailurePolicy(read, hook, dialect.failures) }
  })
}

function toOutcome(record: OutcomeRecord, hook: Hook): Outcome {
  if ('timeout' in record)
    return {
      kind: 'timed-out',
      afterMs: record.timeout,
      stdout: output(),
      stderr: output(),
      ms: record.timeout,
    }
  if ('answered' in record) return { kind: 'answered', body: record.answered, ms: 1 }
  if ('notStarted' in record)
    return { kind: 'not-started', issue: issue('hook.start', { hook: hook.id }, record.notStarted), ms: 0 }
  if ('signal' in record)
    return { kind: 'exited', code: null, signal: record.signal, stdout: output(), stderr: output(), ms: 1 }
  const { exit, stdout = '', stderr = '', droppedBytes = 0, stderrDropped = 0, wellFormed = true } = record
  const text = typeof stdout === 'string' ? stdout : stdout.$repeat[0].repeat(stdout.$repeat[1])
  return {
    kind: 'exited',
    code: exit,
    stdout: { text, droppedBytes, wellFormed },
    stderr: { text: stderr, droppedBytes: stderrDropped, wellFormed: true },
    ms: 1,
  }
}

function output(): Output {
  return { text: '', droppedBytes: 0, wellFormed: true }
}

function summary({ steps, skipped }: Plan) {
  return {
    steps: steps.map(({ hook }) => hook.id),
    skipped: skipped.map(({ hook, because }) => `${hook.id} ${because}`),
  }
}

/** A case that expects an object expects exactly one JSON document. */
function parsed(stdout: string, wanted: unknown): unknown {
  return typeof wanted === 'object' && stdout !== '' ? (JSON.parse(stdout) as unknown) : stdout
}
