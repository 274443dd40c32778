import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import type { ConfigReading } from '../dialect.ts'

/** Keys of a TOML file that steer hooks, also those of other files. */
export type Switches = {
  /** `[features] hooks`. Absent: the file does not say. */
  readonly hooks?: boolean
  /** `allow_managed_hooks_only` of the requirements. */
  readonly managedOnly?: true
  /** Keys of hooks that `[hooks.state]` switches off. */
  readonly off?: readonly string[]
}

/** Values of a wrong type count as absent, entry by entry. */
export function readSwitches(
  value: JsonObject,
  { isRequirements }: { readonly isRequirements: boolean },
): Switches {
  const { features, hooks, allow_managed_hooks_only: only } = value
  const feature = featureIn(isObject(features) ? features : {})
  const state = isObject(hooks) && isObject(hooks['state']) ? hooks['state'] : {}
  const off = Object.entries(state).flatMap(([key, entry]) =>
    isObject(entry) && entry['enabled'] === false ? key : [],
  )
  return {
    ...(feature !== undefined && { hooks: feature }),
    ...(isRequirements && only === true && { managedOnly: true as const }),
    ...(off.length > 0 && { off }),
  }
}

/** The second is the older name. */
function featureIn({ hooks, codex_hooks: older }: JsonObject): boolean | undefined {
  return [hooks, older].find((each) => typeof each === 'boolean')
}

export function switchesOf({ switches }: ConfigReading): Switches {
  return switches
}
