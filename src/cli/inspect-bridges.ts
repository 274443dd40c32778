import type { Hook } from '../core/hook.ts'
import { warning, type Issue } from '../core/issue.ts'
import type { Dialect, EventSpec, Places } from '../dialects/dialect.ts'
import type { Files } from '../ports/files.ts'
import { isOthers, nativeEvent, saidCall, type SaidCall } from './bridge-call.ts'
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
