import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Env } from '../ports/env.ts'
import { startDetached } from '../process/detach.ts'
import type { Invocation } from './command.ts'
import { runLate } from './late.ts'
import { issueLine } from './render/issue-line.ts'

/**
 * A host waits for the process it started, so hooks that are not to be waited for run in another one: hookwright
 * again, with the same arguments and payload, for these hooks only.
 */
export function runBehind(
  hooks: readonly Hook[],
  { env, payload }: { readonly env: Env; readonly payload: Uint8Array },
): Promise<Issue | undefined> {
  const [script = '', , ...options] = process.argv.slice(1)
  const chosen = hooks.flatMap((hook) => ['--only', hook.id])
  return startDetached({
    file: process.execPath,
    args: [...process.execArgv, script, 'behind', ...chosen, ...options],
    cwd: env.cwd,
    env: env.variables,
    input: payload,
  })
}

type Declaring = {
  readonly dialect: Dialect
  readonly invocation: Invocation
  readonly payload: Uint8Array
  readonly signal: AbortSignal
}

/** To be killed by the host is no way to end a hook that has met its timeout. */
const SPARE_MS = 5_000

/** Where all there is to run is not to be waited for, and the host knows such hooks, this process is one itself. */
export async function runDeclared(
  hooks: readonly Hook[],
  { dialect, invocation, payload, signal }: Declaring,
): Promise<void> {
  const { behind } = dialect
  if (behind === undefined) throw new Error(`${dialect.name} knows no hooks behind its events`)
  const longest = Math.max(...hooks.map((hook) => hook.timeoutMs))
  if (invocation.io.out(`${behind.declare(longest + SPARE_MS)}\n`) !== undefined) {
    // The host does not know that it need not wait.
    const unstarted = await runBehind(hooks, { env: invocation.env, payload })
    if (unstarted) invocation.io.err(`hookwright: ${issueLine(unstarted)}\n`)
    return
  }
  const only = hooks.map((hook) => hook.id)
  const late = await runLate(invocation, { only, dialect, payload, signal })
  const said = late === undefined ? undefined : behind.encodeLate(late.event, late.effects)
  if (said !== undefined && !signal.aborted) invocation.io.out(`${said}\n`)
}
