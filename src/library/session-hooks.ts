import type { LoadRequest } from '../config/gather.ts'
import type { Audience, Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { EngineCore } from '../engine/engine.ts'
import type { OnSuccess } from '../engine/roster.ts'

export type SessionHookOptions = Audience & {
  /** What ids and messages call the set. Default `session`. */
  readonly name?: string
  /** Called after each success: not after a no, an error or a cancel. */
  readonly onSuccess?: OnSuccess
}

export type FrontmatterOptions = Omit<SessionHookOptions, 'name'> & {
  readonly kind: 'skill' | 'agent'
  /** Absent: the name in the frontmatter, else the file's or folder's. */
  readonly name?: string
  /** The agent is the main thread, so its `Stop` stays one. */
  readonly isMain?: boolean
}

/** A set of hooks that was added together. */
export type AddedHooks = {
  readonly hooks: readonly Hook[]
  readonly issues: readonly Issue[]
  remove(): void
}

/** Hooks in the form of a settings file, `{ hooks: { Stop: [...] } }`. */
export async function readSettings(
  settings: unknown,
  { name = 'session' }: SessionHookOptions,
  request: LoadRequest,
): Promise<Pick<AddedHooks, 'hooks' | 'issues'>> {
  const { readSessionHooks } = await import('../config/session-hooks.ts')
  return readSessionHooks(settings, name, request)
}

/** Hooks of a skill, slash command or agent, from the frontmatter of its Markdown file. */
export async function readFrontmatter(
  file: string,
  { kind, name, isMain }: FrontmatterOptions,
  request: LoadRequest,
): Promise<Pick<AddedHooks, 'hooks' | 'issues'>> {
  const { readFrontmatterHooks } = await import('../config/frontmatter.ts')
  return readFrontmatterHooks({
    ...request,
    file,
    kind,
    ...(name !== undefined && { name }),
    ...(isMain !== undefined && { isMain }),
  })
}

export function addAll(
  core: EngineCore,
  { hooks, issues }: Pick<AddedHooks, 'hooks' | 'issues'>,
  { sessionId, agentId, onSuccess }: SessionHookOptions,
): AddedHooks {
  const audience = {
    ...(sessionId !== undefined && { sessionId }),
    ...(agentId !== undefined && { agentId }),
  }
  const bound = hooks.map((hook): Hook => (Object.keys(audience).length === 0 ? hook : { ...hook, audience }))
  const removers = bound.map((hook) => core.add(hook, onSuccess))
  return { hooks: bound, issues, remove: () => removers.forEach((remove) => remove()) }
}
