import type { McpConnection } from '../core/hook.ts'

/** What a tool gave back: its text, and whether it calls that an error. */
export type McpResult = { readonly text: string; readonly isError: boolean }

/** A server somebody has connected already. Rejects when the call cannot be made. */
export type McpServer = {
  callTool(
    name: string,
    input: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal },
  ): Promise<McpResult>
}

/** Servers by the name hooks use: connected ones, or how to connect. */
export type McpServers = Readonly<Record<string, McpServer | McpConnection>>
