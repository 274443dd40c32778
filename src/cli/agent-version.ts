import type { Env } from '../ports/env.ts'
import { limits } from '../engine/limits.ts'
import type { FoundAgent } from '../install/agents.ts'
import { launch } from '../process/spawn.ts'

const PATIENCE_MS = 3_000

/** Asks an agent's program for its version. Undefined: it has no program, or does not say. */
export async function agentVersion(
  { program }: FoundAgent,
  { variables, home }: Env,
): Promise<string | undefined> {
  if (program === undefined) return undefined
  const outcome = await launch({
    file: program,
    args: ['--version'],
    // Not in the project: what is there must not change what the program does.
    cwd: home,
    env: variables,
    input: '',
    timeoutMs: PATIENCE_MS,
    signal: new AbortController().signal,
    leftovers: 'terminate',
    limits,
  })
  if (outcome.kind !== 'exited' || outcome.code !== 0) return undefined
  return /\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?/.exec(outcome.stdout.text)?.[0]
}
