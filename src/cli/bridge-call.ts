import type { Hook } from '../core/hook.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { isOwnUrl } from '../install/via-http.ts'
import { dialectOfFile, OWN_DIALECT } from '../dialects/registry.ts'

/** A file that another host reads too is looked at for its owner only. */
export function isOthers({ dialect, source }: Hook): boolean {
  const owner = dialectOfFile(source.file.replaceAll('\\', '/'))
  return owner !== dialect && owner !== OWN_DIALECT
}

/**
 * The event as its entry spells it: of the keys that lead to the entry, the last that is a name of the event. Entries of
 * a plain list have no such key; theirs is the first name that the host has for the event.
 */
export function nativeEvent({ event, source }: Hook, { events }: Dialect): string | undefined {
  const isName = (name: string): boolean => Object.hasOwn(events, name) && events[name]?.event === event
  return source.pointer.map(String).findLast(isName) ?? Object.keys(events).find(isName)
}

/** A word that starts us: a program on PATH, a name for a package runner, or the file in the package. */
const BRIDGE =
  /(?:^|[\\/])hookwright(?:@[\w.-]+)?(?:\.(?:cmd|exe|ps1|[cm]?js))?$|[\\/]hookwright[\\/](?:.*[\\/])?cli\.c?js$/

export type SaidCall = {
  readonly host: string | undefined
  readonly event: string | undefined
  /** Options that choose hooks, with their values, in the order of the command. */
  readonly choice: readonly string[]
  /** Options that decide how answers are used. */
  readonly manner: readonly string[]
  /** Seconds after which we answer. Undefined: when all hooks have ended. */
  readonly deadlineSeconds: number | undefined
}

/** Returns what one simple command says with `--host` and `--event`. Undefined: it does not call the bridge. */
export function saidCall(part: string): SaidCall | undefined {
  const words = part.split(/\s+/).map((word) => word.replaceAll(/["']/g, ''))
  const program = words.findIndex((word) => BRIDGE.test(word))
  const rest = words.slice(program + 1)
  if (program < 0 || !rest.includes('run')) return undefined
  return {
    host: valueOf(rest, 'host'),
    event: valueOf(rest, 'event'),
    choice: ['source', 'plugin', 'cwd'].flatMap((option) => valuesOf(rest, option)),
    manner: ['trust-project', 'headless'].filter((option) => rest.some((word) => isOption(word, option))),
    deadlineSeconds: secondsIn(valueOf(rest, 'deadline')),
  }
}

/** The same for a URL that `install` wrote. */
export function saidUrl(url: string): SaidCall | undefined {
  if (!isOwnUrl(url)) return undefined
  const { searchParams } = new URL(url)
  return {
    host: searchParams.get('host') ?? undefined,
    event: searchParams.get('event') ?? undefined,
    choice: [],
    manner: [],
    deadlineSeconds: secondsIn(searchParams.get('deadline') ?? undefined),
  }
}

function secondsIn(text: string | undefined): number | undefined {
  const seconds = Number(text)
  return seconds > 0 ? seconds : undefined
}

function valueOf(words: readonly string[], option: string): string | undefined {
  return valuesOf(words, option)
    .at(-1)
    ?.slice(option.length + 1)
}

/** Each as `option=value`. */
function valuesOf(words: readonly string[], option: string): readonly string[] {
  return words.flatMap((word, index) => {
    if (!isOption(word, option)) return []
    const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : words[index + 1]
    return value === undefined ? [] : [`${option}=${value}`]
  })
}

function isOption(word: string, option: string): boolean {
  return word === `--${option}` || word.startsWith(`--${option}=`)
}
