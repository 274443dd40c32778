/** A tool a model may call. `parameters` is a JSON Schema. */
export type ModelTool = {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
}

export type ModelCall = {
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ModelCall[] }
  | { readonly role: 'tool'; readonly id: string; readonly text: string; readonly isError: boolean }

export type ModelRequest = {
  /** As the hook names it. Absent: whatever the program thinks is small and fast. */
  readonly model?: string
  readonly system: string
  readonly messages: readonly ModelMessage[]
  /** Empty for a prompt hook. */
  readonly tools: readonly ModelTool[]
}

export type ModelReply = {
  readonly text: string
  readonly calls: readonly ModelCall[]
  /** Which model it was, for the log. */
  readonly model?: string
}

/** The one door to language models: one turn. Rejects when there is no reply. */
export type Model = (request: ModelRequest, options: { readonly signal: AbortSignal }) => Promise<ModelReply>

/** The environment first: on the command line there is no other way. */
export const MODEL_HINT =
  'Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or HOOKWRIGHT_MODEL_PROVIDER and HOOKWRIGHT_MODEL_KEY; a program can pass `model` to createEngine.'
