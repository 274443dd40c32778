import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { isIssue, type Issue } from '../core/issue.ts'
import type { HookSide } from '../dialects/dialect.ts'
import type { SessionEnv } from '../ports/session-env.ts'

/** The files in which the hooks of one run set variables for their session. */
export type EnvFiles = (hook: Hook, side: HookSide) => string | undefined

export type EnvFileParts = {
  /** Opened for the first event that has such files. */
  readonly sessionEnv: () => Promise<SessionEnv>
}

type EnvFileUse = {
  readonly variables: Readonly<Record<string, string>>
  /** Gets why a hook has no file. It runs all the same. */
  readonly tell: (problem: Issue) => void
}

/** `hooks` are all hooks of the event: a hook keeps its file whichever of the others run. */
export async function prepareEnvFiles(
  event: Event,
  hooks: readonly Hook[],
  { sessionEnv, variables, tell }: EnvFileParts & EnvFileUse,
): Promise<EnvFiles> {
  const { sessionId } = event
  if (sessionId === undefined) return () => undefined
  const files = await sessionEnv()
  files.begin(sessionId, event.name)
  return (hook, side) => {
    if (!side.takesEnvFile?.(event, hook, variables)) return undefined
    const file = files.fileFor(sessionId, event.name, hooks.indexOf(hook))
    if (!isIssue(file)) return file
    tell({ ...file, place: { ...file.place, hook: hook.id } })
    return undefined
  }
}
