import type { Hook } from '../../core/hook.ts'
import type { ConfigReading, Places } from '../dialect.ts'
import { isOfProject } from './off.ts'
import { isRestricting } from './restrict.ts'
import { switchesOf } from './switches.ts'

type Key = 'allowedHttpHookUrls' | 'httpHookAllowedEnvVars'

/**
 * Lists of all files add up, and hold for the hooks of every source. A project's lists are an exception: they would
 * widen what the user allows, or switch the user's hooks off, so they count for the project's own hooks, and only
 * where nobody above said anything.
 */
export function limitHttp(
  hooks: readonly Hook[],
  readings: readonly ConfigReading[],
  places: Places,
): readonly Hook[] {
  const urls = limitsOf(readings, 'allowedHttpHookUrls')
  const names = limitsOf(readings, 'httpHookAllowedEnvVars')
  return hooks.map((hook) => {
    const { handler } = hook
    if (handler.type !== 'http') return hook
    const whose = isOfProject(hook, places) ? 'ofProject' : 'ofOthers'
    const [allowedUrls, allowedNames] = [urls[whose], names[whose]]
    const own = handler.allowedEnvVars
    const allowedEnvVars = allowedNames && own?.filter((name) => allowedNames.includes(name))
    return {
      ...hook,
      handler: { ...handler, ...(allowedUrls && { allowedUrls }), ...(allowedEnvVars && { allowedEnvVars }) },
    }
  })
}

type Limits = {
  readonly ofProject: readonly string[] | undefined
  readonly ofOthers: readonly string[] | undefined
}

function limitsOf(readings: readonly ConfigReading[], key: Key): Limits {
  const lists = (scopes: readonly string[]) =>
    merged(
      readings.filter(({ scope }) => scopes.includes(scope)),
      key,
    )
  const above = lists(['managed', 'user'])
  return { ofProject: above ?? lists(['project', 'local']), ofOthers: above }
}

/** Unset allows everything, an empty list nothing. An embedding program's empty list is no part of a sum. */
function merged(readings: readonly ConfigReading[], key: Key): readonly string[] | undefined {
  const said = readings.flatMap((reading) => {
    const list = switchesOf(reading)[key]
    return list === undefined ? [] : [{ list, binds: isRestricting({ ...reading, value: undefined }) }]
  })
  if (said.length === 0) return undefined
  return said.some(({ binds }) => binds) ? [] : [...new Set(said.flatMap(({ list }) => list))]
}
