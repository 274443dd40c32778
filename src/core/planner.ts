import { otherSubjectOf, possibleSubjectOf, subjectOf, type Event, type HookSubject } from './event.ts'
import { SCOPES, type Audience, type Hook } from './hook.ts'
import { compileMatcher, describeMatcher, type Matcher } from './matcher.ts'
import type { Plan, Skip, Step } from './plan.ts'
import type { Judgements, Refusal } from './policy.ts'

/** Hooks by event, each with its compiled matcher, in configuration order. */
export type HookIndex = ReadonlyMap<string, EventIndex>

type Entry = { readonly hook: Hook; readonly matches: Matcher }
export type EventIndex = {
  readonly entries: Entry[]
  readonly subjects: HookSubject[]
  readonly selections: Map<string, readonly Step[]>
  /** Some hook is for one session, agent or native event, or for some tools or calls only. */
  isSelective: boolean
  /** Some hook has a condition. */
  hasCondition: boolean
  /** That there is a hook does not say yet that one would run. */
  readonly isExact: boolean
}

/** Selections are remembered per subject; a host that invents names without end must not fill memory. */
const REMEMBERED = { selections: 256, characters: 200 }

export function indexHooks(hooks: readonly Hook[], isExact: (event: string) => boolean = never): HookIndex {
  const index = new Map<string, EventIndex>()
  for (const hook of hooks) {
    const found: EventIndex = index.get(hook.event) ?? newEventIndex(isExact(hook.event))
    found.entries.push({ hook, matches: compileMatcher(hook.matcher) })
    found.isSelective ||= [hook.audience, hook.native, hook.tools, hook.applies].some(
      (each) => each !== undefined,
    )
    found.hasCondition ||= hook.condition !== undefined
    const { subject } = hook
    if (subject !== undefined && !found.subjects.some((known) => sameSubject(known, subject)))
      found.subjects.push(subject)
    index.set(hook.event, found)
  }
  return index
}

function never(): boolean {
  return false
}

function newEventIndex(isExact: boolean): EventIndex {
  return {
    entries: [],
    subjects: [],
    selections: new Map(),
    isSelective: false,
    hasCondition: false,
    isExact,
  }
}

/** Which hooks run for this event, in configuration order. Hooks whose matcher fails are left out silently: see `explain`. */
export function plan(event: Event, index: HookIndex, judged: Judgements): Plan {
  const selected = select(event, index, judged.refusals)
  if (selected.length === 0) return { event, steps: selected, skipped: [] }
  const skipped: Skip[] = []
  const permitted = keep(selected, skipped, judged.refusals)
  const distinct = dropDuplicates(permitted, skipped)
  const steps = applyConditions(distinct, skipped, judged.conditions)
  return { event, steps: withFailing(steps, judged.refusals), skipped }
}

/** The same plan with a line for every hook of the event that its matcher ruled out. */
export function explain(event: Event, index: HookIndex, judged: Judgements): Plan {
  const planned = plan(event, index, judged)
  const selected = new Set(select(event, index, judged.refusals).map((step) => step.hook))
  const others = (index.get(event.name)?.entries ?? []).filter(
    // A part of the program that has nothing to say here is no news.
    ({ hook }) => !selected.has(hook) && hook.applies === undefined,
  )
  const unmatched = others.map(({ hook }): Skip => ({ hook, because: 'matcher', why: whyNot(event, hook) }))
  return { ...planned, skipped: [...planned.skipped, ...unmatched] }
}

type WithHook = { readonly hook: Hook }

/**
 * Returns the hooks that may match, for the policy to judge. No regular expression is tried, because it may be a
 * stranger's: one that takes for ever would hold up the user's own hooks until the host gives up on them.
 */
export function candidates(event: Event, index: HookIndex): readonly WithHook[] {
  const found = index.get(event.name)
  if (found === undefined) return NONE
  const remembered = found.selections.get(selectionKey(event, found.subjects))
  if (remembered !== undefined && !found.isSelective) return remembered
  return found.entries.filter(
    (entry) => isRegex(entry) || (isFor(entry.hook, event) && matches(event, entry)),
  )
}

const NONE: readonly never[] = Object.freeze([])

/** Returns the hooks that match, refused ones among them. */
export function select(event: Event, index: HookIndex, refusals: Judgements['refusals']): readonly Step[] {
  const found = index.get(event.name)
  if (found === undefined) return NONE
  const matching = selectMatching(event, found, refusals)
  return found.isSelective ? matching.filter(({ hook }) => isFor(hook, event)) : matching
}

/** True when the hook is for such an event, whatever its matcher says. */
export function isFor(hook: Hook, event: Event): boolean {
  return (
    isForNative(hook, event) &&
    isForTool(hook, event) &&
    isForAudience(hook, event) &&
    hook.applies?.(event) !== false
  )
}

/** To another host its native event is nothing, so there the canonical one counts. */
function isForNative({ native, dialect }: Hook, event: Event): boolean {
  return native === undefined || event.host !== dialect || event.native === native
}

/** A payload that should name a tool and does not name one must not switch guards off. */
function isForTool({ tools }: Hook, { tool }: Event): boolean {
  if (tools === undefined || tool === undefined || tools.includes(tool.name)) return true
  return tools.includes('mcp__*') && tool.name.startsWith('mcp__')
}

function isForAudience({ audience }: Hook, { sessionId, agent }: Event): boolean {
  if (audience === undefined) return true
  if (audience.sessionId !== undefined && audience.sessionId !== sessionId) return false
  if (audience.agent === undefined) return true
  // An id, not a type, tells a subagent: the main thread may have a type as well.
  if (audience.agent === 'main') return agent?.id === undefined
  return audience.agent === 'subagents' ? agent?.id !== undefined : audience.agent.id === agent?.id
}

function describeAudience({ sessionId, agent }: Audience): string {
  const session = sessionId === undefined ? '' : `session ${sessionId}`
  if (agent === undefined) return session
  const who = agent === 'main' ? 'the main thread' : agent === 'subagents' ? agent : `agent ${agent.id}`
  return session === '' ? who : `${who} of ${session}`
}

/** A regular expression of a hook that is refused counts as a match, so that the skip is reported. */
function selectMatching(event: Event, found: EventIndex, refusals: Judgements['refusals']): readonly Step[] {
  const key = selectionKey(event, found.subjects)
  const remembered = found.selections.get(key)
  if (remembered) return remembered
  const withheld = found.entries.filter((entry) => isRegex(entry) && refusals.has(entry.hook))
  const chosen = found.entries.filter((entry) => withheld.includes(entry) || matches(event, entry))
  const steps = chosen.map(({ hook }) => ({ hook, why: why(event, hook) }))
  if (withheld.length > 0 || key.length > REMEMBERED.characters) return steps
  if (found.selections.size >= REMEMBERED.selections) found.selections.clear()
  found.selections.set(key, steps)
  return steps
}

function isRegex({ hook }: Entry): boolean {
  return hook.matcher.kind === 'regex'
}

/** Everything the matchers of this event look at. */
function selectionKey(event: Event, subjects: readonly HookSubject[]): string {
  const [only, another] = subjects
  if (only === undefined) return ''
  if (another === undefined) return subjectKey(event, only)
  return subjects.map((spec) => subjectKey(event, spec)).join('\0\0')
}

function subjectKey(event: Event, spec: HookSubject): string {
  const subject = subjectOf(event, spec) ?? ''
  const other = otherSubjectOf(event, spec)
  const both = other === undefined || other === subject ? subject : `${subject}\0${other}`
  const possible = possibleSubjectOf(event, spec)
  return possible === undefined ? both : `${both}\0?${possible}`
}

function sameSubject(a: HookSubject, b: HookSubject): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function matches(event: Event, { hook, matches: test }: Entry): boolean {
  const subject = subjectOf(event, hook.subject)
  if (subject === undefined || subject === '') return true
  const other = otherSubjectOf(event, hook.subject)
  if (test(subject) || (other !== undefined && test(other))) return true
  // What a call may be is enough to guard it, not to allow it.
  const possible = grants(hook) ? undefined : possibleSubjectOf(event, hook.subject)
  return possible !== undefined && test(possible)
}

/** Why the hook runs for the event. */
export function why(event: Event, hook: Hook): string {
  const subject = subjectOf(event, hook.subject)
  if (hook.applies !== undefined) return 'built in; the call names what it guards'
  if (hook.matcher.kind === 'all' || subject === undefined || subject === '') return `every ${event.name}`
  return `matcher ${describeMatcher(hook.matcher)} matches ${subject}`
}

/** Why the hook does not run for the event. */
export function whyNot(event: Event, hook: Hook): string {
  if (!isForNative(hook, event)) return `it is for ${hook.native}, and this is ${event.native}`
  if (!isForTool(hook, event)) return `it is for ${hook.tools?.join(', ')}, and this is ${event.tool?.name}`
  if (hook.audience && !isForAudience(hook, event)) return `it is for ${describeAudience(hook.audience)}`
  return `matcher ${describeMatcher(hook.matcher)} does not match ${subjectOf(event, hook.subject) ?? ''}`
}

/** Returns the same array when nothing is dropped: the usual case allocates nothing. */
function keep(steps: readonly Step[], skipped: Skip[], refusals: Judgements['refusals']): readonly Step[] {
  if (refusals.size === 0) return steps
  return steps.flatMap((step) => {
    const refusal = refusals.get(step.hook)
    if (refusal === undefined) return step
    skipped.push({ hook: step.hook, because: refusal.because, why: refusal.why })
    return refusal.fails ? { ...step, why: refusal.why } : []
  })
}

/** A step that must not run and may not be left out either fails, so that its failure policy speaks. */
function withFailing(steps: readonly Step[], refusals: Judgements['refusals']): readonly Step[] {
  if (refusals.size === 0) return steps
  return steps.map((step) => {
    const refusal = refusals.get(step.hook)
    return refusal === undefined ? step : { ...step, hook: failing(step.hook, refusal) }
  })
}

function failing(hook: Hook, { because, why: reason, decides }: Refusal): Hook {
  if (decides !== undefined) return { ...hook, handler: { type: 'rule', ...decides } }
  return { ...hook, handler: { type: 'unsupported', name: because, why: reason } }
}

/** Equal hooks run once, at the place of the first; which definition stands is said by `replaces`. */
function dropDuplicates(steps: readonly Step[], skipped: Skip[]): readonly Step[] {
  if (steps.length < 2) return steps
  const places = new Map<string, number>()
  const kept: Step[] = []
  for (const step of steps) {
    const key = step.hook.dedup === undefined ? undefined : `${step.hook.dialect}\0${step.hook.dedup}`
    const place = key === undefined ? undefined : places.get(key)
    if (place === undefined) {
      if (key !== undefined) places.set(key, kept.length)
      kept.push(step)
      continue
    }
    const earlier = kept[place] as Step
    const [stays, goes] = replaces(step.hook, earlier.hook) ? [step, earlier] : [earlier, step]
    kept[place] = stays
    skipped.push({ hook: goes.hook, because: 'duplicate', why: `same as ${stays.hook.id}` })
  }
  return kept
}

/** A later definition stands, unless its scope is weaker, or the same where the dialect keeps the first. */
function replaces(later: Hook, earlier: Hook): boolean {
  const [a, b] = [later, earlier].map(({ source }) => SCOPES.indexOf(source.scope)) as [number, number]
  return later.dedupKeeps === 'first' ? a < b : a <= b
}

function applyConditions(
  steps: readonly Step[],
  skipped: Skip[],
  conditions: Judgements['conditions'],
): readonly Step[] {
  if (!steps.some((step) => step.hook.condition !== undefined)) return steps
  return steps.flatMap((step) => {
    const rule = step.hook.condition
    if (rule === undefined) return step
    const result = conditions.get(step.hook)
    if (result === undefined) throw new Error(`the condition of hook ${step.hook.id} was not judged`)
    const { holds, whole, why: reason } = result
    const tooWide = holds && !whole && grants(step.hook)
    if (holds && !tooWide) return { ...step, why: `${step.why}; if ${rule}: ${reason}` }
    const because = tooWide
      ? `only part of the call fits, and an allow must fit all of it: ${reason}`
      : reason
    skipped.push({ hook: step.hook, because: 'condition', why: `if ${rule}: ${because}` })
    return []
  })
}

/** `git status && rm -rf /` fits `Bash(git status *)` in part; a guard should run for it, an allow must not. */
export function grants({ handler }: Hook): boolean {
  return handler.type === 'rule' && handler.decision === 'allow'
}
