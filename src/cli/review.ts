import type { Digest } from '../config/digest.ts'
import type { HookStatus } from '../config/hook-states.ts'
import { scriptChanges, type ScriptChange } from '../config/trust.ts'
import type { Hook } from '../core/hook.ts'
import { systemFiles } from '../ports/files.ts'
import type { Workspace } from '../workspace/open.ts'
import { definitionDifference, fileDifference, type Difference } from './file-diff.ts'
import { hostsInUse, powersOf, type HostPower } from './host-power.ts'

/** One hook of the project as a person reviews it: what runs, when, with which power, and what an approval covers. */
export type Reviewed = {
  readonly hook: Hook
  readonly state: 'new' | 'approved' | 'changed'
  readonly why: string
  readonly digest: Digest
  readonly changed: readonly ScriptChange[]
  readonly differences: readonly Difference[]
  /** By the title of the host. Empty: no host has a hook file here. */
  readonly powers: Readonly<Record<string, HostPower>>
  /** Absent: it is on. */
  readonly off?: { readonly why: string; readonly until?: number }
  /** Digest of an approval that this hook takes the place of. */
  readonly replaces?: string
  /** When it was approved, in milliseconds since 1970. */
  readonly at?: number
}

/** What was approved once and is not in the files any more. */
export type Gone = { readonly id: string; readonly key: string; readonly status: HookStatus }

export type Review = {
  readonly hooks: readonly Reviewed[]
  readonly gone: readonly Gone[]
  /** One digest for all of the present ones. */
  readonly digest: string
}

/**
 * Looks at all hooks of the project that the sources have. Every digest is taken here, before anybody is asked.
 * `isShown`: somebody reads it, so that the hosts in use are looked for, which takes a while.
 */
export async function reviewProject(
  workspace: Workspace,
  hooks: readonly Hook[],
  isShown: boolean,
): Promise<Review> {
  const { trust, places } = workspace
  const hosts = isShown ? await hostsInUse(places, systemFiles) : []
  const states = trust.states(hooks)
  return {
    hooks: states.flatMap((status) => (status.hook === undefined ? [] : reviewed(status, status.hook))),
    gone: goneAmong(states, workspace),
    digest: trust.projectDigest(hooks),
  }

  function reviewed(status: HookStatus, hook: Hook): Reviewed {
    const [power] = powersOf([{ ...hook }], hosts)
    const titled = hosts.flatMap(({ name, title }) => {
      const on = power?.hosts[name]
      return on === undefined ? [] : [[title, on] as const]
    })
    const off = offOf(hook, workspace)
    return {
      hook,
      ...compared(status, hook, workspace),
      powers: Object.fromEntries(titled),
      ...(off && { off }),
    }
  }
}

type Compared = Omit<Reviewed, 'hook' | 'powers' | 'off'>

function compared({ state, why, approval, key }: HookStatus, hook: Hook, workspace: Workspace): Compared {
  const { trust, places } = workspace
  const digest = trust.digest(hook)
  const base = {
    state: state === 'gone' ? 'changed' : state,
    why,
    digest,
    changed: [],
    differences: [],
  } as const
  if (approval === undefined) return base
  if (state !== 'changed') return { ...base, at: approval.at }
  const changed = scriptChanges(approval.scripts, digest.scripts)
  const kept = { keptScript: trust.keptScript, files: systemFiles, projectDir: places.projectDir }
  const before = approval.form?.definition
  const differences = [
    ...(before === undefined ? [] : definitionDifference(before, trust.definition(hook))),
    ...changed.map((change) => fileDifference(change, kept)),
  ]
  // A file that several hosts read means something else to each, and each reading has an approval of its own.
  const isSameReading = approval.form?.note === hook.note
  return {
    ...base,
    changed,
    differences,
    at: approval.at,
    ...(key !== undefined && isSameReading && { replaces: key }),
  }
}

function offOf(hook: Hook, { switches }: Workspace): Reviewed['off'] {
  const refusal = switches.refuse(hook)
  if (refusal === undefined) return undefined
  const { until } = switches.offBy(hook) ?? {}
  return { why: refusal.why, ...(until !== undefined && { until }) }
}

/** Of files that were read, or that are not there: the hooks of a source that nobody named are no news. */
function goneAmong(states: readonly HookStatus[], { loaded }: Workspace): readonly Gone[] {
  const read = new Set(loaded.files.map(({ path }) => path))
  return states.flatMap((status) => {
    const { state, approval, key } = status
    if (state !== 'gone' || approval === undefined || key === undefined) return []
    const isKnown = read.has(approval.file) || systemFiles.kind(approval.file) === undefined
    return isKnown ? [{ id: approval.id, key, status }] : []
  })
}
