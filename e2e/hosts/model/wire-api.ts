/** A tool call that the scripted model makes. A text as input is for tools that take no JSON (Codex' `apply_patch`). */
export type ToolUse = { readonly name: string; readonly input: Readonly<Record<string, unknown>> | string }

/** What the model says in one turn. */
export type Turn =
  /** `number`: how many calls came before it. */
  | { readonly kind: 'call'; readonly call: ToolUse; readonly number: number }
  | { readonly kind: 'text'; readonly text: string }

/** A parsed request body. */
export type Body = Readonly<Record<string, unknown>>

/** What an agent asked the model, whichever API it speaks. */
export type Asked = {
  /** Names of the tools that the agent offers. */
  readonly tools: readonly string[]
  /** Number of results of tool calls in the conversation. */
  readonly results: number
  /** The instructions outside of the conversation, as JSON values. */
  readonly system: unknown
  /** The conversation, as the API has it. */
  readonly conversation: readonly unknown[]
}

/** An answer before it is sent: one document, or server-sent events with an optional last line. */
export type Answer =
  | { readonly kind: 'document'; readonly document: Body }
  | { readonly kind: 'events'; readonly events: readonly ServerEvent[]; readonly last?: string }

/** One server-sent event; APIs that name no events leave `event` out. */
export type ServerEvent = { readonly event?: string; readonly data: Body }

/** One of the APIs by which agents talk to models. */
export type WireApi = {
  readonly name: string
  /** True when a request to this path belongs to the API. The path has no query. */
  owns(path: string): boolean
  read(body: Body): Asked
  write(turn: Turn, request: { readonly path: string; readonly body: Body }): Answer
}

/** The value as a list; an empty one for everything else. */
export function list(value: unknown): readonly Body[] {
  return Array.isArray(value) ? value : []
}

/** The events of an API that repeats the name of an event as `type` in its data. */
export function typedEvent(data: Body & { readonly type: string }): ServerEvent {
  return { event: data.type, data }
}
