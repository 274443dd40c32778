import type { Hook } from '../../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../../core/issue.ts'
import { misfit, shownKey } from '../../core/misfit.ts'
import { didYouMean } from '../../core/suggest.ts'
import { at, isObject, shapeIssue, type JsonObject } from '../_families/claude/shape.ts'
import { readEntry, type EntryReading } from './entry.ts'
import { honoursOn, ROWS, type CopilotEvent } from './events.ts'
import { gather } from './gather.ts'
import { oneSided } from './remarks.ts'
import type { EventSpot, MapSpot } from './spots.ts'
import type { Case, Surface } from './surfaces.ts'

type Found = { readonly hooks: readonly Hook[]; readonly issues: readonly Issue[]; readonly broken?: boolean }

/** `{ event: [entry or group…] }`. A broken entry is dropped alone, but inside settings it takes all others along. */
export function readHookMap(events: unknown, spot: MapSpot): Found {
  const place: Place = { file: spot.file.file, pointer: ['hooks'] }
  if (!isObject(events))
    return { hooks: [], issues: [shapeIssue(place, { name: '"hooks"', expected: 'an object', got: events })] }
  const list = spot.surface === 'vscode' ? undefined : notList(events, place)
  if (list !== undefined) return { hooks: [], issues: [list] }
  const found = inOrder(events).map(([written, value]) => readEvent(written, value, spot))
  const issues = gather(
    found.flatMap((one) => one.issues),
    'shell.unfit',
  )
  const isVoid = spot.kind !== 'hooks' && spot.surface !== 'vscode' && found.some((one) => one.broken)
  if (isVoid) return { hooks: [], issues: [...issues, voided(place)] }
  const both = spot.kind === 'hooks' ? oneSided(events, place) : []
  return { hooks: found.flatMap((one) => one.hooks), issues: [...issues, ...both] }
}

/** Entries under camelCase names run first (1.0.102). */
function inOrder(events: JsonObject): readonly [string, unknown][] {
  const entries = Object.entries(events)
  const isPascal = ([name]: [string, unknown]): boolean => /^[A-Z]/.test(name)
  return [...entries.filter((entry) => !isPascal(entry)), ...entries.filter(isPascal)]
}

function notList(events: JsonObject, place: Place): Issue | undefined {
  const wrong = Object.entries(events).find(([, value]) => !Array.isArray(value))
  if (wrong === undefined) return undefined
  const problem = `${shownKey(wrong[0])} must be a list, not ${misfit(wrong[1], 'a list')}; the host rejects the whole file.`
  return issue('config.shape', at(place, wrong[0]), problem)
}

function readEvent(written: string, value: unknown, spot: MapSpot): Found {
  const place: Place = { file: spot.file.file, pointer: ['hooks', written] }
  const row = knownEvent(written, spot.surface)
  if (row === undefined) return { hooks: [], issues: [unknownEvent(written, spot.surface, place)] }
  if (!Array.isArray(value))
    return {
      hooks: [],
      issues: [shapeIssue(place, { name: `"${written}"`, expected: 'a list', got: value })],
      broken: true,
    }
  const spelling: Case = row.camelCase === written ? 'camelCase' : 'PascalCase'
  const eventSpot: EventSpot = { ...spot, row, written, case: spelling }
  const found = value.map((entry: unknown, index) => readItem(entry, index, eventSpot))
  return {
    hooks: found.flatMap((one) => one.hooks),
    issues: found.flatMap((one) => one.issues),
    broken: found.some((one) => one.broken === true),
  }
}

/** Exactly one spelling of each case is known; VS Code lacks some. */
function knownEvent(written: string, surface: Surface): CopilotEvent | undefined {
  const row = ROWS.find((each) => each.camelCase === written || each.PascalCase === written)
  if (row === undefined || surface !== 'vscode') return row
  const isKnown = row.PascalCase === written ? row.vscode !== undefined : row.isKnownToVscode === true
  return isKnown ? row : undefined
}

function readItem(value: unknown, index: number, spot: EventSpot): Found {
  const pointer = ['hooks', spot.written, index]
  if (!isObject(value) || !Array.isArray(value['hooks']))
    return toFound([readEntry(value, { ...spot, pointer, id: `${index}` })], spot)
  const { hooks: entries, matcher } = value as { hooks: unknown[]; matcher?: unknown }
  return toFound(
    entries.map((entry, inner) =>
      readEntry(inherit(entry, matcher), {
        ...spot,
        pointer: [...pointer, 'hooks', inner],
        id: `${index}.${inner}`,
      }),
    ),
    spot,
  )
}

/** Of a group only the matcher counts. */
function inherit(entry: unknown, matcher: unknown): unknown {
  if (!isObject(entry) || matcher === undefined || entry['matcher'] !== undefined) return entry
  return { ...entry, matcher }
}

function toFound(read: readonly EntryReading[], { row, surface }: EventSpot): Found {
  const isFired = honoursOn(surface, row) !== undefined
  const hooks = read.flatMap(({ hook }) => hook ?? [])
  return {
    hooks: isFired
      ? hooks
      : hooks.map((hook) => ({ ...hook, disabled: 'this surface never fires the event' })),
    issues: read.flatMap((one) => one.issues),
    broken: read.some(({ hook }) => hook === undefined),
  }
}

function unknownEvent(written: string, surface: Surface, place: Place): Issue {
  const known = ROWS.flatMap((row) => [row.camelCase, row.PascalCase ?? []]).flat()
  const isElsewhere = known.includes(written)
  const problem = isElsewhere
    ? `VS Code does not know the event ${shownKey(written)}, so its hooks never run there.`
    : `${shownKey(written)} is not an event of the host, so its hooks never run.`
  return warning(
    'event.unknown',
    place,
    problem,
    surface === 'vscode' && isElsewhere ? undefined : near(written, known),
  )
}

/** Names people carry over from the other spelling, or from another host. */
const CARRIED: Readonly<Record<string, string>> = {
  UserPromptSubmitted: 'UserPromptSubmit',
  AgentStop: 'Stop',
  userPromptSubmit: 'userPromptSubmitted',
  stop: 'agentStop',
}

function near(written: string, known: readonly string[]): string | undefined {
  const carried = Object.hasOwn(CARRIED, written) ? CARRIED[written] : undefined
  return carried === undefined ? didYouMean(written, known) : `Did you mean "${carried}"?`
}

function voided({ file }: Place): Issue {
  const problem =
    'None of the hooks in this file run: inside settings the host rejects all for one broken entry.'
  return issue('config.void', { ...(file !== undefined && { file }), pointer: ['hooks'] }, problem)
}
