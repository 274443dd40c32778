import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Env } from '../ports/env.ts'
import { startDetached } from '../process/detach.ts'
import type { Run } from '../engine/run.ts'
import type { Workspace } from '../workspace/open.ts'
import { EXIT, type Invocation } from './command.ts'
import { diagnostics } from './diagnostics.ts'
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
  readonly bytes: Uint8Array
  readonly signal: AbortSignal
}

/** To be killed by the host is no way to end a hook that has met its timeout. */
const SPARE_MS = 5_000

type Behind = Declaring & {
  readonly workspace: Workspace
  /** Why the run is not in the log. */
  readonly unlogged: Issue | undefined
}

/** Tells what is to be told now, and runs the hooks to their ends. */
export async function goOnBehind(ran: Run, hooks: readonly Hook[], behind: Behind): Promise<number> {
  const { invocation, workspace, unlogged } = behind
  const isWatched = invocation.io.watched
  invocation.io.err(await diagnostics(ran, workspace, { unlogged, said: '', isWatched }))
  await runDeclared(hooks, behind)
  return EXIT.ok
}

/** Where all there is to run is not to be waited for, and the host knows such hooks, this process is one itself. */
async function runDeclared(
  hooks: readonly Hook[],
  { dialect, invocation, bytes: payload, signal }: Declaring,
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
