import { availableParallelism } from 'node:os'
import * as path from 'node:path'
import { CANONICAL } from '../dialects/canonical.ts'
import { findEntry, hostNames } from '../dialects/registry.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Env } from '../ports/env.ts'
import type { CaseFile, PlacedCase } from './case-file.ts'
import { INTERRUPTED, runCase, type CaseEnd } from './run-case.ts'
import type { TestedConfig } from './tested-config.ts'

/** A file with cases whose hooks could be read. */
export type ReadyFile = { readonly caseFile: CaseFile; readonly config: TestedConfig }

/** One case on one host, and what came of it. */
export type CaseResult = {
  readonly caseFile: CaseFile
  readonly one: PlacedCase
  readonly host: string
  readonly end: CaseEnd
}

export type CaseRunOptions = {
  readonly env: Env
  readonly signal: AbortSignal
  /** The most cases that run at once. Default: as many as the machine has cores, at most 8. */
  readonly jobs?: number
}

const MOST_JOBS = 8

/** Runs cases side by side. Results are in the order of the files, however long each took. */
export async function runCaseFiles(
  files: readonly ReadyFile[],
  { env, signal, jobs = Math.min(availableParallelism(), MOST_JOBS) }: CaseRunOptions,
): Promise<readonly CaseResult[]> {
  const calls = files.flatMap(({ caseFile, config }) =>
    caseFile.cases.flatMap((one) => hostsOf(one).map((host) => ({ caseFile, config, one, host }))),
  )
  const results: CaseResult[] = []
  let next = 0
  async function work(): Promise<void> {
    for (let index = next++; index < calls.length; index = next++) {
      const { caseFile, config, one, host } = calls[index] as (typeof calls)[number]
      const dialect = await loadHost(host)
      const folder = path.dirname(caseFile.file)
      const end = await runCase(one, { config, host: dialect, folder, env, signal })
      results[index] = { caseFile, one, host, end }
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, calls.length) }, work))
  return withoutHost(results)
}

function hostsOf({ host }: PlacedCase): readonly string[] {
  return host === 'all' ? hostNames : [host ?? CANONICAL.dialect]
}

function loadHost(name: string): Promise<Dialect> {
  const entry = findEntry(name)
  if (entry === undefined) throw new Error(`no dialect named "${name}"`)
  return entry.load(undefined)
}

/** A case that no host could be called with has tested nothing. */
function withoutHost(results: readonly CaseResult[]): readonly CaseResult[] {
  const reached = new Set(results.filter(({ end }) => end.status !== 'skipped').map(({ one }) => one))
  return results.map((result) => {
    const { one, end } = result
    if (end.status !== 'skipped' || end.why === INTERRUPTED || reached.has(one)) return result
    return { ...result, end: { status: 'broken', why: `No payload can be made: ${end.why}.` } }
  })
}
