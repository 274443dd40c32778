import * as path from 'node:path'
import type { HandlerSpec, Hook, Start } from '../../core/hook.ts'
import { issue, type Issue, type Place } from '../../core/issue.ts'
import { checkOptions, withDefaults } from '../../packs/options.ts'
import type { Options } from '../../packs/manifest.ts'
import { at, isObject } from '../_families/claude/shape.ts'
import type { FoundPack } from '../dialect.ts'
import { readPackFile, type PackFileRead } from './pack-file.ts'
import type { Entry } from './schema-entry.ts'
import { joined, refused, type Around, type Read } from './spot.ts'

/** Variables that commands of a pack get. */
const FOLDER = 'HOOKWRIGHT_PACK'
const OPTIONS = 'HOOKWRIGHT_PACK_OPTIONS'

/** True for a text that names a pack by its folder or by its name at npm. */
export function isOwnUse(use: unknown): use is string {
  return typeof use === 'string' && /^(?:\.{1,2}(?:\/|$)|\/|npm:)/.test(use)
}

/** The texts in a config, or in a `pack.yaml`, that name packs outside the program. */
export function packUses(value: unknown): readonly string[] {
  if (!isObject(value)) return []
  const lists = [value['packs'], ...(isObject(value['hooks']) ? Object.values(value['hooks']) : [])]
  const items = lists.flatMap((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []))
  return [...new Set(items.flatMap((item) => (isObject(item) && isOwnUse(item['use']) ? item['use'] : [])))]
}

type Using = {
  readonly entry: Entry
  readonly around: Around
  /** Where the use stands. */
  readonly place: Place
  /** Only the hooks of this event. Absent: all. */
  readonly event?: string
}

/** One use of a pack outside the program. */
export function readOwnUse(using: Using): Read {
  const { entry, around, place } = using
  const found = around.outside?.packs.get(entry.use ?? '')
  if (found === undefined) return refused([onlyInFiles(at(place, 'use'))])
  const pack = found.value === undefined ? undefined : readPackFile(found.value, found.file)
  const wrong = [...found.issues, ...(pack?.issues ?? [])]
  if (pack === undefined || wrong.length > 0) return refused(broken(wrong, { entry, place, found }))
  const options = (entry.with ?? {}) as Options
  const idle = [...idleKeys(entry, place), ...checkOptions(options, pack.manifest, at(place, 'with'))]
  const absent = hasNot(pack, using)
  if (absent !== undefined || idle.length > 0) return refused([...idle, ...(absent ? [absent] : [])])
  const read = readHooks(pack, found, using)
  const errors = read.issues.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) return refused(broken(read.issues, { entry, place, found }))
  const filled = withDefaults(pack.manifest, options)
  return { ...read, hooks: read.hooks.map((hook) => ofPack(hook, { pack, found, using, options: filled })) }
}

function onlyInFiles(place: Place): Issue {
  const message = 'Packs of folders and of npm are used in hookwright.yaml only.'
  return issue('pack.unknown', place, message, 'Write the use there, or register its hooks with the program.')
}

type Broken = { readonly entry: Entry; readonly place: Place; readonly found: FoundPack }

/** The file that uses it cannot be used as a whole, and that is told at the use. */
function broken(issues: readonly Issue[], { entry, place, found }: Broken): readonly Issue[] {
  const here = at(place, 'use')
  const [first] = issues
  if (first !== undefined && first.place.file === undefined)
    return issues.map((each) => ({ ...each, place: here }))
  const problem = issue(
    'pack.broken',
    here,
    `The pack "${entry.use ?? ''}" cannot be used, because of mistakes in "${found.file}".`,
    'Correct them; they are told beside this.',
  )
  return [problem, ...issues]
}

const ABOUT_CALLS = ['matcher', 'if'] as const

function idleKeys(entry: Entry, place: Place): readonly Issue[] {
  return ABOUT_CALLS.filter((key) => entry[key] !== undefined).map((key) =>
    issue(
      'hook.handler',
      at(place, key),
      `"${key}" has no meaning here: a pack of your own says itself what its hooks are for.`,
      `Write "${key}" in the entries of its pack.yaml.`,
    ),
  )
}

function hasNot({ hooks, manifest }: PackFileRead, { event, place }: Using): Issue | undefined {
  if (event === undefined || Object.hasOwn(hooks, event)) return undefined
  const message = `The pack "${manifest.name}" does nothing on ${event}.`
  return issue('pack.event', at(place, 'use'), message, `It has ${Object.keys(hooks).join(', ')}.`)
}

function readHooks(
  { hooks }: PackFileRead,
  { file, packs }: FoundPack,
  { around, event: only }: Using,
): Read {
  const { shell: _, ...defaults } = around.defaults
  const readEntry = around.outside?.readEntry ?? (() => refused([]))
  const own = { ...around, file, defaults, outside: { packs, readEntry } }
  const events = Object.entries(hooks).filter(([event]) => only === undefined || event === only)
  return joined(
    events.flatMap(([event, list]) => list.map((item, index) => readEntry(item, { ...own, event, index }))),
  )
}

type Belonging = {
  readonly pack: PackFileRead
  readonly found: FoundPack
  readonly using: Using
  readonly options: Options
}

function ofPack(hook: Hook, { pack, found, using, options }: Belonging): Hook {
  const { entry, around } = using
  const { name } = pack.manifest
  const root = path.dirname(found.file)
  const integrity = found.integrity === undefined ? {} : { integrity: found.integrity }
  const changed = overridden(hook, entry)
  // A pack that this one uses has said already whose hook it is.
  const isInner = hook.source.pack !== undefined
  const handler = isInner ? hook.handler : withPack(hook.handler, root, options)
  return {
    ...changed,
    handler,
    id: idOf(hook, name, entry),
    source: isInner
      ? hook.source
      : { ...hook.source, pack: { name, root, usedBy: around.file, ...integrity } },
    dedup: JSON.stringify([found.file, options, changed.timeoutMs, changed.onFailure, hook.dedup]),
  }
}

/** What the use says counts more than what the pack says. A rule neither fails nor takes time. */
function overridden(hook: Hook, entry: Entry): Hook {
  const isRule = hook.handler.type === 'rule'
  return {
    ...hook,
    ...(entry.timeout !== undefined && !isRule && { timeoutMs: Math.ceil(entry.timeout * 1_000) }),
    ...(entry.onFailure !== undefined && !isRule && hook.mode === 'wait' && { onFailure: entry.onFailure }),
    ...(entry.guard !== undefined && { guard: entry.guard }),
    ...(entry.stopOnDeny !== undefined && { stopOnDeny: entry.stopOnDeny }),
    ...(entry.statusMessage !== undefined && { statusMessage: entry.statusMessage }),
    ...(entry.enabled === false && { disabled: 'switched off in its file', offInFile: true as const }),
  }
}

/** `PACK.ID`, or `USE.ID`; a hook that its pack gives no id gets one by what it does. */
function idOf({ id, event, source: { pointer } }: Hook, name: string, { id: useId }: Entry): string {
  const position = pointer.filter((step) => typeof step === 'number').join('.')
  const prefix = useId ?? name
  return id.includes(':') ? `${prefix}:${event}:${position}` : `${prefix}.${id}`
}

function withPack(handler: HandlerSpec, root: string, options: Options): HandlerSpec {
  if (handler.type === 'module') return { ...handler, options }
  if (handler.type !== 'command') return handler
  const env = { ...handler.env, [FOLDER]: root, [OPTIONS]: JSON.stringify(options) }
  const { cwd } = handler
  return {
    ...handler,
    start: startIn(handler.start, root),
    env,
    ...(cwd !== undefined && { cwd: cwd.replaceAll('{{pack}}', () => root) }),
  }
}

/** A program `./x` is one of the pack; `{{pack}}` stands for its folder. Options are never part of a command. */
function startIn(start: Start, root: string): Start {
  const fill = (word: string): string => word.replaceAll('{{pack}}', () => root)
  if (start.kind === 'script') return { ...start, args: start.args.map(fill) }
  if (start.kind !== 'argv') return start
  const [program = '', ...args] = start.words
  const first = /^\.{1,2}\//.test(program) ? path.join(root, program) : fill(program)
  return { ...start, words: [first, ...args.map(fill)], written: start.words }
}
