import type { OptionSpec, PackHook } from './manifest.ts'

/** Returns which values an option takes, to complete `must be …`. */
export function acceptedValues(spec: OptionSpec): string {
  switch (spec.type) {
    case 'choice':
      return oneOf(spec.values)
    case 'flag':
      return 'true or false'
    case 'number':
      return `a number from ${spec.least} to ${spec.most}`
    case 'text':
      return 'a text'
    case 'texts':
      return 'a list of strings'
    case 'choices':
      return `a mapping of ${spec.keys.join(', ')} to ${oneOf(spec.values)}`
  }
}

/** Returns the default of an option as a person would write it in YAML. */
export function defaultText(spec: OptionSpec): string {
  switch (spec.type) {
    case 'texts':
      return `[${spec.default.join(', ')}]`
    case 'choices': {
      const entries = Object.entries(spec.default).map(([key, value]) => `${key}: ${value}`)
      return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
    }
    case 'text':
      return spec.default === '' ? '""' : spec.default
    case 'choice':
    case 'flag':
    case 'number':
      return String(spec.default)
  }
}

/** Seconds until a hook is stopped, where neither its manifest nor its use says. */
export const DEFAULT_SECONDS = 60

/** What a hook of a pack is where neither its use nor the file says otherwise. */
export type UsualHook = Required<Pick<PackHook, 'event' | 'guard' | 'onFailure' | 'timeout'>> &
  Pick<PackHook, 'matcher'>

/** Returns a hook of a pack with all that its manifest leaves to the defaults. */
export function usualHook({ event, matcher, guard, onFailure, timeout }: PackHook): UsualHook {
  return {
    event,
    ...(matcher !== undefined && { matcher }),
    guard: guard ?? false,
    onFailure: onFailure ?? 'ignore',
    timeout: timeout ?? DEFAULT_SECONDS,
  }
}

export function oneOf(values: readonly string[]): string {
  return values.length === 1 ? `"${values[0]}"` : `one of ${values.join(', ')}`
}
