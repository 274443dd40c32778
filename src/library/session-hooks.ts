import type { Audience, Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import { dialects } from '../dialects/index.ts'
import type { Places } from '../dialects/dialect.ts'
import type { EngineCore } from '../engine/engine.ts'
import type { OnSuccess } from '../engine/roster.ts'

export type SessionHookOptions = Audience & {
  /** What ids and messages call the set. Default `session`. */
  readonly name?: string
  /** Called after each success: not after a no, an error or a cancel. */
  readonly onSuccess?: OnSuccess
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
  { name = 'session', places }: { name?: string; places: Places },
): Promise<Pick<AddedHooks, 'hooks' | 'issues'>> {
  const side = await dialects.get('claude-code')?.config()
  if (side === undefined) throw new Error('no dialect named "claude-code"')
  return side.read({ file: `<${name}>`, scope: 'session', value: settings }, places)
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
