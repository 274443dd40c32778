import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { isIssue } from '../core/issue.ts'
import type { HookSide } from '../dialects/dialect.ts'
import type { SessionEnv } from '../ports/session-env.ts'

/** The files in which the hooks of one run set variables for their session. */
export type EnvFiles = (hook: Hook, side: HookSide) => string | undefined

export type EnvFileParts = {
  /** Opened for the first event that has such files. */
  readonly sessionEnv: () => Promise<SessionEnv>
}

/** `hooks` are all hooks of the event: a hook keeps its file whichever of the others run. */
export async function prepareEnvFiles(
  event: Event,
  hooks: readonly Hook[],
  { sessionEnv, variables }: EnvFileParts & { readonly variables: Readonly<Record<string, string>> },
): Promise<EnvFiles> {
  const { sessionId } = event
  if (sessionId === undefined) return () => undefined
  const files = await sessionEnv()
  files.begin(sessionId, event.name)
  return (hook, side) => {
    if (!side.takesEnvFile?.(event, hook, variables)) return undefined
    const file = files.fileFor(sessionId, event.name, hooks.indexOf(hook))
    // The state folder's own problem is told with the workspace's; the hook runs all the same.
    return isIssue(file) ? undefined : file
  }
}
