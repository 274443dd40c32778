import type { EventSpec } from '../../dialect.ts'

/** When hooks of a runtime are called, in the order of the contract. */
export const PHASES = [
  'PreRun',
  'PostRun',
  'PreSessionStart',
  'PostSessionStart',
  'PreTurn',
  'PostTurn',
  'PreToolUse',
  'PostToolUse',
] as const
/** One of `PHASES`: before or after a run, the start of a session, a turn or a tool. */
export type Phase = (typeof PHASES)[number]

export type PatchField = 'prompt' | 'model' | 'attachments' | 'metadata'

export type PhaseSpec = {
  readonly kind: 'pre' | 'post'
  /** Canonical name. */
  readonly event: string
  /** What a patch may change here. */
  readonly takes: readonly PatchField[]
}

const EVERYTHING: readonly PatchField[] = ['prompt', 'model', 'attachments', 'metadata']
const NOTHING: readonly PatchField[] = []

/** Facts of codexus 1.1. The two tool phases are everybody's events; `PostToolUse` is reserved and never fires. */
export const phases: Readonly<Record<Phase, PhaseSpec>> = {
  PreRun: { kind: 'pre', event: 'run:PreRun', takes: EVERYTHING },
  PostRun: { kind: 'post', event: 'run:PostRun', takes: NOTHING },
  PreSessionStart: { kind: 'pre', event: 'run:PreSessionStart', takes: ['model', 'metadata'] },
  PostSessionStart: { kind: 'post', event: 'run:PostSessionStart', takes: NOTHING },
  PreTurn: { kind: 'pre', event: 'run:PreTurn', takes: EVERYTHING },
  PostTurn: { kind: 'post', event: 'run:PostTurn', takes: NOTHING },
  PreToolUse: { kind: 'pre', event: 'PreToolUse', takes: NOTHING },
  PostToolUse: { kind: 'post', event: 'PostToolUse', takes: NOTHING },
}

const PREFIX = 'run:'

/** By native name, as the runtime itself honours them. */
export const phaseEvents: Readonly<Record<string, EventSpec>> = Object.freeze(
  Object.fromEntries(PHASES.map((phase) => [phase, eventSpec(phases[phase])])),
)

/** The phase of a native or canonical name. */
export function phaseOf(name: string): Phase | undefined {
  const native = nativeName(name)
  return PHASES.find((phase) => phase === native)
}

export function nativeName(name: string): string {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name
}

/** A phase that a newer runtime may have keeps its name. */
export function canonicalName(native: string): string {
  const phase = phaseOf(native)
  return phase === undefined ? `${PREFIX}${native}` : phases[phase].event
}

function eventSpec({ kind, event, takes }: PhaseSpec): EventSpec {
  return {
    event,
    ...(event.startsWith(PREFIX) ? {} : { subject: 'tool' as const }),
    decisions: kind === 'pre' ? ['deny'] : [],
    effects: takes.length > 0 ? ['patch'] : [],
    gate: kind === 'pre',
  }
}
