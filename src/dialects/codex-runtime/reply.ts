import type { Effect, Reply, Verdict } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Issue } from '../../core/issue.ts'
import { phaseOf, phases, type PatchField } from '../_families/runtime/phases.ts'

/** Exit 0 and nothing: noop, or all is well. */
const SILENCE: Reply = Object.freeze({ stdout: '', stderr: '', exitCode: 0 })

/** Any exit but 0 and 2 is an issue in the runtime's report, and the run goes on. */
const NOTED = 1

/** The shell contract itself, so that `hookwright run` can be the command of a shell hook. */
export function encodeReply(event: Pick<Event, 'name'>, verdict: Verdict): Reply {
  const { kind, takes } = specOf(event.name)
  if (kind === 'pre' && isHeldBack(verdict)) return blocked(verdict.reason ?? '')
  const patch = composePatch(verdict.effects, takes)
  if (patch !== undefined)
    return { ...SILENCE, stdout: `${JSON.stringify({ action: 'mutate', ...patch })}\n` }
  return hasFailed(verdict) ? { ...SILENCE, exitCode: NOTED } : SILENCE
}

/** The runtime reads no stderr, so a failure it should know of needs an exit code as well. */
export function encodeFailure(
  event: Pick<Event, 'name'>,
  { message, hint }: Issue,
  policy: 'ignore' | 'deny',
): Reply {
  const text = `hookwright: ${message}${hint === undefined ? '' : ` ${hint}`}`
  const isDenied = policy === 'deny' && specOf(event.name).kind === 'pre'
  return { ...(isDenied ? blocked(text) : { ...SILENCE, exitCode: NOTED }), stderr: `${text}\n` }
}

/** Exit code 2 blocks before something happens, whatever stdout says; the runtime reads the message from nowhere else. */
export function encodeWithoutStdout({ name }: Pick<Event, 'name'>, reason: string): Reply {
  const isBlocked = specOf(name).kind === 'pre'
  return { stdout: '', stderr: `${reason}\n`, exitCode: isBlocked ? blocked(reason).exitCode : NOTED }
}

/** What is not known to come afterwards is treated as something that can be prevented. */
function specOf(event: string): { readonly kind: 'pre' | 'post'; readonly takes: readonly PatchField[] } {
  const phase = phaseOf(event)
  return phase === undefined ? { kind: 'pre', takes: [] } : phases[phase]
}

/** `fit` has turned these into a deny before; a verdict that skipped it must still never be weakened. */
function isHeldBack({ decision }: Verdict): boolean {
  return decision === 'deny' || decision === 'ask' || decision === 'defer'
}

function blocked(reason: string): Reply {
  const message = reason === '' ? 'Denied by a hook' : reason
  return { stdout: `${JSON.stringify({ message })}\n`, stderr: '', exitCode: 2 }
}

function hasFailed({ answers }: Verdict): boolean {
  return answers.some(({ answer }) => answer.failure !== undefined && answer.failure !== 'cancelled')
}

type Patch = Extract<Effect, { kind: 'patch' }>

/** In configuration order: the last writer wins a field, attachments add up, metadata is merged key by key. */
function composePatch(
  effects: readonly Effect[],
  takes: readonly PatchField[],
): Readonly<Record<string, unknown>> | undefined {
  const patches = effects.filter((effect) => effect.kind === 'patch')
  const last = (field: 'prompt' | 'model'): string | undefined =>
    takes.includes(field) ? patches.findLast((patch) => patch[field] !== undefined)?.[field] : undefined
  const [promptOverride, modelOverride] = [last('prompt'), last('model')]
  const addAttachments = takes.includes('attachments') ? patches.flatMap(attachmentsOf) : []
  const deltas = takes.includes('metadata') ? patches.flatMap(deltaOf) : []
  const patch = {
    ...(promptOverride !== undefined && { promptOverride }),
    ...(modelOverride !== undefined && { modelOverride }),
    ...(addAttachments.length > 0 && { addAttachments }),
    ...(deltas.length > 0 && { metadataDelta: merged(deltas) }),
  }
  return Object.keys(patch).length === 0 ? undefined : patch
}

function attachmentsOf({ attachments = [] }: Patch): readonly unknown[] {
  return attachments
}

function deltaOf({ metadata }: Patch): readonly Readonly<Record<string, unknown>>[] {
  return metadata === undefined ? [] : [metadata]
}

/** Built from entries, so that a key `__proto__` stays a key. */
function merged(deltas: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(deltas.flatMap((delta) => Object.entries(delta)))
}
