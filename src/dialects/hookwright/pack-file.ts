import { issue, type Issue, type Place } from '../../core/issue.ts'
import { misfit, shownKey } from '../../core/misfit.ts'
import { didYouMean } from '../../core/suggest.ts'
import type { OptionSpec, PackManifest } from '../../packs/manifest.ts'
import { checkOptions } from '../../packs/options.ts'
import { at, isObject, type JsonObject } from '../_families/claude/shape.ts'
import { check } from './check.ts'
import { EVENTS } from './schema.ts'
import { OPTION_SHAPES, OptionHead, PackTop } from './schema-pack.ts'

/** What `pack.yaml` says, but for its hooks, which are read for each use. */
export type PackFileRead = {
  readonly manifest: PackManifest
  readonly version: string
  /** Lists of entries by event. */
  readonly hooks: Readonly<Record<string, readonly unknown[]>>
  /** Errors: the pack cannot be used. */
  readonly issues: readonly Issue[]
}

/** Reads the head of a `pack.yaml`. */
export function readPackFile(value: unknown, file: string): PackFileRead {
  const place: Place = { file, pointer: [] }
  const wrong = check(value, { schema: PackTop, name: 'a pack', place })
  const top: Partial<PackTop> = isObject(value) ? value : {}
  const { hooks, issues } = readLists(top.hooks, at(place, 'hooks'))
  const options = isObject(top.options) ? top.options : {}
  const specs = options as Readonly<Record<string, OptionSpec>>
  const { name = '', version = '', summary = '' } = top
  const manifest = { name, summary, options: specs, hooks: [], title: `the pack "${name}"` }
  const badOptions = Object.entries(options).flatMap(([key, spec]) =>
    readOption(spec, at(place, 'options', key)),
  )
  const all = [...wrong, ...badOptions, ...issues]
  return {
    manifest,
    version,
    hooks,
    issues: all.length > 0 ? all : checkDefaults(manifest, at(place, 'options')),
  }
}

function readOption(spec: unknown, place: Place): readonly Issue[] {
  const wrong = check(spec, { schema: OptionHead, name: 'an option', place })
  if (wrong.length > 0) return wrong
  const { type } = spec as OptionSpec
  return check(spec, { schema: OPTION_SHAPES[type], name: `an option of type "${type}"`, place })
}

/** A default has to be a value that a person may write, too. */
function checkDefaults(manifest: PackManifest, place: Place): readonly Issue[] {
  const defaults = Object.entries(manifest.options).map(([key, spec]) => [key, spec.default])
  return checkOptions(Object.fromEntries(defaults) as JsonObject, manifest, place)
}

function readLists(hooks: unknown, place: Place): Pick<PackFileRead, 'hooks' | 'issues'> {
  if (!isObject(hooks)) return { hooks: {}, issues: [] }
  const issues = Object.entries(hooks).flatMap(([event, list]) => {
    if (!EVENTS.includes(event)) {
      const hint = didYouMean(event, EVENTS) ?? 'docs/events.md lists all events.'
      return [issue('event.unknown', at(place, event), `${shownKey(event)} is not an event.`, hint)]
    }
    if (Array.isArray(list)) return []
    const message = `"${event}" must be a list of hooks, not ${misfit(list, '', 'a mapping')}.`
    return [issue('config.value', at(place, event), message)]
  })
  return { hooks: issues.length > 0 ? {} : (hooks as PackFileRead['hooks']), issues }
}
