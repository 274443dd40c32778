import type { Verdict } from '../../src/core/decision.ts'
import type { Event } from '../../src/core/event.ts'
import type { Hook, Start } from '../../src/core/hook.ts'
import type { Issue, Place } from '../../src/core/issue.ts'
import type { MatcherRules } from '../../src/core/matcher.ts'
import type { Outcome, Said } from '../../src/core/outcome.ts'
import * as decoding from '../../src/dialects/_families/claude/decode-event.ts'
import * as encoding from '../../src/dialects/_families/claude/encode-input.ts'
import * as variables from '../../src/dialects/_families/claude/environment.ts'
import type { HandlerType } from '../../src/dialects/_families/claude/event-spec.ts'
import * as groups from '../../src/dialects/_families/claude/groups.ts'
import * as late from '../../src/dialects/_families/claude/late-answer.ts'
import * as matchers from '../../src/dialects/_families/claude/matcher.ts'
import * as output from '../../src/dialects/_families/claude/output.ts'
import * as filling from '../../src/dialects/_families/claude/placeholders.ts'
import * as remarking from '../../src/dialects/_families/claude/remarks.ts'
import * as replying from '../../src/dialects/_families/claude/reply.ts'
import type { HandlerWire } from '../../src/dialects/_families/claude/wire.ts'
import { claudeContract as contract } from '../../src/dialects/claude-code/contract.ts'
import { eventSpec } from '../../src/dialects/claude-code/events.ts'
import type { Payload } from '../../src/dialects/dialect.ts'

// Functions of the Claude family, given Claude Code's own contract.

const { events, placeholders = {}, title: host } = contract

type Speaker = { readonly host: string; readonly wire: string }

export const decodeEvent = (payload: Payload, { host: name, wire }: Speaker) =>
  decoding.decodeEvent(payload, { ...contract, name, wire })

export const encodeInput = (event: Event, wire: string) =>
  encoding.encodeInput(event, {}, { ...contract, wire })

export const toWire = (event: Event) => encoding.toWire(event, contract)

export const decodeOutput = (hook: Hook, event: Event, said: Said) =>
  output.decodeOutput(said, { hook, event, events })

export const decodeLate = (hook: Hook, event: Event, outcome: Outcome) =>
  late.decodeLate(outcome, { hook, event, events })

type Variables = Readonly<Record<string, string | undefined>>

export const environment = (event: Event, hook: Hook, inherited: Variables, given?: variables.Given) =>
  variables.environment({ event, hook, contract }, inherited, given)

export const takesEnvFile = (event: Event, hook: Hook, inherited: Variables) =>
  variables.takesEnvFile({ event, hook, contract }, inherited)

type Named = Pick<Event, 'name'> & Partial<Event>

export const encodeReply = (event: Named, verdict: Verdict, wire: string) =>
  replying.encodeReply(event, verdict, { events, wire })

export const encodeFailure = (
  event: Named,
  problem: Issue,
  { policy, wire }: { readonly policy: 'ignore' | 'deny'; readonly wire: string },
) => replying.encodeFailure(event, problem, { policy, profile: { events, wire } })

export type GroupOptions = Omit<groups.GroupOptions, 'contract'>

export const readGroup = (group: unknown, options: GroupOptions) =>
  groups.readGroup(group, { ...options, contract })

export type Filling = Omit<filling.Filling, 'placeholders'>

export const fillPlaceholders = (start: Start, given: Filling) =>
  filling.fillPlaceholders(start, { ...given, placeholders })

export const remarks = (
  wire: HandlerWire,
  type: HandlerType,
  { place, event }: { readonly place: Place; readonly event: string },
) => remarking.remarks(wire, type, { place, spec: eventSpec(event), host })

export const matcherRules = (event: string): MatcherRules => matchers.matcherRules(eventSpec(event))

export const takesQuestions = ({ name }: Event): boolean => eventSpec(name).asks
