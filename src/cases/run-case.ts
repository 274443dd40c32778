import * as path from 'node:path'
import { isIssue, type Issue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Run } from '../engine/run.ts'
import type { ModulePool } from '../handlers/module-pool.ts'
import type { Env } from '../ports/env.ts'
import { openWorkspace, type Workspace } from '../workspace/open.ts'
import { eventOfCase } from './case-event.ts'
import type { PlacedCase } from './case-file.ts'
import { compare, type Mismatch } from './compare.ts'
import { fillIn } from './placeholders.ts'
import { makeScratchProject, ScratchProblem, type ScratchProject } from './scratch-project.ts'
import type { TestedConfig } from './tested-config.ts'

/** What came of one case on one host. `status` says which other properties there are. */
export type CaseEnd =
  | { readonly status: 'passed'; readonly run: Run; readonly ms: number }
  | {
      readonly status: 'failed'
      readonly run: Run
      readonly ms: number
      readonly mismatches: readonly Mismatch[]
    }
  /** It could not be run. */
  | { readonly status: 'broken'; readonly why: string }
  /** The host has no such event, or the run of all cases was ended before. */
  | { readonly status: 'skipped'; readonly why: string }

export type CaseSurroundings = {
  readonly config: TestedConfig
  readonly host: Dialect
  /** Folder of the case file. */
  readonly folder: string
  readonly env: Env
  readonly signal: AbortSignal
  readonly modules?: ModulePool
}

/** Why a case was left out when somebody ended the run. */
export const INTERRUPTED = 'interrupted'

/** Runs the hooks for one case, in a project of its own, as a call of the host does. */
export async function runCase(one: PlacedCase, around: CaseSurroundings): Promise<CaseEnd> {
  if (around.signal.aborted) return { status: 'skipped', why: INTERRUPTED }
  try {
    const scratch = await makeScratchProject({
      root: around.config.root,
      copied: [...around.config.parts, ...(one.copy ?? [])],
      files: one.files ?? {},
      git: one.git === true,
      variables: one.env ?? {},
      env: around.env,
    })
    try {
      return await runIn(scratch, fillIn(one, scratch), around)
    } finally {
      scratch.remove()
    }
  } catch (error) {
    if (error instanceof ScratchProblem) return { status: 'broken', why: error.message }
    throw error
  }
}

async function runIn(scratch: ScratchProject, one: PlacedCase, around: CaseSurroundings): Promise<CaseEnd> {
  const workspace = await openCase(scratch, around)
  try {
    const problem = [...workspace.loaded.issues, ...workspace.problems].find(isError)
    if (problem !== undefined) return { status: 'broken', why: textOfIssue(problem) }
    const { project } = scratch
    const event = await eventOfCase(one, {
      dialect: around.host,
      project,
      folder: around.folder,
      at: Date.now(),
    })
    if (event === undefined) return { status: 'skipped', why: `${around.host.title} has no such event` }
    if (isIssue(event)) return { status: 'broken', why: textOfIssue(event) }
    const run = await workspace.core.run(event, { signal: around.signal, headless: one.headless === true })
    const outcome = { verdict: run.verdict, ms: run.ms, readFile: scratch.readFile }
    const mismatches = compare(one.expect, outcome)
    return mismatches.length === 0
      ? { status: 'passed', run, ms: run.ms }
      : { status: 'failed', run, ms: run.ms, mismatches }
  } finally {
    await workspace.close()
  }
}

function openCase({ env, project }: ScratchProject, around: CaseSurroundings): Promise<Workspace> {
  return openWorkspace({
    env,
    cwd: project,
    host: around.host.name,
    sources: [path.join(project, around.config.source)],
    trustProject: true,
    selfGuard: true,
    ...(around.modules && { modules: around.modules }),
  })
}

function isError({ severity }: Issue): boolean {
  return severity === 'error'
}

function textOfIssue({ message, hint }: Issue): string {
  return hint === undefined ? message : `${message} ${hint}`
}
