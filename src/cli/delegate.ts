import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Env } from '../ports/env.ts'
import { startDetached } from '../process/detach.ts'

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
    args: [...process.execArgv, script, 'behind', ...options, ...chosen],
    cwd: env.cwd,
    env: env.variables,
    input: payload,
  })
}
