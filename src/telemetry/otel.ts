import { context, metrics, trace, SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api'
import manifest from '../../package.json' with { type: 'json' }
import type { Hook } from '../core/hook.ts'
import type { Plan } from '../core/plan.ts'
import { ending } from '../core/tally.ts'
import type { Run } from '../engine/run.ts'
import type { Progress } from '../engine/progress.ts'
import type { Watched } from '../engine/telemetry.ts'
import { definitionOf, nameOf, sourceOf, type About } from './attributes.ts'

const NAME = 'hookwright'

/** One span per event and one per hook below it, and a histogram of how long events took. No payload, no output. */
export function beginSpans(plan: Plan, about: About): Watched {
  const tracer = trace.getTracer(NAME, manifest.version)
  const parent = tracer.startSpan(`hooks ${plan.event.name}`, { attributes: planAttributes(plan, about) })
  const below = trace.setSpan(context.active(), parent)
  const spans = new Map<Hook, Span>()

  function onProgress(progress: Progress): void {
    const { hook } = progress
    if (progress.kind === 'started') {
      spans.set(hook, tracer.startSpan(`hook ${hook.id}`, { attributes: hookAttributes(hook) }, below))
      return
    }
    if (progress.kind === 'output') return
    const span = spans.get(hook)
    span?.setAttributes({ hook_outcome: progress.outcome.kind, hook_result: ending(progress.answer) })
    if (progress.answer.failure !== undefined)
      span?.setStatus({ code: SpanStatusCode.ERROR, message: progress.answer.failure })
    span?.end()
    spans.delete(hook)
  }

  function end(run: Run): void {
    parent.setAttributes({ ...countAttributes(run), hook_decision: run.verdict.decision })
    parent.end()
    metrics
      .getMeter(NAME, manifest.version)
      .createHistogram('hook_duration_ms', { unit: 'ms', description: 'Wall time of all hooks of one event' })
      .record(run.ms, { hook_event: plan.event.name, num_hooks: plan.steps.length })
  }

  return { onProgress, end }
}

function planAttributes(plan: Plan, about: About): Attributes {
  const isManaged = about.managedOnly()
  return {
    hook_event: plan.event.name,
    hook_name: nameOf(plan, about),
    num_hooks: plan.steps.length,
    managed_only: isManaged,
    hook_source: isManaged ? 'policySettings' : 'merged',
    hook_definitions: JSON.stringify(plan.steps.map(({ hook }) => definitionOf(hook))),
  }
}

function hookAttributes(hook: Hook): Attributes {
  return {
    hook_id: hook.id,
    hook_event: hook.event,
    hook_type: hook.handler.type,
    hook_source: sourceOf(hook),
  }
}

function countAttributes({ counts }: Run): Attributes {
  return {
    num_success: counts.success,
    num_blocking: counts.blocking,
    num_non_blocking_error: counts.nonBlockingError,
    num_cancelled: counts.cancelled,
  }
}
