/** A tool a model may call. `parameters` is a JSON Schema. */
export type ModelTool = {
  /** Name by which the model calls it. */
  readonly name: string
  /** What the tool does, for the model. */
  readonly description: string
  /** JSON Schema of the input, of type `object`. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A call of a tool that a model asks for. */
export type ModelCall = {
  /** Id of the call; the message with its result has the same. */
  readonly id: string
  /** Name of the tool. */
  readonly name: string
  /** Arguments by name, not yet checked against the schema. */
  readonly input: Readonly<Record<string, unknown>>
}

/** One message of the conversation with the model. `role` says whose it is. */
export type ModelMessage =
  | {
      /** A message for the model. */
      readonly role: 'user'
      /** The text of the message. */
      readonly text: string
    }
  | {
      /** What the model said before. */
      readonly role: 'assistant'
      /** Its text; may be empty beside calls. */
      readonly text: string
      /** Tools that it called. Empty: none. */
      readonly calls: readonly ModelCall[]
    }
  | {
      /** The result of a call. */
      readonly role: 'tool'
      /** Id of the call. */
      readonly id: string
      /** What the tool returned. */
      readonly text: string
      /** True when the call failed; `text` then says why. */
      readonly isError: boolean
    }

/** One turn that a `prompt` or `agent` hook asks of a model. */
export type ModelRequest = {
  /** Name of the model, as the hook has it. Absent: choose one that is small and fast. */
  readonly model?: string
  /** Instructions for the model, above the conversation. */
  readonly system: string
  /** The conversation, oldest first; the last message is for the model to answer. */
  readonly messages: readonly ModelMessage[]
  /** Tools that the model may call. Empty for a prompt hook. */
  readonly tools: readonly ModelTool[]
}

/** What a model answered in one turn. */
export type ModelReply = {
  /** Its text; the decision of the hook is read from it. May be empty beside calls. */
  readonly text: string
  /** Tools that it wants called before it goes on. Empty: it is done. */
  readonly calls: readonly ModelCall[]
  /** Which model it was, for the log. */
  readonly model?: string
}

/** Asks a language model for one turn. Rejects when there is no reply. */
export type Model = (
  request: ModelRequest,
  options: {
    /** Aborts when the reply is no longer wanted. */
    readonly signal: AbortSignal
  },
) => Promise<ModelReply>

/** The environment first: on the command line there is no other way. */
export const MODEL_HINT =
  'Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or HOOKWRIGHT_MODEL_PROVIDER and HOOKWRIGHT_MODEL_KEY; a program can pass `model` to createEngine.'
