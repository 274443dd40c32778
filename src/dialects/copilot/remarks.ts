import { notice, warning, type Issue, type Place } from '../../core/issue.ts'
import { shownKey } from '../../core/misfit.ts'
import { at, isObject, type JsonObject } from '../_families/claude/shape.ts'
import type { EntrySpot } from './spots.ts'
import { namePlaces } from './gather.ts'

const KNOWN = new Set(
  (
    'type matcher bash powershell command windows linux osx exec args cwd env timeoutSec timeout url headers ' +
    'allowedEnvVars prompt comment description'
  ).split(' '),
)

/** What the authoring guide calls anti-patterns, where an entry shows it. Claude Code's files have other habits. */
export function entryRemarks(value: JsonObject, spot: EntrySpot, place: Place): readonly Issue[] {
  if (spot.kind === 'claude') return []
  const found: Issue[] = []
  if (spot.row.subject === 'tool' && value['matcher'] === undefined)
    found.push(notice('hook.no-matcher', place, `No "matcher": the hook is started for every tool.`, MATCHER))
  if (value['timeoutSec'] === undefined && value['timeout'] === undefined && value['type'] !== 'prompt')
    found.push(
      notice('hook.no-timeout', place, 'No "timeoutSec": the hook may hold the agent up for 30 s.', TIMEOUT),
    )
  return [...found, ...unknownKeys(value, place)]
}

const MATCHER = 'Name the tools it is about, such as "bash", and keep the check in the script.'
const TIMEOUT = 'Say how long it takes at most.'

/** Ignored without a word by the host; some change the meaning elsewhere. */
function unknownKeys(value: JsonObject, place: Place): readonly Issue[] {
  return Object.keys(value)
    .filter((key) => !KNOWN.has(key))
    .map((key) => notice('config.unknown-key', at(place, key), `The host ignores ${shownKey(key)}.`))
}

/** A file with pairs is meant for both systems, so an entry with one half is off on the other. One issue for all of them. */
export function oneSided(events: JsonObject, place: Place): readonly Issue[] {
  const entries = Object.entries(events).flatMap(([event, list]) =>
    Array.isArray(list)
      ? list.flatMap((entry: unknown, index) => leaves(entry, at(place, event, index)))
      : [],
  )
  const isPair = ({ entry }: Leaf): boolean => has(entry, 'bash') && has(entry, 'powershell')
  if (!entries.some(isPair)) return []
  const halves = entries.filter(
    ({ entry }) => !has(entry, 'command') && has(entry, 'bash') !== has(entry, 'powershell'),
  )
  const [first] = halves
  if (first === undefined) return []
  const bash = halves.filter(({ entry }) => has(entry, 'bash'))
  const powershell = halves.filter(({ entry }) => has(entry, 'powershell'))
  const said = [...countHalves(bash, 'bash'), ...countHalves(powershell, 'powershell')]
  const missing =
    bash.length === 0 ? '"bash"' : powershell.length === 0 ? '"powershell"' : 'the other command'
  const problem = `Some entries have both commands, but ${said.join('; ')}.`
  return [warning('shell.one-sided', first.place, problem, `Add ${missing}, or "command" for both.`)]
}

function countHalves(halves: readonly Leaf[], key: string): readonly string[] {
  if (halves.length === 0) return []
  const places = namePlaces(halves.map(({ place }) => place))
  return [`${halves.length} ${halves.length === 1 ? 'has' : 'have'} "${key}" only: ${places}`]
}

type Leaf = { readonly entry: JsonObject; readonly place: Place }

function leaves(value: unknown, place: Place): readonly Leaf[] {
  if (!isObject(value)) return []
  if (!Array.isArray(value['hooks'])) return [{ entry: value, place }]
  return value['hooks'].flatMap((entry: unknown, index) => leaves(entry, at(place, 'hooks', index)))
}

function has(entry: JsonObject, key: string): boolean {
  return typeof entry[key] === 'string' && entry[key] !== ''
}
