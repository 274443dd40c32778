import type { Hook } from '../../core/hook.ts'
import { readText } from '../../ports/files.ts'
import { resolve } from 'node:path'
import type { Workspace } from '../../workspace/open.ts'
import type { Chore } from './measure.ts'
import type { Target } from './targets.ts'
import { twinOf, type Twinning } from './twin.ts'

const PATIENCE_MS = 10_000
const MOST = 10
const LINE_BYTES = 64 * 1_024

/** The times of empty programs, by what they are started as. */
export type SpawnCosts = {
  readonly chores: readonly Chore[]
  /** Times of the program that stands for this hook; undefined for a hook that starts none. */
  readonly of: (hook: Hook) => readonly number[] | undefined
}

/** Prepares the start of an empty program for each way in which the hooks are started. */
export function spawnCosts(targets: readonly Target[]): SpawnCosts {
  const times = new Map<string, number[]>()
  const keys = new Map<Hook, string>()
  const chores: Chore[] = []
  for (const target of targets)
    for (const hook of target.hooks) {
      const twin = twinOf(hook, twinning(target.workspace))
      if (twin?.handler.type !== 'command') continue
      const key = JSON.stringify([twin.handler.start, hook.wire])
      keys.set(hook, key)
      if (times.has(key)) continue
      const own: number[] = []
      times.set(key, own)
      chores.push({ most: MOST, run: (signal) => startEmpty(twin, { target, own, signal }) })
    }
  return { chores, of: (hook) => times.get(keys.get(hook) ?? '') }
}

export function twinning({ places, files }: Workspace): Twinning {
  const firstLine = (word: string): string | undefined => {
    const path = resolve(places.projectDir, word)
    const text = files.kind(path) === 'file' ? readText(files, path, LINE_BYTES) : undefined
    return typeof text === 'string' ? text.split('\n', 1)[0] : undefined
  }
  return { firstLine, platform: places.platform }
}

type Starting = { readonly target: Target; readonly own: number[]; readonly signal: AbortSignal }

/** By the same handler as the hook, with its environment. */
async function startEmpty(
  twin: Hook,
  { target: { workspace, event }, own, signal }: Starting,
): Promise<void> {
  const { run, safeEnvironments } = workspace
  const side = await run.hookSide(twin.wire)
  const variables = run.variables(event)
  const env: Record<string, string> = { ...variables }
  for (const [name, value] of Object.entries(side.environment(event, twin, variables)))
    if (value === undefined) delete env[name]
    else env[name] = value
  const outcome = await run.handlers.command({
    hook: twin,
    event,
    input: side.encodeInput(event, twin),
    env: safeEnvironments.safeEnv(env, twin),
    timeoutMs: PATIENCE_MS,
    signal,
    ...(side.inlineForms && { inlineForms: side.inlineForms }),
    ...(side.endsAt && { endsAt: side.endsAt }),
  })
  if (outcome.kind === 'exited' && outcome.code === 0) own.push(outcome.ms)
}
