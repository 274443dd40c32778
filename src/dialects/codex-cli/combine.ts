import { SCOPES, type Hook } from '../../core/hook.ts'
import { warning, type Issue } from '../../core/issue.ts'
import type { Combined, ConfigReading } from '../dialect.ts'
import { FILE_NAMES, nameOf } from './files.ts'
import { switchesOf } from './switches.ts'
import { hookKey } from './trust-text.ts'

/**
 * All files -> hooks in the order of Codex: requirements, then the layers from the weakest to the strongest. Nothing
 * overrides anything; hooks that are switched off stay, marked.
 */
export function combine(readings: readonly ConfigReading[]): Combined {
  const ordered = readings.toSorted((a, b) => rankOf(a) - rankOf(b))
  const managedOnly = ordered.some((one) => one.scope === 'managed' && switchesOf(one).managedOnly === true)
  const hooks = numbered(ordered.flatMap((one) => one.hooks)).map((hook) => {
    const why = whyOff(hook, ordered, managedOnly)
    if (why === undefined) return hook
    const others = ordered.filter(({ scope }) => scope !== 'project')
    const isOwn = whyOff(hook, others, managedOnly) === undefined
    return { ...hook, disabled: why, ...(isOwn && { offInFile: true as const }) }
  })
  return { hooks, issues: doubled(ordered), ...(managedOnly && { managedOnly }) }
}

const RANKS: Readonly<Partial<Record<ConfigReading['scope'], number>>> = { managed: 1, user: 2, project: 3 }

/** The file that older policies are in counts as the strongest layer. */
function rankOf({ file, scope }: ConfigReading): number {
  if (scope === 'managed' && nameOf(file) === FILE_NAMES.requirements) return 0
  if (scope === 'managed' && nameOf(file) === FILE_NAMES.legacy) return 4
  return RANKS[scope] ?? 5
}

function whyOff(hook: Hook, readings: readonly ConfigReading[], managedOnly: boolean): string | undefined {
  const isManaged = hook.source.scope === 'managed'
  if (managedOnly && !isManaged) return `${FILE_NAMES.requirements} allows managed hooks only`
  const feature = featureFor(hook, readings)
  if (feature !== undefined && switchesOf(feature).hooks === false)
    return `[features] of ${feature.file} switches hooks off`
  const key = hookKey(hook)
  const state = readings.find(
    ({ scope, ...one }) => scope === 'user' && switchesOf({ scope, ...one }).off?.includes(key),
  )
  return isManaged || state === undefined ? undefined : `[hooks.state] of ${state.file} switches it off`
}

/** The last file that says counts; a weaker scope does not switch off hooks of a stronger one. */
function featureFor({ source }: Hook, readings: readonly ConfigReading[]): ConfigReading | undefined {
  const weight = SCOPES.indexOf(source.scope)
  const saying = readings.filter(
    (one) => switchesOf(one).hooks !== undefined && SCOPES.indexOf(one.scope) <= weight,
  )
  const required = saying.find((one) => rankOf(one) === 0)
  return required ?? saying.at(-1)
}

function doubled(readings: readonly ConfigReading[]): readonly Issue[] {
  const filled = readings.filter(({ hooks }) => hooks.length > 0).map(({ file }) => file)
  return filled
    .filter((file) => nameOf(file) === FILE_NAMES.toml)
    .flatMap((toml) => {
      const json = `${toml.slice(0, -FILE_NAMES.toml.length)}${FILE_NAMES.json}`
      return filled.includes(json) ? [bothForms(json, toml)] : []
    })
}

/** Both forms in one layer count, and Codex warns about it. */
function bothForms(json: string, toml: string): Issue {
  const problem = `Hooks of one layer are in ${FILE_NAMES.json} and in ${FILE_NAMES.toml}; all of them run.`
  return warning('config.twice', { file: toml }, problem, `Move them to "${json}".`)
}

/** Two files may give two hooks the same id; the second gets a number. */
function numbered(hooks: readonly Hook[]): readonly Hook[] {
  const seen = new Map<string, number>()
  return hooks.map((hook) => {
    const count = (seen.get(hook.id) ?? 0) + 1
    seen.set(hook.id, count)
    return count === 1 ? hook : { ...hook, id: `${hook.id}@${count}` }
  })
}
