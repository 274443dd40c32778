import { deserializeMessage, serializeMessage, type Transport } from '@modelcontextprotocol/client'
import { isIssue, type Issue } from '../core/issue.ts'
import { McpError } from './mcp.ts'

/** A supervised process, as far as a transport needs it. */
export type ServerProcess = { send(line: string): Promise<void>; stop(): Promise<void> }

export type StartProcess = (listener: {
  line(text: string): void
  ended(why: Issue): void
}) => Promise<ServerProcess | Issue>

/** The SDK's own would start processes that nobody supervises. */
export type StdioTransport = Transport & { /** Why the process is gone. */ ending(): Issue | undefined }

function sentences({ message, hint }: Issue): string {
  return hint === undefined ? message : `${message} ${hint}`
}

export function createStdioTransport(startProcess: StartProcess): StdioTransport {
  let server: ServerProcess | undefined
  let ending: Issue | undefined
  const transport: StdioTransport = {
    async start() {
      const started = await startProcess({ line: hear, ended })
      if (isIssue(started)) throw new McpError(sentences(started))
      server = started
    },
    async send(message) {
      if (server === undefined || ending !== undefined) throw new McpError('The server process is gone.')
      await server.send(serializeMessage(message).trimEnd())
    },
    close: async () => server?.stop(),
    ending: () => ending,
  }

  /** Some servers print notes between their messages; what is no message is passed over. */
  function hear(line: string): void {
    if (!line.trimStart().startsWith('{')) return
    try {
      transport.onmessage?.(deserializeMessage(line))
    } catch (error) {
      transport.onerror?.(error as Error)
    }
  }

  function ended(why: Issue): void {
    ending = why
    transport.onclose?.()
  }

  return transport
}
