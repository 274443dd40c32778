import type { Answer, Decision } from '../core/decision.ts'
import type { Event, ToolCall } from '../core/event.ts'
import type { OutputWire, SpecificOutput as CanonicalOutput } from '../dialects/canonical.ts'
import type { EVENT_HOSTS } from '../dialects/event-hosts.ts'
import type { AnyEvent, EventName } from './event-names.ts'
import type { FieldsOf, ToolEventName } from './event-input.ts'

/** What a function hook receives: the event with the fields of its name, and the tool where there is always one. */
export type EventOf<Name extends AnyEvent> = Omit<Event, 'name' | 'fields' | 'tool'> & {
  /** Canonical name of the event, such as `PreToolUse`. */
  readonly name: Name
  /** What else the event carries, under the names of docs/events.md; a field may be missing. */
  readonly fields: FieldsOf<Name>
} & (Name extends ToolEventName
    ? {
        /** The tool call that the event is about. */
        readonly tool: ToolCall
      }
    : {
        /** The tool call that the event is about. Absent: it is not about one. */
        readonly tool?: ToolCall
      })

/** The JSON that Claude Code reads from a hook of this event. */
export type HookOutput<Name extends AnyEvent = EventName> = Omit<OutputWire, 'hookSpecificOutput'> & {
  /** What only this event takes, such as `permissionDecision` or `additionalContext`. Absent: nothing. */
  readonly hookSpecificOutput?: SpecificOutput<Name>
}

/** The part of the output that only this event has. */
export type SpecificOutput<Name extends AnyEvent> = Name extends EventName
  ? CanonicalOutput<Name>
  : {
      /** Name of the event that the output is for. */
      readonly hookEventName: string
      /** Text for the model. Absent: none. */
      readonly additionalContext?: string
    }

/** An answer in our own words: only its decision must be there. The constructors `deny`, `ask` … make a whole one. */
export type OwnAnswer = Pick<Answer, 'decision'> & Partial<Answer>

/** What a function hook may return: an answer of ours, Claude Code's JSON, or nothing. */
export type HookReply<Name extends AnyEvent = EventName> = OwnAnswer | HookOutput<Name> | undefined | void

/** What a function hook receives besides the event: a signal that aborts when its answer is no longer wanted. */
export type HookContext = {
  /** Aborts when the answer is no longer wanted: on a timeout, or when the dispatch is cancelled. */
  readonly signal: AbortSignal
}

/** A function hook. `Reply` is what it returns; a key that no answer has is an error. */
export type FunctionHook<Name extends AnyEvent = EventName, Reply = HookReply<Name>> = (
  event: EventOf<Name>,
  context: HookContext,
) => Reply | Promise<Reply>

/** What a function hook may return: its answer, or the promise of one. */
export type HookReturn<Name extends AnyEvent> = HookReply<Name> | Promise<HookReply<Name>>

/**
 * Fits every hook that returns known keys only, and otherwise none: then it is a sentence about each wrong key. It is
 * no part of the return type, because TypeScript then infers one shape where a hook returns several.
 */
export type KnownReturn<Returned, Name extends AnyEvent> = [UnknownKey<Awaited<Returned>, Name>] extends [
  never,
]
  ? unknown
  : NoSuchKey<UnknownKey<Awaited<Returned>, Name>>

type UnknownKey<Reply, Name extends AnyEvent> = Reply extends object
  ? Reply extends { readonly decision: Decision }
    ? Exclude<GivenKey<Reply>, keyof Answer>
    :
        | Exclude<GivenKey<Reply>, keyof HookOutput>
        | (Reply extends { readonly hookSpecificOutput?: infer Specific }
            ? UnknownSpecificKey<Specific, Name>
            : never)
  : never

type UnknownSpecificKey<Specific, Name extends AnyEvent> = Specific extends object
  ? Exclude<GivenKey<Specific>, KeyOfEach<SpecificOutput<Name>>>
  : never

/** Without keys that are always undefined: TypeScript adds the keys of one literal to the others of a union. */
type GivenKey<Shape> = {
  [Key in keyof Shape]-?: [Exclude<Shape[Key], undefined>] extends [never] ? never : Key
}[keyof Shape]

/** The same reply, with a sentence in the place of every key that does not exist, which nothing fits. */
export type KnownKeys<Reply, Name extends AnyEvent> = Reply extends object
  ? Reply extends { readonly decision: Decision }
    ? Known<Reply, keyof Answer>
    : {
        readonly [Key in keyof Reply]: Key extends 'hookSpecificOutput'
          ? Known<Reply[Key], KeyOfEach<SpecificOutput<Name>>>
          : Key extends keyof HookOutput
            ? Reply[Key]
            : NoSuchKey<Key>
      }
  : Reply

type Known<Given, Keys> = Given extends object
  ? { readonly [Key in keyof Given]: Key extends Keys ? Given[Key] : NoSuchKey<Key> }
  : Given

type KeyOfEach<Shape> = Shape extends object ? keyof Shape : never

type NoSuchKey<Key> = `"${Key & string}" is not a known key`

/** A callback as Claude Code's agent SDK has them. A method, so that callbacks typed by the SDK itself fit. */
export type SdkCallback = {
  call(
    input: Readonly<Record<string, unknown>>,
    toolUseId: string | undefined,
    options: {
      /** Aborts when the answer is no longer wanted: on a timeout, or when the dispatch is cancelled. */
      readonly signal: AbortSignal
    },
  ): HookOutput | undefined | void | Promise<HookOutput | undefined | void>
}['call']

/** Callbacks under one matcher. */
export type SdkGroup = {
  /** Which subjects the callbacks run for: a name, several as `Edit|Write`, or a regular expression. Default: all. */
  readonly matcher?: string
  /** The callbacks, each a hook of its own. */
  readonly hooks: readonly SdkCallback[]
  /** Seconds, for each of them. Absent or 0: the default of the event. */
  readonly timeout?: number
  /**
   * `continue` (default): a callback that throws is passed over, one that hangs blocks the call or the prompt.
   * `block`: every failure is a no.
   */
  readonly onFailure?: 'continue' | 'block'
}

/** The `hooks` option of Claude Code's agent SDK; events of the program's own may be keys as well. */
export type SdkHooks = { readonly [Name in keyof typeof EVENT_HOSTS]?: readonly SdkGroup[] }

/** The same hooks, with a sentence in the place of every event and every key of an answer that does not exist. */
export type KnownCallbacks<Hooks> = {
  readonly [Name in keyof Hooks]: string extends Name
    ? Hooks[Name]
    : Name extends EventName
      ? KnownGroups<Hooks[Name]>
      : `"${Name & string}" is not an event`
}

type KnownGroups<Groups> = { readonly [Index in keyof Groups]: KnownGroup<Groups[Index]> }

type KnownGroup<Group> = {
  readonly [Key in keyof Group]: Key extends 'hooks'
    ? KnownEach<Group[Key]>
    : Key extends keyof SdkGroup
      ? Group[Key]
      : NoSuchKey<Key>
}

type KnownEach<List> = { readonly [Index in keyof List]: KnownCallback<List[Index]> }

type KnownCallback<Callback> = Callback extends (...given: infer Given) => infer Returned
  ? (
      ...given: Given
    ) => Returned extends Promise<infer Reply>
      ? Promise<KnownKeys<Reply, EventName>>
      : KnownKeys<Returned, EventName>
  : Callback
