import type { McpConnection } from '../core/hook.ts'

/** What a tool gave back: its text, and whether it calls that an error. */
export type McpResult = {
  /** The text of the result; a hook reads its answer from it. */
  readonly text: string
  /** True when the tool calls the result an error. */
  readonly isError: boolean
}

/** A server somebody has connected already. Rejects when the call cannot be made. */
export type McpServer = {
  /** Calls a tool and returns its result. */
  callTool(
    name: string,
    input: Readonly<Record<string, unknown>>,
    options: {
      /** Aborts when the result is no longer wanted. */
      readonly signal: AbortSignal
    },
  ): Promise<McpResult>
}

/** Servers by the name hooks use: connected ones, or how to connect. */
export type McpServers = Readonly<Record<string, McpServer | McpConnection>>

/** A server we connected ourselves. */
export type McpLink = McpServer & {
  /** False once the connection broke: nothing will be answered on it any more. */
  isOpen(): boolean
  /** Settles within two seconds, and its process is gone. */
  close(): Promise<void>
}

export type McpLinkOptions = {
  /** Gives up connecting. A connection that stands is ended by `close`. */
  readonly signal: AbortSignal
  /** For servers that are processes. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

/** Rejects, usually with an `McpError`, when the server cannot be reached. */
export type ConnectMcp = (connection: McpConnection, options: McpLinkOptions) => Promise<McpLink>

/** Why a server could not be reached or did not answer, in one sentence; what it wrote is in `detail`. */
export class McpError extends Error {
  override readonly name = 'McpError'
  readonly detail: string | undefined

  constructor(
    message: string,
    options: { readonly detail?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.detail = options.detail
  }
}
