import { SCOPES, type Hook } from '../../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../../core/issue.ts'
import { misfit, shownKey } from '../../core/misfit.ts'
import { didYouMean } from '../../core/suggest.ts'
import { isObject } from '../_families/claude/shape.ts'
import { MANIFESTS } from '../../packs/manifests.ts'
import { canonicalHint } from '../event-native.ts'
import type { ConfigFile, ConfigReading, ConfigSide, Places } from '../dialect.ts'
import { check } from './check.ts'
import { readEntry } from './entry.ts'
import { readBlock } from './group.ts'
import { packUses } from './own-pack.ts'
import { readPacks } from './pack-use.ts'
import { EVENTS, Top, type SelfGuardMode } from './schema.ts'
import { readServers } from './servers.ts'
import { joined, type Around, type Read } from './spot.ts'

export const configSide: ConfigSide = { read, combine, packUses }

/** One error anywhere and nothing of the file counts: half a policy would look like a whole one. */
export function read(
  file: ConfigFile,
  { startDir }: Pick<Places, 'startDir'>,
  manifests = MANIFESTS,
): ConfigReading {
  const place: Place = { file: file.file, pointer: [] }
  const wrong = check(withoutCases(file), { schema: Top, name: 'a hookwright file', place })
  const top: Top = isObject(file.value) ? file.value : {}
  // A wrong `defaults` would make every entry wrong; the entries are looked at all the same.
  const defaults = wrong.length === 0 ? (top.defaults ?? {}) : {}
  const { servers, issues: unreachable } = readServers(top.mcpServers, file.file)
  const outside = { packs: file.packs ?? new Map(), readEntry }
  const around = { ...file, defaults, servers, startDir, manifests, outside }
  const found = joined([
    Array.isArray(top.packs) ? readPacks(top.packs, around) : NOTHING,
    isObject(top.hooks) ? readEvents(top.hooks, around) : NOTHING,
  ])
  const issues = [
    ...wrong,
    ...unreachable,
    ...found.issues,
    ...repeatedIds(found.hooks),
    ...personalKeys(top, file),
  ]
  const isWhole = issues.every((problem) => problem.severity !== 'error')
  return {
    file: file.file,
    scope: file.scope,
    hooks: isWhole ? found.hooks : [],
    issues,
    switches: isWhole && top.selfGuard !== undefined ? { selfGuard: top.selfGuard } : {},
    imports: isWhole ? (top.imports ?? []) : [],
  }
}

/** A file of cases holds the hooks that it tests; who runs the cases reads them. */
function withoutCases({ value, file }: ConfigFile): unknown {
  if (!isObject(value) || !/\.hooks\.(?:ya?ml|json)$/.test(file)) return value
  const { cases: _, ...rest } = value
  return rest
}

/** What keeps agents from a person's acts is not for a repository to say. */
const PERSONAL = ['selfGuard', 'allowAgents'] as const

function personalKeys(top: Top, { file, scope }: ConfigFile): readonly Issue[] {
  if (scope === 'user' || scope === 'managed') return []
  return PERSONAL.filter((key) => Object.hasOwn(top, key)).map((key) =>
    warning(
      'config.personal-key',
      { file, pointer: [key] },
      `"${key}" counts in the user and the managed hookwright file only; it is ignored here.`,
      'Move it to your own file: docs/self-guard.md says where that is.',
    ),
  )
}

const NOTHING: Read = { hooks: [], issues: [] }

function readEvents(events: Readonly<Record<string, unknown>>, around: Around): Read {
  return joined(Object.entries(events).map(([event, list]) => readEvent(event, list, around)))
}

function readEvent(event: string, list: unknown, around: Around): Read {
  const place: Place = { file: around.file, pointer: ['hooks', event] }
  if (!EVENTS.includes(event)) return { hooks: [], issues: [unknownEvent(event, place)] }
  if (!Array.isArray(list)) return { hooks: [], issues: [notAList(event, list, place)] }
  return joined(
    list.map((item: unknown, index) => {
      const spot = { ...around, event, index }
      return isObject(item) && Object.hasOwn(item, 'hooks') ? readBlock(item, spot) : readEntry(item, spot)
    }),
  )
}

function unknownEvent(event: string, place: Place): Issue {
  const hint = canonicalHint(event) ?? didYouMean(event, EVENTS) ?? `Events are ${EVENTS.join(', ')}.`
  return issue('event.unknown', place, `${shownKey(event)} is not an event.`, hint)
}

function notAList(event: string, list: unknown, place: Place): Issue {
  const expected = 'a list of hooks'
  const found = misfit(list, expected, 'a mapping')
  return issue('config.value', place, `"${event}" must be ${expected}, not ${found}.`)
}

function repeatedIds(hooks: readonly Hook[]): readonly Issue[] {
  const seen = new Set<string>()
  return hooks.flatMap(({ id, source }) => {
    if (!seen.has(id)) return (seen.add(id), [])
    const place = { file: source.file, pointer: [...source.pointer, 'id'] }
    return [
      issue(
        'hook.duplicate-id',
        place,
        `Id "${id}" is used twice in this file.`,
        'Give each hook its own id.',
      ),
    ]
  })
}

/** Strongest scope first. A name that a stronger file already uses gets its scope added. */
export function combine(
  readings: readonly ConfigReading[],
  places?: Pick<Places, 'projectDir' | 'isHomeInside'>,
): ReturnType<ConfigSide['combine']> {
  const ordered = readings.toSorted((a, b) => SCOPES.indexOf(a.scope) - SCOPES.indexOf(b.scope))
  const taken = new Map<string, string>()
  const issues: Issue[] = []
  const hooks = ordered
    .flatMap((reading) => reading.hooks)
    .map((hook) => {
      const id = freeId(hook, taken)
      if (id !== hook.id) issues.push(takenId(hook, id, taken.get(hook.id) ?? ''))
      taken.set(id, hook.source.file)
      return id === hook.id ? hook : { ...hook, id }
    })
  return { hooks, issues, ...selfGuardOf(ordered, places) }
}

/** The strongest word. A file of the user's that lies in the project may be the project's: a variable can lead there. */
function selfGuardOf(
  ordered: readonly ConfigReading[],
  places: Pick<Places, 'projectDir' | 'isHomeInside'> | undefined,
): { readonly selfGuard?: SelfGuardMode } {
  const isInside = (file: string): boolean =>
    places !== undefined && !places.isHomeInside && file.startsWith(`${places.projectDir}${sep(file)}`)
  const word = ordered
    .filter(({ scope, file }) => scope === 'managed' || (scope === 'user' && !isInside(file)))
    .map(({ switches }) => switches['selfGuard'])
    .find((mode): mode is SelfGuardMode => mode !== undefined)
  return word === undefined ? {} : { selfGuard: word }
}

function sep(file: string): string {
  return file.includes('\\') ? '\\' : '/'
}

function freeId({ id, source }: Hook, taken: ReadonlyMap<string, string>): string {
  // No name has a colon: it says where the hook stands, and the loader makes the id.
  if (id.includes(':')) return id
  const candidates = [id, `${id}@${source.scope}`]
  for (let count = 2; ; count++) {
    const free = candidates.find((each) => !taken.has(each))
    if (free !== undefined) return free
    candidates.push(`${id}@${source.scope}-${count}`)
  }
}

function takenId({ id, source }: Hook, renamed: string, owner: string): Issue {
  const place = { file: source.file, pointer: source.pointer }
  const hint = 'Choose another id to keep its name short.'
  return warning(
    'hook.duplicate-id',
    place,
    `Id "${id}" is taken by "${owner}", so this hook is called "${renamed}".`,
    hint,
  )
}
