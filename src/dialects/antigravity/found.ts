import type { Hook } from '../../core/hook.ts'
import type { Issue, Place } from '../../core/issue.ts'
import { shapeIssue } from '../_families/claude/shape.ts'
import type { ConfigFile } from '../dialect.ts'

/** What a part of a file holds. */
export type Found = { readonly hooks: readonly Hook[]; readonly issues: readonly Issue[] }

/** A named hook of a file. */
export type Around = { readonly name: string; readonly file: ConfigFile; readonly place: Place }

/** Where an entry stands, for its id and its place. */
export type Spot = Around & { readonly native: string; readonly index: string }

export function wrongShape(place: Place, problem: Parameters<typeof shapeIssue>[1]): Found {
  return { hooks: [], issues: [shapeIssue(place, problem)] }
}

export function join(found: readonly Found[]): Found {
  return { hooks: found.flatMap(({ hooks }) => hooks), issues: found.flatMap(({ issues }) => issues) }
}
