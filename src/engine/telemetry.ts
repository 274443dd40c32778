import type { Plan } from '../core/plan.ts'
import type { Run } from './run.ts'
import type { Progress } from './progress.ts'

/** One run, watched from its plan to its end. */
export type Watched = { readonly onProgress: (progress: Progress) => void; end(run: Run): void }

/** Tells an observer about runs: structure and times, never content. Undefined when nobody listens. */
export type Telemetry = { begin(plan: Plan): Watched | undefined | Promise<Watched> }
