import type { Answer, Reply, Verdict } from '../../src/core/decision.ts'
import type { Event } from '../../src/core/event.ts'
import { readOutcome } from '../../src/core/failure.ts'
import { applyFailurePolicy } from '../../src/core/failure-policy.ts'
import type { Hook } from '../../src/core/hook.ts'
import { isIssue } from '../../src/core/issue.ts'
import type { Outcome } from '../../src/core/outcome.ts'
import type { Dialect, EventSpec } from '../../src/dialects/dialect.ts'
import { eventTraits } from '../../src/dialects/event-traits.ts'
import { hook } from '../helpers/builders.ts'
import { dialects } from '../helpers/dialects.ts'
import { engineOf } from '../helpers/engine.ts'
import { EVENTS, exited, verdictOf, type MatrixCase } from './cases.ts'

/** What fires no tool call has no place in the matrix. */
export const hosts: readonly Dialect[] = [...dialects.values()].filter(({ events }) =>
  Object.values(events).some(({ event }) => event === 'PreToolUse'),
)

/** One hook dialect's hook, called by one host. */
export type Cell = {
  readonly event: Event
  readonly spec: EventSpec
  readonly verdict: Verdict
  readonly reply: Reply
  /** What the host's own reader makes of our reply. */
  readonly heard: Answer
}

export type NoCell = 'the host has no such event' | 'hooks of the dialect cannot say it'

/** Nothing runs: the outcome of the hook is given, everything else is what `run` does. */
export async function cell(wanted: MatrixCase, speaker: Dialect, host: Dialect): Promise<Cell | NoCell> {
  const native = nativeOf(host, wanted.event)
  if (native === undefined) return 'the host has no such event'
  const outcome = await outcomeOf(wanted, speaker)
  if (outcome === undefined) return 'hooks of the dialect cannot say it'
  const event = await firedBy(host, wanted.event)
  const own = { ...hookOf(speaker, wanted.event), ...(await nativeHere(speaker, wanted.event)) }
  const { verdict } = await engineOf([own], {
    host: (name) => dialects.get(name),
    dialect: (name) => dialects.get(name) ?? host,
    hookSide: (wire) => (dialects.get(wire) ?? speaker).hooks(),
    traits: eventTraits(dialects.values()),
    command: () => Promise.resolve(outcome),
  }).run(event)
  const reply = host.encodeReply(event, verdict)
  return { event, spec: native[1], verdict, reply, heard: await hear(reply, event, host) }
}

/** Of several native events, the one that tells of this call. */
async function nativeHere(speaker: Dialect, event: MatrixCase['event']): Promise<Pick<Hook, 'native'>> {
  if (nativeOf(speaker, event) === undefined) return {}
  return { native: (await firedBy(speaker, event)).native }
}

/** The first native event that stands for the canonical one and can deny, else the first. */
function nativeOf(dialect: Dialect, event: string): readonly [string, EventSpec] | undefined {
  const rows = Object.entries(dialect.events).filter(([, spec]) => spec.event === event)
  return rows.find(([, spec]) => spec.decisions.includes('deny')) ?? rows[0]
}

/** A hook of the dialect's own files, at its plainest. */
export function hookOf(dialect: Dialect, event: string): Hook {
  const native = nativeOf(dialect, event)?.[0]
  return hook({
    id: 'matrix',
    event,
    dialect: dialect.name,
    wire: dialect.wire,
    onFailure: dialect.name === 'hookwright' ? 'ignore' : 'native',
    handler: { type: 'command', start: { kind: 'argv', words: ['hook'] } },
    ...(native !== undefined && { native }),
  })
}

/** The event as the host tells of it: written by its own wire, read by its own decoder. */
async function firedBy(host: Dialect, name: MatrixCase['event']): Promise<Event> {
  const { native, bytes } = await payloadOf(host, name)
  const { cwd, projectDir, at } = EVENTS[name]
  const event = host.decodeEvent({ bytes, event: native, startDir: cwd, projectDir, at })
  if (isIssue(event)) throw new Error(`${host.name} cannot read its own ${native}: ${event.message}`)
  return event
}

/** What the host writes to stdin of a hook, and its own name of the event. */
export async function payloadOf(
  host: Dialect,
  name: MatrixCase['event'],
): Promise<{ readonly native: string; readonly bytes: Uint8Array }> {
  const [native] = nativeOf(host, name) ?? [name]
  const side = await host.hooks()
  const input = side.encodeInput(EVENTS[name], hookOf(host, name))
  return { native, bytes: typeof input === 'string' ? new TextEncoder().encode(input) : input }
}

/** What a hook of the dialect writes when it means the case; undefined when its contract has no words for it. */
async function outcomeOf(wanted: MatrixCase, speaker: Dialect): Promise<Outcome | undefined> {
  if (wanted.happens !== undefined) return wanted.happens
  const spec = nativeOf(speaker, wanted.event)?.[1]
  const { decision, effects } = verdictOf(wanted)
  if (spec === undefined || (decision !== 'none' && !spec.decisions.includes(decision))) return undefined
  if (effects.some(({ kind }) => !spec.effects.includes(kind))) return undefined
  const event = await firedBy(speaker, wanted.event)
  const { stdout, stderr, exitCode } = speaker.encodeReply(event, verdictOf(wanted))
  return exited(exitCode, stdout, stderr)
}

/** The reply is what a hook of the host would have written, so that the host's hook side says what it means there. */
async function hear({ stdout, stderr, exitCode }: Reply, event: Event, host: Dialect): Promise<Answer> {
  const side = await host.hooks()
  const own = hookOf(host, event.name)
  const said = readOutcome(exited(exitCode, stdout, stderr), side.decodeOutput, { hook: own, event })
  return applyFailurePolicy(said, own, host.failures)
}
