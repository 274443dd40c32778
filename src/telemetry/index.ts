import type { Telemetry, Watched } from '../engine/telemetry.ts'
import type { Plan } from '../core/plan.ts'
import type { About } from './attributes.ts'

/** Where OpenTelemetry's API keeps what a program registered; shared by all copies of it in a process. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/**
 * Spans and metrics for a program that has registered an SDK, before or after the engine was made. Without one nothing
 * is loaded: a run costs one look at the global object.
 */
export function createTelemetry(about: About): Telemetry {
  let begin: ((plan: Plan, about: About) => Watched) | undefined
  return {
    begin(plan) {
      if (!isHeard()) return undefined
      if (begin !== undefined) return begin(plan, about)
      return import('./otel.ts').then(({ beginSpans }) => {
        begin = beginSpans
        return beginSpans(plan, about)
      })
    },
  }
}

type Registered = { readonly trace?: unknown; readonly metrics?: unknown }

/** A package that only uses the API registers its logger; spans and metrics then reach nobody. */
function isHeard(): boolean {
  const registered = (globalThis as { readonly [REGISTERED]?: Registered })[REGISTERED]
  return registered !== undefined && (registered.trace !== undefined || registered.metrics !== undefined)
}
