import type { Hook } from '../core/hook.ts'
import type { Outcome } from '../core/outcome.ts'
import type { PackContext, ToolRun } from '../packs/code.ts'
import type { Files } from '../ports/files.ts'
import type { Launch, ProcessLimits, RunRecords } from '../process/spawn.ts'
import type { PackCall } from './pack.ts'

/** What contexts of packs are made of. */
export type ContextParts = {
  readonly home: string
  readonly stateDir: string
  readonly platform: NodeJS.Platform
  readonly files: Files
  readonly now: () => number
  readonly limits: ProcessLimits
  /** The part that starts processes, loaded with the first program that a pack runs. */
  readonly loadProcesses: () => Promise<{
    readonly launch: (launch: Launch) => Promise<Outcome>
    readonly records?: RunRecords
  }>
  /** The part that sends requests, loaded with the first one. */
  readonly loadPost: () => Promise<(signal: AbortSignal) => PackContext['post']>
  /** Texts of a pack about a project. */
  readonly storeOf: (pack: string, projectDir: string) => PackContext['store']
  /** These variables with a PATH that leads to no program of the project. */
  readonly withSafePath: (variables: Readonly<Record<string, string>>, hook: Hook) => Record<string, string>
}

/** What the code of a pack gets for one event. */
export function createPackContext(
  parts: ContextParts,
  { step, name, options, signal }: PackCall,
): PackContext {
  const { home, stateDir, platform, files, now, loadPost, storeOf } = parts
  const { projectDir } = step.event
  let variables: Record<string, string> | undefined
  let store: PackContext['store'] | undefined
  const safe = (): Record<string, string> => (variables ??= parts.withSafePath(step.env, step.hook))
  return {
    options,
    scope: step.hook.source.scope,
    signal,
    timeoutMs: step.timeoutMs,
    home,
    stateDir,
    platform,
    files,
    now,
    get variables() {
      return safe()
    },
    get store() {
      return (store ??= storeOf(name, projectDir))
    },
    run: (file, args, { variables: changes, ...how }) =>
      run({ file, args, ...how, env: changed(safe(), changes), signal }, parts),
    post: async (url, body, timeoutMs) => (await loadPost())(signal)(url, body, timeoutMs),
  }
}

type Job = Pick<Launch, 'file' | 'args' | 'cwd' | 'timeoutMs' | 'signal'> & {
  readonly input?: string
  readonly maxBytes?: number
  readonly env: Record<string, string>
}

/** A copy in any case: the mark of a record is written there. */
function changed(
  variables: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const all = { ...variables }
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete all[name]
    else all[name] = value
  }
  return all
}

async function run(
  { input = '', maxBytes, ...job }: Job,
  { loadProcesses, limits }: ContextParts,
): Promise<ToolRun> {
  const { launch, records } = await loadProcesses()
  const outcome = await launch({
    ...job,
    input,
    leftovers: 'terminate',
    limits: maxBytes === undefined ? limits : { ...limits, outputBytes: maxBytes },
    ...(records && { records }),
  })
  return runOf(outcome)
}

function runOf(outcome: Outcome): ToolRun {
  switch (outcome.kind) {
    case 'exited': {
      const { code, stdout, stderr, signal } = outcome
      // As shells count it.
      const status = code ?? (signal === 'SIGKILL' ? 137 : 128)
      const droppedBytes = stdout.droppedBytes + stderr.droppedBytes
      return { kind: 'exited', code: status, stdout: stdout.text, stderr: stderr.text, droppedBytes }
    }
    case 'timed-out':
      return { kind: 'timed-out', stdout: outcome.stdout.text, stderr: outcome.stderr.text }
    case 'cancelled':
      return { kind: 'cancelled' }
    case 'not-started':
    case 'failed':
      return { kind: 'not-started', why: outcome.issue.message }
    case 'answered':
    case 'backgrounded':
      return { kind: 'not-started', why: 'It did not run to its end.' }
  }
}
