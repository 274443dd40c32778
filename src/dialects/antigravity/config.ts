import type { Hook } from '../../core/hook.ts'
import { isIssue, issue, notice, warning, type Issue, type Place } from '../../core/issue.ts'
import { misfit, shownKey } from '../../core/misfit.ts'
import { didYouMean } from '../../core/suggest.ts'
import { at, isObject } from '../_families/claude/shape.ts'
import type { ConfigFile, ConfigReading, ConfigSide } from '../dialect.ts'
import { antigravityEvents, nativeEvent } from './events.ts'
import { join, wrongShape, type Around, type Found, type Spot } from './found.ts'
import { readHandler } from './handler.ts'
import { readMatcher } from './matcher.ts'

/** A map of named hooks, each with its events. Hooks of all files run. */
export const configSide: ConfigSide = {
  read,
  combine: (readings) => ({ hooks: readings.flatMap(({ hooks }) => hooks), issues: [] }),
}

function read(file: ConfigFile): ConfigReading {
  const { value } = file
  const place: Place = { file: file.file }
  const base = { file: file.file, scope: file.scope, switches: {}, imports: [] }
  if (!isObject(value))
    return { ...base, ...wrongShape(place, { name: 'A hook file', expected: 'an object', got: value }) }
  const found = join(Object.entries(value).map(([name, hook]) => readNamed(name, hook, file)))
  // The host rejects the file for one timeout that is not a whole number of seconds.
  const isVoid = found.issues.some(({ code }) => code === 'hook.timeout')
  return isVoid ? { ...base, hooks: [], issues: found.issues } : { ...base, ...found }
}

function readNamed(name: string, value: unknown, file: ConfigFile): Found {
  const place: Place = { file: file.file, pointer: [name] }
  if (!isObject(value)) return wrongShape(place, { name: shownKey(name), expected: 'an object', got: value })
  const { enabled = true, ...events } = value
  if (typeof enabled !== 'boolean') {
    const problem = `"enabled" must be true or false, not ${misfit(enabled, 'true or false')}.`
    return { hooks: [], issues: [issue('hook.field', at(place, 'enabled'), problem)] }
  }
  const found = join(
    Object.entries(events).map(([event, list]) => readEvent(event, list, { name, file, place })),
  )
  if (enabled) return found
  return {
    ...found,
    hooks: found.hooks.map((hook) => ({
      ...hook,
      disabled: 'switched off by "enabled"',
      offInFile: true as const,
    })),
  }
}

function readEvent(written: string, list: unknown, around: Around): Found {
  const place = at(around.place, written)
  const native = nativeEvent(written)
  if (native === undefined) return { hooks: [], issues: [unknownEvent(written, place)] }
  if (!Array.isArray(list)) return wrongShape(place, { name: `"${written}"`, expected: 'a list', got: list })
  return join(
    list.map((entry: unknown, index) => {
      const spot = { ...around, native, place: at(place, index), index: `${index}` }
      return antigravityEvents[native]?.subject === 'tool' ? readGroup(entry, spot) : readHandler(entry, spot)
    }),
  )
}

/** Tool events hold groups; a handler that stands there by itself is read as one without a matcher. */
function readGroup(entry: unknown, spot: Spot): Found {
  const { place } = spot
  if (!isObject(entry)) return wrongShape(place, { name: 'A group', expected: 'an object', got: entry })
  const matcher = readMatcher(entry['matcher'], at(place, 'matcher'))
  if (isIssue(matcher)) return { hooks: [], issues: [matcher] }
  const { hooks: handlers } = entry
  if (!Array.isArray(handlers)) {
    if (handlers === undefined && 'command' in entry)
      return withMatcher(readHandler(entry, spot), matcher, spot)
    return wrongShape(at(place, 'hooks'), { name: '"hooks"', expected: 'a list', got: handlers })
  }
  const found = handlers.map((handler: unknown, inner) =>
    readHandler(handler, { ...spot, place: at(place, 'hooks', inner), index: `${spot.index}.${inner}` }),
  )
  return join(found.map((one) => ({ ...one, hooks: one.hooks.map((hook) => ({ ...hook, ...matcher })) })))
}

function withMatcher(found: Found, matcher: Pick<Hook, 'matcher' | 'subject'>, { place }: Spot): Found {
  const remark = notice(
    'hook.group',
    place,
    'A tool event holds groups { matcher, hooks }; this is a handler by itself.',
  )
  return { hooks: found.hooks.map((hook) => ({ ...hook, ...matcher })), issues: [...found.issues, remark] }
}

function unknownEvent(written: string, place: Place): Issue {
  const problem = `${shownKey(written)} is not an event of Antigravity, so its hooks never run.`
  return warning('event.unknown', place, problem, didYouMean(written, Object.keys(antigravityEvents)))
}
