import type { Hook, Owner } from '../../../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../../../core/issue.ts'
import { shownKey } from '../../../core/misfit.ts'
import { didYouMean } from '../../../core/suggest.ts'
import type { ConfigFile, ConfigReading, Places } from '../../dialect.ts'
import { findRow } from './event-table.ts'
import { readGroup, refused } from './groups.ts'
import { hostTitle, type HookContract } from './profile.ts'
import { isObject, shapeIssue } from './shape.ts'

/** Where a map of events to groups stands, and whose it is. */
export type MapSpot = {
  /** By whose rules the map is read. */
  readonly contract: HookContract
  readonly file: ConfigFile
  readonly places: Places
  /** Middle part of the hooks' ids. */
  readonly label: string
  /** Path of keys to the map. */
  readonly pointer: readonly (string | number)[]
  readonly owner?: Owner
  /** The event that hooks under this name belong to. */
  readonly eventOf?: (written: string) => string
}

export type Found = {
  readonly hooks: readonly Hook[]
  readonly issues: readonly Issue[]
  /** The event whose broken guard makes the file void. */
  readonly voidedBy?: string | undefined
}

/** `{ Event: [group…] }`, which all sources share. */
export function readHookMap(events: unknown, spot: MapSpot): Found {
  const place: Place = { file: spot.file.file, pointer: spot.pointer }
  if (!isObject(events)) {
    const problem = shapeIssue(place, { name: '"hooks"', expected: 'an object', got: events })
    return { hooks: [], issues: [problem] }
  }
  const found = Object.entries(events).map(([event, groups]) => readEvent(event, groups, spot))
  const voidedBy = found.find((one) => one.voidedBy !== undefined)?.voidedBy
  const issues = found.flatMap((one) => one.issues)
  if (voidedBy === undefined) return { hooks: found.flatMap((one) => one.hooks), issues }
  return { hooks: [], issues: [...issues, voided(voidedBy, { file: spot.file.file })], voidedBy }
}

export function reading(file: ConfigFile, found: Partial<ConfigReading>): ConfigReading {
  return { file: file.file, scope: file.scope, hooks: [], issues: [], switches: {}, imports: [], ...found }
}

function readEvent(written: string, groups: unknown, spot: MapSpot): Found {
  const place: Place = { file: spot.file.file, pointer: [...spot.pointer, written] }
  const { contract } = spot
  if (findRow(contract.events, written) === undefined)
    return { hooks: [], issues: [unknownEvent(written, contract, place)] }
  const found = Array.isArray(groups)
    ? groups.map((group: unknown, index) => readOne(group, { written, index }, spot))
    : [refused(shapeIssue(place, { name: `"${written}"`, expected: 'a list', got: groups }))]
  // Also for a matcher that is not a pattern and an event that is not a list, which a host may pass over without a
  // word: the guard would be off just the same.
  const isVoid = (contract.voiding ?? []).includes(written) && found.some((one) => one.broken)
  return {
    hooks: found.flatMap((one) => one.hooks),
    issues: found.flatMap((one) => one.issues),
    ...(isVoid && { voidedBy: written }),
  }
}

function readOne(
  group: unknown,
  { written, index }: { written: string; index: number },
  { contract, file, places, label, pointer, owner, eventOf }: MapSpot,
): ReturnType<typeof readGroup> {
  return readGroup(group, {
    event: eventOf?.(written) ?? written,
    contract,
    dialect: contract.name,
    wire: contract.wire,
    file: file.file,
    scope: file.scope,
    pointer: [...pointer, written, index],
    onFailure: 'native',
    detach: true,
    id: (place) => `${contract.name}:${label}:${written}:${index}.${place}`,
    projectDir: places.startDir,
    ...(owner !== undefined && { owner }),
  })
}

function unknownEvent(event: string, contract: HookContract, place: Place): Issue {
  const hint = didYouMean(event, Object.keys(contract.events))
  return warning(
    'event.unknown',
    place,
    `${hostTitle(contract)} has no event ${shownKey(event)}; its hooks are skipped.`,
    hint,
  )
}

function voided(event: string, place: Place): Issue {
  const problem = `Nothing in this file is applied, because a hook under ${event} is broken and may be a guard.`
  return issue('config.void', place, problem, 'Fix the hook named above.')
}
