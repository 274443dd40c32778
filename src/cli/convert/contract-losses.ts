import type { Hook } from '../../core/hook.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import { eventSpec } from '../../dialects/event-spec.ts'
import type { Loss, SourceHook, WrittenHook } from '../../dialects/writer.ts'
import { failureOf, type Translation } from './translation.ts'

type Around = Translation & { readonly written: WrittenHook; readonly failure: SourceHook['failure'] }

/** What changes because another program runs the hook, whatever its entry says. */
export function contractLosses(hook: Hook, around: Around): readonly Loss[] {
  const found = around.writer.runsEveryWire
    ? [
        hook.note === undefined ? undefined : around.noteLoss(hook.wire, hook.note),
        otherForm(hook, around),
        fileVariables(hook, around),
        missingServer(hook),
      ]
    : [
        otherPayload(hook, around),
        unknownDecisions(hook, around),
        openFailure(hook, around),
        missingVariables(hook, around),
        otherServer(hook, around),
      ]
  return [...found, otherNative(hook, around), otherSystem(hook, around), limitedUrls(hook)].filter(
    (loss) => loss !== undefined,
  )
}

type Check = Loss | undefined

function otherPayload({ wire, handler }: Hook, { target, titleOf }: Around): Check {
  if (wire === target.wire || handler.type === 'rule' || handler.type === 'model') return undefined
  const [from, to] = [titleOf(wire), target.title]
  const why = `it reads the payloads of ${from} and answers in its form; ${to} sends its own payloads and reads its own answers`
  return { effect: 'weaker', part: 'payload', why }
}

function unknownDecisions(hook: Hook, { source, target, written }: Around): Check {
  const before = specIn(source, hook)?.decisions ?? []
  const after = target.events[written.event]?.decisions ?? []
  const gone = (['deny', 'ask'] as const).filter((each) => before.includes(each) && !after.includes(each))
  if (gone.length === 0) return undefined
  if (hook.handler.type === 'rule') return otherDecision(hook.handler.decision, gone, target)
  const why = `${target.title} takes no ${gone.join(' and no ')} on ${written.event}`
  return { effect: 'weaker', part: 'decision', why }
}

/** A rule has one decision. An `ask` that the host does not know was written as a deny. */
function otherDecision(decision: string, gone: readonly string[], { title }: Dialect): Check {
  if (!gone.includes(decision)) return undefined
  if (decision === 'ask')
    return { effect: 'note', part: 'decision', why: `it denies, because ${title} has no question here` }
  return { effect: 'weaker', part: 'decision', why: `${title} takes no ${decision} here` }
}

function openFailure(hook: Hook, { target, written, failure }: Around): Check {
  if (written.saysFailure) return undefined
  const isDenied = failureOf({ ...hook, onFailure: 'native' }, target) === 'deny'
  if (isDenied === (failure !== 'none')) return undefined
  if (isDenied)
    return { effect: 'note', part: 'onFailure', why: `a failure of the hook denies on ${target.title}` }
  const was = failure === 'deny' ? 'denied' : 'was asked about'
  const why = `a failure of the hook ${was}; ${target.title} goes on after it`
  return { effect: 'weaker', part: 'onFailure', why }
}

/** An entry gets the payload of the first of the native events that are one to other hosts. */
function otherForm(hook: Hook, { source }: Around): Check {
  const [first] = sharedNatives(hook, source)
  if (hook.native === undefined || first === undefined || first === hook.native) return undefined
  const why = `it reads the payload of ${hook.native}, and an entry gets that of ${first}, or of whatever event of ${source.title} calls; \`imports\` keeps it`
  return { effect: 'weaker', part: 'payload', why }
}

/** Native names of the canonical event of a hook, when there are several. */
function sharedNatives({ event }: Hook, { events }: Dialect): readonly string[] {
  const natives = Object.keys(events).filter((name) => events[name]?.event === event)
  return natives.length < 2 ? [] : natives
}

function fileVariables({ handler, wire }: Hook, { fileVariables: namesFor, titleOf }: Around): Check {
  const gone = spelt(handler, namesFor(wire))
  if (gone.length === 0) return undefined
  const why = `the command uses ${gone.join(', ')}, which is set for hooks of ${titleOf(wire)}'s own files only; write the folder out, or keep the file with \`imports\``
  return { effect: 'weaker', part: 'env', why }
}

/** Reports variables that the command names and the target does not set. */
function missingVariables({ handler }: Hook, { source, target }: Around): Check {
  const set = new Set([...(target.hostVariables?.alwaysSet ?? []), ...(target.hostVariables?.project ?? [])])
  const own = [...(source.hostVariables?.alwaysSet ?? []), ...(source.hostVariables?.project ?? [])]
  const lacking = own.filter((name) => !set.has(name))
  const gone = spelt(handler, lacking)
  if (gone.length === 0) return undefined
  const why = `the command uses ${gone.join(', ')}, which ${target.title} does not set`
  return { effect: 'weaker', part: 'env', why }
}

/** Returns those of the names that the command has in its text. */
function spelt(handler: Hook['handler'], names: readonly string[]): readonly string[] {
  if (handler.type !== 'command') return []
  const { start } = handler
  const text = start.kind === 'argv' ? (start.written ?? start.words).join('\n') : textOf(start)
  return [...new Set(names)].filter((name) => new RegExp(`\\b${name}\\b`).test(text))
}

function textOf(
  start: Exclude<Extract<Hook['handler'], { type: 'command' }>['start'], { kind: 'argv' }>,
): string {
  return start.kind === 'script' ? start.source : (start.written ?? start.command)
}

function missingServer({ handler }: Hook): Check {
  if (handler.type !== 'mcp_tool' || handler.connection !== undefined) return undefined
  const why = 'its MCP server has to be named under `mcpServers` of the new file; until then the hook fails'
  return { effect: 'weaker', part: 'server', why }
}

function otherServer({ handler }: Hook, { target }: Around): Check {
  if (handler.type !== 'mcp_tool' || handler.connection === undefined) return undefined
  const why = `its MCP server is set up in the old file; ${target.title} has to know one of that name`
  return { effect: 'weaker', part: 'server', why }
}

/** Several native events share one canonical name, so a hook for one of them would run on all of them. */
function otherNative(hook: Hook, { source, target, writer, written }: Around): Check {
  if (hook.native === undefined || (hook.native === written.event && !writer.runsEveryWire)) return undefined
  const [first] = sharedNatives(hook, source)
  // The first of them stands for the event as other hosts have it.
  if (first === undefined || first === hook.native || hook.tools !== undefined) return undefined
  const why = `it was for ${hook.native} of ${source.title} alone; ${target.title} runs it on every ${written.event} that its matcher fits`
  return { effect: 'wider', part: 'event', why }
}

/** A hook whose failure denies also guards on a system where its command cannot start. */
function otherSystem(hook: Hook, { differsElsewhere, platform, failure, written }: Around): Check {
  if (!differsElsewhere(hook)) return undefined
  const system = platform === 'win32' ? 'Linux and macOS' : 'Windows'
  const why = `the entry has another command for ${system}, which is not kept`
  return { effect: failure === 'deny' && written.saysFailure ? 'note' : 'weaker', part: 'command', why }
}

function limitedUrls({ handler }: Hook): Check {
  if (handler.type !== 'http' || handler.allowedUrls === undefined) return undefined
  const why = 'the settings limit the addresses of http hooks; that limit is not carried over'
  return { effect: 'note', part: 'allowedUrls', why }
}

function specIn(dialect: Dialect, { event, native }: Hook): ReturnType<typeof eventSpec> {
  return eventSpec(dialect, { name: event, ...(native !== undefined && { native }) })
}
