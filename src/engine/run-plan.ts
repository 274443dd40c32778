import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Plan } from '../core/plan.ts'
import type { EnvFiles } from './env-files.ts'
import type { Variables } from './parts.ts'
import type { Opened, Prepared, RunStage } from './perform.ts'
import type { StepResult } from './runner.ts'
import type { Watched } from './telemetry.ts'
import { watchSteps } from './watch.ts'

/** Steps that have run, and what came of it besides their answers. */
export type Ran = {
  readonly results: readonly StepResult[]
  readonly context: ReturnType<RunStage['contextOf']>
  /** Decides by the results, and looks again after a rewrite. */
  readonly stage: RunStage
  /** Problems of the run that are not a hook's answer. */
  readonly issues: readonly Issue[]
  readonly watched: Watched | undefined
}

/** Steps under way. */
export type Begun = Omit<Ran, 'results'> & {
  readonly results: Promise<readonly StepResult[]>
  /** Problems with the variables that steps run with. */
  readonly told: readonly Issue[]
}

type Running = Prepared['running'] & {
  readonly stages: { readonly hooksOf: (event: string) => readonly Hook[] }
}

/** Returns a plan whose steps have ended. */
export function ended({ context, stage, issues, told, watched }: Begun, results: Ran['results']): Ran {
  return { results, context, stage, issues: told.length === 0 ? issues : [...issues, ...told], watched }
}

/**
 * Begins the steps of a plan. The code that runs them loads with the first plan that has any. Mostly nothing is waited
 * for before they begin: each turn of the microtask queue is a delay of the reply.
 */
export function beginPlan(planned: Plan, running: Running): Begun | Promise<Begun> {
  const { parts } = running.stages
  // Before anything is waited for: another event may let the same hook run with other scripts meanwhile.
  const watches = watchSteps(planned, parts.watch)
  const variables = parts.variables(planned.event)
  const told = parts.variableIssues?.(variables, planned.steps.map(hookOf)) ?? NONE
  const prepared = { planned, running, watches, variables, told }
  const watching = parts.telemetry?.begin(planned)
  if (loaded !== undefined && !(watching instanceof Promise) && !parts.traits(planned.event.name).envFile)
    return perform(loaded, prepared, { watched: watching, envFiles: undefined, issues: NONE })
  return performLate(prepared, watching)
}

async function performLate(
  prepared: Prepared & { readonly running: Running },
  watching: Promise<Watched> | Watched | undefined,
): Promise<Begun> {
  const watched = watching instanceof Promise ? await watching : watching
  const issues: Issue[] = []
  const { planned, running, variables } = prepared
  const tell = (problem: Issue): void => void issues.push(problem)
  const envFiles = await openEnvFiles(planned, running.stages, { variables, tell })
  return perform(await loadStage(), prepared, { watched, envFiles, issues })
}

function perform(stage: RunStage, prepared: Prepared, opened: Opened): Begun {
  const context = stage.contextOf(prepared, opened)
  const { planned, told } = prepared
  const { issues, watched } = opened
  return { results: stage.run(planned.steps, context), context, stage, issues, told, watched }
}

const NONE: readonly never[] = Object.freeze([])

function hookOf({ hook }: { readonly hook: Hook }): Hook {
  return hook
}

let loaded: RunStage | undefined

function loadStage(): RunStage | Promise<RunStage> {
  return loaded ?? import('./perform.ts').then(({ runStage }) => (loaded = runStage))
}

/** Undefined on events without such files, which are most. */
function openEnvFiles(
  { event }: Plan,
  { parts, hooksOf }: Running['stages'],
  use: { readonly variables: Variables; readonly tell: (problem: Issue) => void },
): Promise<EnvFiles> | undefined {
  if (!parts.traits(event.name).envFile) return undefined
  return import('./env-files.ts').then(({ prepareEnvFiles }) =>
    prepareEnvFiles(event, hooksOf(event.name), { sessionEnv: parts.sessionEnv, ...use }),
  )
}
