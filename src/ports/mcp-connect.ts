import {
  Client,
  ProtocolError,
  SdkHttpError,
  type Transport,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client'
import manifest from '../../package.json' with { type: 'json' }
import type { McpConnection } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import { createHttpTransport, STREAM_ENDED } from './mcp-http.ts'
import { createStdioTransport, type ServerProcess, type StartProcess } from './mcp-stdio.ts'
import { McpError, type McpLink, type McpLinkOptions } from './mcp.ts'

/** Starts a server as a supervised process. */
export type ServeMcp = (
  spec: {
    readonly file: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
    readonly cwd: string
  },
  listener: Parameters<StartProcess>[0],
) => Promise<ServerProcess | Issue>

/** The caller's signal is the only clock; the SDK's own would end a call after a minute. */
const NO_TIMEOUT = 2 ** 31 - 1

type Opening = McpLinkOptions & { readonly serve: ServeMcp }

/** Servers of 2025 know `initialize` and may fall over a question before it, so newer ones are asked their way second. */
export async function connectServer(connection: McpConnection, options: Opening): Promise<McpLink> {
  try {
    return await open(connection, options, { mode: 'legacy' })
  } catch (error) {
    if (options.signal.aborted || !isRefusal(error)) throw error
    return await open(connection, options, { mode: { pin: NEWER } }).catch(() => {
      throw error
    })
  }
}

/** The first revision without `initialize`. */
const NEWER = '2026-07-28'

function isRefusal(error: unknown): boolean {
  const cause = error instanceof McpError ? error.cause : undefined
  return cause instanceof ProtocolError || (cause instanceof SdkHttpError && cause.status === 400)
}

async function open(
  connection: McpConnection,
  options: Opening,
  versionNegotiation: VersionNegotiationOptions,
): Promise<McpLink> {
  const { signal } = options
  signal.throwIfAborted()
  const { transport, ending } = createTransport(connection, options)
  const client = new Client(
    { name: 'hookwright', version: manifest.version },
    { capabilities: {}, versionNegotiation },
  )
  const giveUp = (): void => void transport.close().catch(() => {})
  signal.addEventListener('abort', giveUp)
  try {
    await client.connect(transport, { signal, timeout: NO_TIMEOUT })
  } catch (error) {
    // Before we end the process ourselves.
    const why = ending()
    await transport.close().catch(() => {})
    throw explain(error, why)
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
  return createLink(client, transport, ending)
}

type Ending = () => Issue | undefined

function createTransport(
  connection: McpConnection,
  { serve, env, cwd }: Opening,
): { transport: Transport; ending: Ending } {
  if (connection.transport === 'http')
    return { transport: createHttpTransport(connection), ending: () => undefined }
  const { command: file, args } = connection
  const transport = createStdioTransport((listener) =>
    serve({ file, args, cwd, env: { ...env, ...connection.env } }, listener),
  )
  return { transport, ending: transport.ending }
}

function createLink(client: Client, transport: Transport, ending: Ending): McpLink {
  let isOpen = true
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client has no other way to tell
  client.onclose = () => {
    isOpen = false
  }
  return {
    isOpen: () => isOpen,
    close: () => transport.close(),
    async callTool(name, input, { signal }) {
      try {
        const result = await client.callTool(
          { name, arguments: { ...input } },
          { signal, timeout: NO_TIMEOUT },
        )
        return { text: textOf(result), isError: result.isError === true }
      } catch (error) {
        if (!signal.aborted && !isAnswer(error)) isOpen = false
        throw explain(error, ending())
      }
    },
  }
}

/** An error of the server's own. After any other a new connection may do better. */
function isAnswer(error: unknown): error is ProtocolError {
  return error instanceof ProtocolError && error.code !== STREAM_ENDED
}

function textOf({ content }: { readonly content?: readonly { readonly type: string }[] }): string {
  const parts = (content ?? []) as readonly { readonly type: string; readonly text?: string }[]
  return parts.flatMap(({ type, text }) => (type === 'text' ? (text ?? '') : [])).join('\n')
}

function explain(error: unknown, ending: Issue | undefined): McpError {
  if (error instanceof McpError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (isAnswer(error))
    return new McpError(`The server answered with error ${error.code}: ${message}`, { cause: error })
  if (ending !== undefined) return new McpError(ending.message, { detail: ending.detail, cause: error })
  return new McpError([message, ...reasons(error)].join(': '), { cause: error })
}

/** `fetch` only says that it failed; why is in its causes. */
function reasons(error: unknown): string[] {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return []
  return [
    cause.message === '' ? ((cause as NodeJS.ErrnoException).code ?? cause.name) : cause.message,
    ...reasons(cause),
  ]
}
