import type { Event } from './event.ts'
import type { Hook } from './hook.ts'
import type { Plan, Skip, Step } from './plan.ts'

/** More parts than this are not shown to hooks one by one: each is a process, and the host waits. */
export const MOST_PARTS = 100

/**
 * Returns the plan for an event whose call may consist of several parts. Hooks that read the host's own payload see the
 * call once and as a whole. Every other hook knows only calls of one file, so it runs for each part that it matches.
 */
export function planCall(
  event: Event,
  planOne: (event: Event) => Plan,
  hooksOf: (event: string) => readonly Hook[],
): Plan {
  const parts = partEvents(event)
  if (parts.length === 0) return planOne(event)
  const whole = planOne(event)
  const isWhole = ({ hook }: { readonly hook: Hook }): boolean => seesWhole(hook, event)
  const plans = parts.map(planOne)
  const foreign = plans.flatMap((plan) => plan.steps.filter((step) => !isWhole(step)).map(stepOf(plan)))
  const steps = [...whole.steps.filter(isWhole), ...bounded(foreign, parts.length)]
  const ran = new Set(steps.map(({ hook }) => hook.id))
  const skips = [...whole.skipped.filter(isWhole), ...plans.flatMap((plan) => plan.skipped)]
  return { event, steps: inOrder(steps, hooksOf(event.name)), skipped: withoutRepeats(skips, ran) }
}

/** True for a hook that reads the host's own payload, and so the call as a whole. */
export function seesWhole({ wire }: Hook, { payload }: Event): boolean {
  return wire === payload?.wire
}

/** True when the test holds for anything that hooks may see of an event: itself, or a part of a call of several. */
export function someSeen(event: Event, test: (seen: Event) => boolean): boolean {
  return test(event) || partEvents(event).some(test)
}

/** Returns what hooks of other wires see of a call of several parts: an event for each. Empty: the call is one. */
function partEvents(event: Event): readonly Event[] {
  // Every event passes here, and nearly all are one call: nothing is copied for those.
  if (event.tool?.parts === undefined || event.tool.parts.length < 2) return NONE
  const { tool: _t, payload: _p, ...rest } = event
  const { parts = NONE, ...call } = event.tool
  return parts.map(({ name, input }) => ({ ...rest, tool: { ...call, name, input, nativeInput: input } }))
}

const NONE: readonly never[] = Object.freeze([])

function stepOf({ event }: Plan): (step: Step) => Step {
  return (step) => ({ ...step, event })
}

/** Hooks are asked about all parts or the call is refused: a part that is left out would not be guarded. */
function bounded(steps: readonly Step[], count: number): readonly Step[] {
  if (count <= MOST_PARTS) return steps
  const why = `The call changes ${count} files, and hooks are asked about at most ${MOST_PARTS} in one call. Split it.`
  const firsts = steps.filter(({ hook }, index) => steps.findIndex((step) => step.hook === hook) === index)
  return firsts.map((step) => ({ ...step, why, hook: refusing(step.hook, why) }))
}

function refusing(hook: Hook, why: string): Hook {
  return { ...hook, handler: { type: 'unsupported', name: 'too-many-parts', why }, onFailure: 'deny' }
}

/** In configuration order; the steps of one hook in the order of the parts. */
function inOrder(steps: readonly Step[], hooks: readonly Hook[]): readonly Step[] {
  return hooks.flatMap(({ id }) => steps.filter(({ hook }) => hook.id === id))
}

function withoutRepeats(skipped: readonly Skip[], ran: ReadonlySet<string>): readonly Skip[] {
  const first = new Map<string, Skip>()
  for (const skip of skipped)
    if (!ran.has(skip.hook.id) && !first.has(skip.hook.id)) first.set(skip.hook.id, skip)
  return [...first.values()]
}
