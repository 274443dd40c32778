import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Workspace } from '../workspace/open.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Run } from '../engine/run.ts'
import type { ScriptWatch } from '../engine/watch.ts'
import type { Heir } from '../handlers/handler.ts'
import type { Invocation } from './command.ts'
import { isApproval } from './diagnostics.ts'

type Call = { readonly dialect: Dialect; readonly invocation: Invocation; readonly workspace?: Workspace }

/** Only where nothing else is to be said now, and nothing later that should wake the model. */
export function canDeclare(
  { results, verdict }: Run,
  delegated: readonly Hook[],
  { dialect, invocation }: Call,
): boolean {
  if (invocation.io.isWhole) return false
  if (delegated.length === 0 || dialect.behind === undefined || invocation.args.options.has('json'))
    return false
  const issues = verdict.issues.filter(({ code }) => !isApproval(code))
  const isSilent = verdict.decision === 'none' && verdict.effects.length === 0 && issues.length === 0
  return (
    isSilent && delegated.length === results.length && delegated.every(({ mode }) => mode === 'background')
  )
}

export async function startBehind(
  hooks: readonly Hook[],
  payload: Uint8Array,
  { env }: Invocation,
): Promise<Issue | undefined> {
  const { runBehind } = await import('./delegate.ts')
  return runBehind(hooks, { env, payload })
}

/** The process that supervises a hook after it has declared itself async: a second hookwright that takes over its pipes. */
export function heirOf(
  hook: Hook,
  event: Event,
  {
    watch,
    invocation: { env },
  }: { readonly watch: ScriptWatch | undefined; readonly invocation: Invocation },
): Heir {
  const [script = '', , ...options] = process.argv.slice(1)
  // Both are for reading the answer, which needs no payload.
  const { payload: _payload, messages: _messages, ...rest } = event
  return {
    file: process.execPath,
    args: [...process.execArgv, script, 'behind', '--adopt', ...options],
    cwd: env.cwd,
    env: env.variables,
    job: (held) => JSON.stringify({ hook, event: rest, held, watched: watch?.carry() }),
  }
}
