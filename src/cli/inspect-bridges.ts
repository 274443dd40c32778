import type { Hook } from '../core/hook.ts'
import { warning, type Issue } from '../core/issue.ts'
import type { Dialect, EventSpec } from '../dialects/dialect.ts'
import type { Files } from '../ports/files.ts'
import { createEntryReader } from './entry-commands.ts'

type Around = { readonly files: Files; readonly dialects: ReadonlyMap<string, Dialect> }

/**
 * Returns a warning for each entry of a host's file whose command calls our bridge for that host with the wrong event,
 * or without an event where the payload does not name it. Commands for other systems are checked too.
 */
export function inspectBridges(hooks: readonly Hook[], { files, dialects }: Around): readonly Issue[] {
  const commandsOf = createEntryReader(files)
  return hooks.flatMap((hook) => {
    const dialect = dialects.get(hook.dialect)
    const native = dialect && nativeEvent(hook, dialect)
    if (dialect === undefined || native === undefined || hook.handler.type !== 'command') return []
    const { start } = hook.handler
    const written =
      start.kind === 'argv' ? [{ key: undefined, command: start.words.join(' ') }] : commandsOf(hook)
    return written.flatMap(({ key, command }) => {
      const problem = wrongCall(command, { dialect, native })
      const pointer = [...hook.source.pointer, ...(key === undefined ? [] : [key])]
      const place = { file: hook.source.file, pointer, hook: hook.id }
      return problem === undefined
        ? []
        : [warning('bridge.event', place, problem.message, `Write: ${problem.right}`)]
    })
  })
}

/** The event as its entry spells it: of the keys that lead to the entry, the last that is a name of the event. */
function nativeEvent({ event, source }: Hook, { events }: Dialect): string | undefined {
  const names = source.pointer.map(String)
  return names.findLast((name) => Object.hasOwn(events, name) && events[name]?.event === event)
}

type Called = { readonly dialect: Dialect; readonly native: string }

/** `right`: the command with the event that its entry is for. */
function wrongCall(command: string, called: Called): { message: string; right: string } | undefined {
  for (const { 0: part, index } of command.matchAll(/[^;&|\n]+/g)) {
    const said = saidEvent(part, called.dialect.name)
    if (said === undefined) continue
    const message = wrongEvent(said, called)
    if (message === undefined) continue
    const right = withEvent(part, called)
    return {
      message,
      right: `${command.slice(0, index)}${right}${command.slice(index + part.length)}`.trim(),
    }
  }
  return undefined
}

/** A word that starts us: a program on PATH, a name for a package runner, or the file in the package. */
const BRIDGE =
  /(?:^|[\\/])hookwright(?:@[\w.-]+)?(?:\.(?:cmd|exe|ps1|[cm]?js))?$|[\\/]hookwright[\\/](?:.*[\\/])?cli\.c?js$/

/** Returns what one simple command says with `--event`, empty when nothing. Undefined: it does not call for this host. */
function saidEvent(part: string, host: string): string | undefined {
  const words = part.split(/\s+/).map((word) => word.replaceAll(/["']/g, ''))
  const program = words.findIndex((word) => BRIDGE.test(word))
  const rest = words.slice(program + 1)
  if (program < 0 || !rest.includes('run') || valueOf(rest, 'host') !== host) return undefined
  return valueOf(rest, 'event') ?? ''
}

function valueOf(words: readonly string[], option: string): string | undefined {
  const at = words.findLastIndex((word) => word === `--${option}` || word.startsWith(`--${option}=`))
  const word = words[at]
  return word?.includes('=') ? word.slice(word.indexOf('=') + 1) : words[at < 0 ? words.length : at + 1]
}

function wrongEvent(said: string, { dialect, native }: Called): string | undefined {
  const spec = dialect.events[native]
  if (said === '')
    return spec?.nameless
      ? `The bridge is called without --event, and a payload of ${native} does not name its event.`
      : undefined
  if (specAt(dialect, said)?.event === spec?.event || said === spec?.event) return undefined
  return `The bridge is called with --event ${said}, but the entry is for ${native}.`
}

function specAt({ events }: Dialect, name: string): EventSpec | undefined {
  return Object.hasOwn(events, name) ? events[name] : undefined
}

function withEvent(part: string, { dialect, native }: Called): string {
  const event = /--event(?:=|\s+)["']?[^\s"']*["']?/
  if (event.test(part)) return part.replace(event, `--event ${native}`)
  return part.replace(/--host(?:=|\s+)["']?[^\s"']*["']?/, `--host ${dialect.name} --event ${native}`)
}
