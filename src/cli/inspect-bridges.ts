import type { Hook } from '../core/hook.ts'
import { warning, type Issue } from '../core/issue.ts'
import type { Dialect, EventSpec, Places } from '../dialects/dialect.ts'
import { dialectOfFile, OWN_DIALECT } from '../dialects/registry.ts'
import type { Files } from '../ports/files.ts'
import { createEntryReader } from './entry-commands.ts'

type Around = {
  readonly files: Files
  readonly places: Places
  readonly dialects: ReadonlyMap<string, Dialect>
}

/**
 * Returns a warning for each entry of a host's file whose command calls our bridge for another host, with the wrong
 * event, or without an event where the payload does not name it. Commands for other systems are checked too.
 */
export function inspectBridges(hooks: readonly Hook[], around: Around): readonly Issue[] {
  const commandsOf = createEntryReader(around)
  return hooks.flatMap((hook) => {
    const dialect = around.dialects.get(hook.dialect)
    const native = dialect && nativeEvent(hook, dialect)
    if (dialect === undefined || native === undefined || hook.handler.type !== 'command') return []
    if (isOthers(hook)) return []
    const { start } = hook.handler
    const written =
      start.kind === 'argv' ? [{ key: undefined, command: start.words.join(' ') }] : commandsOf(hook)
    return written.flatMap(({ key, command }) => {
      const problem = wrongCall(command, { dialect, native })
      const pointer = [...hook.source.pointer, ...(key === undefined ? [] : [key])]
      const place = { file: hook.source.file, pointer, hook: hook.id }
      return problem === undefined
        ? []
        : [warning(problem.code, place, problem.message, `Write: ${problem.right}`)]
    })
  })
}

/** A file that another host reads too is looked at for its owner only. */
function isOthers({ dialect, source }: Hook): boolean {
  const owner = dialectOfFile(source.file.replaceAll('\\', '/'))
  return owner !== dialect && owner !== OWN_DIALECT
}

/** The event as its entry spells it: of the keys that lead to the entry, the last that is a name of the event. */
function nativeEvent({ event, source }: Hook, { events }: Dialect): string | undefined {
  const names = source.pointer.map(String)
  return names.findLast((name) => Object.hasOwn(events, name) && events[name]?.event === event)
}

type Called = { readonly dialect: Dialect; readonly native: string }

type WrongCall = {
  readonly code: 'bridge.event' | 'bridge.host'
  readonly message: string
  /** The command with the host and event that its entry is for. */
  readonly right: string
}

function wrongCall(command: string, called: Called): WrongCall | undefined {
  for (const { 0: part, index } of command.matchAll(/[^;&|\n]+/g)) {
    const said = saidCall(part)
    const problem = said && (wrongHost(said, called) ?? wrongEvent(said, called))
    if (problem === undefined) continue
    const right = rightCall(part, called)
    return {
      ...problem,
      right: `${command.slice(0, index)}${right}${command.slice(index + part.length)}`.trim(),
    }
  }
  return undefined
}

/** A word that starts us: a program on PATH, a name for a package runner, or the file in the package. */
const BRIDGE =
  /(?:^|[\\/])hookwright(?:@[\w.-]+)?(?:\.(?:cmd|exe|ps1|[cm]?js))?$|[\\/]hookwright[\\/](?:.*[\\/])?cli\.c?js$/

type SaidCall = { readonly host: string | undefined; readonly event: string | undefined }

/** Returns what one simple command says with `--host` and `--event`. Undefined: it does not call the bridge. */
function saidCall(part: string): SaidCall | undefined {
  const words = part.split(/\s+/).map((word) => word.replaceAll(/["']/g, ''))
  const program = words.findIndex((word) => BRIDGE.test(word))
  const rest = words.slice(program + 1)
  if (program < 0 || !rest.includes('run')) return undefined
  return { host: valueOf(rest, 'host'), event: valueOf(rest, 'event') }
}

function valueOf(words: readonly string[], option: string): string | undefined {
  const at = words.findLastIndex((word) => word === `--${option}` || word.startsWith(`--${option}=`))
  const word = words[at]
  return word?.includes('=') ? word.slice(word.indexOf('=') + 1) : words[at < 0 ? words.length : at + 1]
}

type Problem = Pick<WrongCall, 'code' | 'message'>

function wrongHost({ host }: SaidCall, { dialect: { name, title } }: Called): Problem | undefined {
  // What a variable holds is known only when the hook runs.
  if (host === name || host?.includes('$') === true) return undefined
  const said = host === undefined ? 'without --host' : `with --host ${host}`
  return { code: 'bridge.host', message: `The bridge is called ${said}, but the file is one of ${title}.` }
}

function wrongEvent({ event }: SaidCall, { dialect, native }: Called): Problem | undefined {
  const code = 'bridge.event'
  const spec = dialect.events[native]
  if (event === undefined)
    return spec?.nameless
      ? {
          code,
          message: `The bridge is called without --event, and a payload of ${native} does not name its event.`,
        }
      : undefined
  if (specAt(dialect, event)?.event === spec?.event || event === spec?.event) return undefined
  return { code, message: `The bridge is called with --event ${event}, but the entry is for ${native}.` }
}

function specAt({ events }: Dialect, name: string): EventSpec | undefined {
  return Object.hasOwn(events, name) ? events[name] : undefined
}

/** An event is named only where the command names one or its payload does not. */
function rightCall(part: string, { dialect, native }: Called): string {
  const host = /--host(?:=|\s+)["']?[^\s"']*["']?/
  const event = /--event(?:=|\s+)["']?[^\s"']*["']?/
  const withHost = host.test(part)
    ? part.replace(host, `--host ${dialect.name}`)
    : part.replace(/\brun\b(?!.*\brun\b)/, `run --host ${dialect.name}`)
  if (event.test(withHost)) return withHost.replace(event, `--event ${native}`)
  if (dialect.events[native]?.nameless !== true) return withHost
  return withHost.replace(host, `--host ${dialect.name} --event ${native}`)
}
