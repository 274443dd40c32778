import type { HostVariables } from '../core/host-variables.ts'

/** Names of variables that every hook gets, so that a default in `${NAME:-word}` is never used. */
export type AlwaysSet = ReadonlySet<string>

/** Those of the host, and our own. */
export function alwaysSetBy({ alwaysSet }: Pick<HostVariables, 'alwaysSet'>): AlwaysSet {
  return new Set(['HOOKWRIGHT_PROJECT_DIR', ...alwaysSet])
}
