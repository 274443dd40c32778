import type { LoadRequest } from '../config/gather.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { EngineCore } from '../engine/engine.ts'
import type { OnSuccess } from '../engine/roster.ts'
import { readAudience, type AudienceOptions } from './audience.ts'

/** Options of `addHooks`. Default: the hooks fire for all events. */
export type SessionHookOptions = AudienceOptions & {
  /** What ids and messages call the set. Default `session`. */
  readonly name?: string
  /** Called after each success: not after a no, an error or a cancel. */
  readonly onSuccess?: OnSuccess
}

/** Options of `addFrontmatter`. */
export type FrontmatterOptions = AudienceOptions & {
  /** The hooks of an agent see that agent alone, so they need its `agentId`, or `isMain`. */
  readonly kind: 'skill' | 'agent'
  /** Absent: the name in the frontmatter, else the file's or folder's. */
  readonly name?: string
  /** The agent is the main thread: its `Stop` stays one, and its hooks see the main thread unless said otherwise. */
  readonly isMain?: boolean
  /** Called after each success: not after a no, an error or a cancel. */
  readonly onSuccess?: OnSuccess
}

/** A set of hooks that was added together. */
export type AddedHooks = {
  /** The hooks that were added. */
  readonly hooks: readonly Hook[]
  /** What was wrong in the settings or file; a hook with an error was not added. */
  readonly issues: readonly Issue[]
  /** Removes all of them. Runs under way go on. */
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

/** Whom the hooks of a skill or agent are for. */
export function frontmatterAudience(options: FrontmatterOptions): AudienceOptions {
  const { kind, isMain, sessionId, agent, agentId } = options
  if (kind !== 'agent' || !isMain || agent !== undefined || agentId !== undefined) return options
  return { ...(sessionId !== undefined && { sessionId }), agent: 'main' }
}

export function addAll(
  core: EngineCore,
  { hooks, issues }: Pick<AddedHooks, 'hooks' | 'issues'>,
  { audience, onSuccess }: { readonly audience: AudienceOptions; readonly onSuccess?: OnSuccess | undefined },
): AddedHooks {
  const bound = readAudience(audience)
  const all = bound === undefined ? hooks : hooks.map((hook): Hook => ({ ...hook, ...bound }))
  const removers = all.map((hook) => core.add(hook, onSuccess))
  return { hooks: all, issues, remove: () => removers.forEach((remove) => remove()) }
}
