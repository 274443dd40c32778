import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Plan } from '../core/plan.ts'
import type { EnvFiles } from './env-files.ts'
import type { DispatchOptions, EngineParts, Variables } from './parts.ts'
import type { RunStage } from './perform.ts'
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

type Running = {
  readonly id: string
  readonly stages: { readonly parts: EngineParts; readonly hooksOf: (event: string) => readonly Hook[] }
  readonly options: DispatchOptions
  /** How long the run waited before its first step. */
  readonly spentMs: number
}

/** Runs the steps of a plan. The code that runs them loads with the first plan that has any. */
export async function runPlan(planned: Plan, { id, stages, options, spentMs }: Running): Promise<Ran> {
  const { parts } = stages
  // Before anything is waited for: another event may let the same hook run with other scripts meanwhile.
  const watches = watchSteps(planned, parts.watch)
  const variables = parts.variables(planned.event)
  const issues: Issue[] = []
  const told = parts.variableIssues?.(variables, planned.steps.map(hookOf)) ?? NONE
  const watching = parts.telemetry?.begin(planned)
  const watched = watching instanceof Promise ? await watching : watching
  const opening = openEnvFiles(planned, stages, { variables, tell: (problem) => issues.push(problem) })
  const envFiles = opening && (await opening)
  const loading = loadStage()
  const stage = loading instanceof Promise ? await loading : loading
  const context = stage.contextOf(planned, {
    runId: id,
    parts,
    options,
    variables,
    envFiles,
    spentMs,
    watches,
    watching: watched?.onProgress,
  })
  const results = await stage.run(planned.steps, context)
  return { results, context, stage, issues: told.length === 0 ? issues : [...issues, ...told], watched }
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
