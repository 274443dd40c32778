import type { Decision, EffectKind, Reply, Verdict } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { Issue } from '../core/issue.ts'
import type { Power } from '../dialects/event-power.ts'
import type { DialectName, ProfileName } from '../dialects/registry.ts'
import type { EventName, OwnEvent } from '../library/event-names.ts'

/** What is known of a dialect before it is loaded. */
export type DialectInfo = {
  /** Name of the dialect, as in `sources` of `createEngine` and in `--host` of the command line. */
  readonly name: DialectName
  /** Name of the host for people. */
  readonly title: string
  /** Variants of the host that share its files and differ in details; the first is the default. Empty: it has none. */
  readonly profiles: readonly ProfileName[]
}

/** One host: what its events can do, and functions that read its payloads and write its replies. All are pure. */
export type HostDialect = DialectInfo & {
  /** The release with which the contract was tried. Absent: the contract is known from documents or source only. */
  readonly seen?: string
  /** Every event that the host fires, under its native name. Several may share a canonical name. */
  readonly events: readonly HostEventInfo[]
  /**
   * Returns what a deny does at an event, by its canonical name such as `PreToolUse`. Where several native events share
   * the name, the strongest counts. An event that the host does not have is `not available`. Takes any text, so that
   * the `event` of a hook can be asked about.
   */
  power(event: EventName | (string & Record<never, never>)): Power
  /**
   * Reads a payload exactly as the host sent it. Returns an `event` for `engine.dispatch`, or an `issue` that says why
   * the payload cannot be used; answer that with `encodeFailure`. Never throws for what a host may send.
   */
  decodeEvent(payload: string | Uint8Array, options: DecodeOptions): DecodedPayload
  /** Returns what the host is to get for the verdict that `engine.dispatch` gave for this event. */
  encodeReply(event: HostEvent, verdict: Verdict): Reply
  /**
   * Returns what the host is to get when there is no verdict: the payload could not be read, or the program failed. A
   * payload whose event waits for a permission is refused whatever `onError` says, because its guards have not seen it.
   */
  encodeFailure(problem: Issue | Error, options?: FailureOptions): Reply
}

/** One event of a host. */
export type HostEventInfo = {
  /** Name that the host gives the event, such as `beforeShellExecution`. */
  readonly native: string
  /** Canonical name, such as `PreToolUse`, under which hooks of all hosts run. */
  readonly event: EventName
  /** What a deny of a hook does here. */
  readonly power: Exclude<Power, 'not available'>
  /** Decisions that the host acts on. An `ask` that is missing here becomes a deny where the host knows one. */
  readonly decisions: readonly Exclude<Decision, 'none'>[]
  /** Kinds of effects that the host acts on; others are in `verdict.lost`. */
  readonly effects: readonly EffectKind[]
  /** True: payloads do not name the event, so `decodeEvent` needs it in `event`. Absent: they do. */
  readonly nameless?: true
}

/** An event that a host has sent, in canonical form. `engine.dispatch` takes it as it is. */
export type HostEvent = Omit<Event, 'name'> & {
  /** Canonical name. An event that only a newer release of the host has keeps its native name. */
  readonly name: EventName | OwnEvent
}

/** What `decodeEvent` returns: an event or an issue, never both. */
export type DecodedPayload =
  | {
      /** The event. Undefined: see `issue`. */
      readonly event: HostEvent
      /** Why the payload cannot be used. Undefined: see `event`. */
      readonly issue?: undefined
    }
  | {
      /** The event. Undefined: see `issue`. */
      readonly event?: undefined
      /** Why the payload cannot be used. Undefined: see `event`. */
      readonly issue: Issue
    }

/** Options of `decodeEvent`. */
export type DecodeOptions = {
  /** Absolute path of the directory in which the session runs, for payloads that do not say it. */
  readonly cwd: string
  /** Absolute path of the project. Default: `cwd`. */
  readonly projectDir?: string
  /** Native name of the event, for payloads that do not name it; must agree with those that do. */
  readonly event?: string
  /** When the event happened, in milliseconds since the epoch. Default: now. */
  readonly at?: number
}

/** Options of `encodeFailure`. Every one has a default. */
export type FailureOptions = {
  /** The event, where it could be decoded. Default: the one that the issue names, if any. */
  readonly event?: HostEvent
  /** `ignore` lets the host go on, `deny` refuses the action where the host can. Default: `ignore`. */
  readonly onError?: 'ignore' | 'deny'
}
