import { checkHooksApply } from './check-hooks-apply.ts'
import { checkUselessExcludes } from './check-useless-excludes.ts'
import { identity } from './identity.ts'
import type { MetaHook } from './meta.ts'

export type { MetaContext, MetaHook } from './meta.ts'

/** Hooks of `repo: meta` by id. */
export const META_HOOKS: ReadonlyMap<string, MetaHook> = new Map(
  [checkHooksApply, checkUselessExcludes, identity].map((hook) => [hook.id, hook]),
)
