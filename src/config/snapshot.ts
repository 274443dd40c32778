import manifest from '../../package.json' with { type: 'json' }
import type { Hook } from '../core/hook.ts'
import type { State } from '../ports/state.ts'
import type { PackInput } from './find-packs.ts'
import type { Gathered, Loaded, LoadRequest } from './gather.ts'
import { digestMeaning, knowMeaning } from './meaning.ts'

/** A loaded config as it was compiled last time, with the exact texts it was compiled from. */
type Snapshot = {
  readonly imported: readonly string[]
  /** What packs were read from. */
  readonly packs: readonly PackInput[]
  readonly loaded: Loaded
  matches(gathered: Gathered): boolean
}

type Written = {
  readonly key: string
  readonly imported: readonly string[]
  readonly packs: readonly PackInput[]
  readonly inputs: string
  readonly loaded: Loaded
  /** Digests of what the hooks do, in their order: to take them again would load node:crypto. */
  readonly meanings: readonly string[]
}

/** Another version may read the same text otherwise, or shape hooks otherwise. */
const { version } = manifest
/** What hooks carry besides what their text says; a snapshot without it would leave files unwatched. */
const FORM = 'named 9'
const FOLDER = 'snapshots'
const MAX_SNAPSHOTS = 200

export function readSnapshot(request: LoadRequest): Snapshot | undefined {
  const text = request.state.read(fileName(request))
  const written = text === undefined ? undefined : parse(text)
  if (written?.key !== keyOf(request)) return undefined
  const { imported, packs, loaded, inputs, meanings } = written
  const { projectDir } = request.places
  for (const [index, digest] of meanings.entries()) {
    const hook = loaded.hooks[index]
    if (hook !== undefined) knowMeaning(hook, { written: projectDir, digest })
  }
  return {
    imported,
    packs,
    loaded,
    matches: (gathered) => gathered.broken.length === 0 && inputsOf(gathered, request) === inputs,
  }
}

export function writeSnapshot(
  request: LoadRequest,
  {
    loaded,
    imported,
    packs,
    gathered,
  }: Pick<Written, 'loaded' | 'imported' | 'packs'> & { gathered: Gathered },
): void {
  const { projectDir } = request.places
  const written: Written = {
    key: keyOf(request),
    imported,
    packs,
    inputs: inputsOf(gathered, request),
    loaded,
    meanings: loaded.hooks.map((hook) =>
      digestMeaning(asRead(hook), { dir: projectDir, written: projectDir }),
    ),
  }
  if (request.state.list(FOLDER).length >= MAX_SNAPSHOTS) clear(request.state)
  request.state.write(fileName(request), JSON.stringify(written))
}

/** Of the hook that later calls have, in case the text leaves something of it out. */
function asRead(hook: Hook): Hook {
  return JSON.parse(JSON.stringify(hook)) as Hook
}

function clear(state: State): void {
  for (const name of state.list(FOLDER)) state.remove(`${FOLDER}/${name}`)
}

/** What the caller asked for, and where. */
function keyOf({ places, sources, plugins = [], host, profile }: LoadRequest): string {
  const { env: _, ...where } = places
  return JSON.stringify([version, FORM, where, sources, plugins, host ?? '', profile ?? ''])
}

/** The texts, and the variables that the readers of these dialects look at. */
function inputsOf({ files }: Gathered, { dialects, places }: LoadRequest): string {
  const names = [...dialects.values()].flatMap(({ configVariables = [] }) => configVariables)
  const variables = names.map((name) => [name, places.env(name) ?? null])
  const texts = files.map(({ dialect, path, scope, text, isPolicyOnly, isReadByHost }) => [
    dialect,
    path,
    scope,
    text,
    isPolicyOnly,
    isReadByHost,
  ])
  return JSON.stringify([variables, texts])
}

/** Any short name will do: the key inside the file decides. */
function fileName(request: LoadRequest): string {
  let hash = 0x811c9dc5
  for (const character of keyOf(request)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return `${FOLDER}/${(hash >>> 0).toString(16)}.json`
}

function parse(text: string): Written | undefined {
  try {
    const value = JSON.parse(text) as Partial<Written> | null
    return isWritten(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isWritten(value: Partial<Written> | null): value is Written {
  const { loaded, imported, packs, inputs, meanings } = value ?? {}
  const lists = [imported, packs, meanings, loaded?.hooks, loaded?.issues, loaded?.files, loaded?.broken]
  const isDigested = meanings?.length === loaded?.hooks.length
  return typeof inputs === 'string' && lists.every((list) => Array.isArray(list)) && isDigested
}
