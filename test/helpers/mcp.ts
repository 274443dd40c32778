import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { HandlerSpec, McpConnection } from '../../src/core/hook.ts'
import type { Outcome } from '../../src/core/outcome.ts'
import { limits } from '../../src/engine/limits.ts'
import type { StepInput } from '../../src/handlers/handler.ts'
import { createMcpToolHandler } from '../../src/handlers/mcp-tool.ts'
import { systemClock } from '../../src/ports/clock.ts'
import { connectServer } from '../../src/ports/mcp-connect.ts'
import type { ConnectMcp, McpServers } from '../../src/ports/mcp.ts'
import { serve } from '../../src/process/serve.ts'
import { hook, toolEvent } from './builders.ts'

const SERVER = join(import.meta.dirname, '../fixtures/mcp/server.mjs')

type Stdio = Extract<McpConnection, { transport: 'stdio' }>

/** A server over stdio, with the pids of all processes that were started for it. */
export function stdioServer(...flags: string[]): { connection: Stdio; pids(): number[] } {
  const file = join(tempDir(), 'pids')
  const args = [SERVER, '--pids', file, ...flags]
  return { connection: { transport: 'stdio', command: process.execPath, args }, pids: () => pidsIn(file) }
}

/** Not there yet means that none was started. */
function pidsIn(file: string): number[] {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').map(Number)
  } catch {
    return []
  }
}

export type HttpServer = {
  readonly port: number
  url(path?: string): string
  log(): Promise<{ method: string; rpc?: string; session?: string; authorization?: string }[]>
  stop(): Promise<void>
}

export async function httpServer(...flags: string[]): Promise<HttpServer> {
  const child = spawn(process.execPath, [SERVER, '--http', ...flags], { stdio: ['pipe', 'pipe', 'ignore'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = (): Promise<void> => {
    child.stdin.destroy()
    return gone
  }
  onTestFinished(stop)
  const line = await new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve))
  const url = (path = '/mcp'): string => `http://127.0.0.1:${line}${path}`
  const log = async (): ReturnType<HttpServer['log']> =>
    (await (await fetch(url('/log'))).json()) as Awaited<ReturnType<HttpServer['log']>>
  return { port: Number(line), url, log, stop }
}

export const connect: ConnectMcp = (connection, options) =>
  connectServer(connection, {
    ...options,
    serve: (spec, listener) => serve({ ...spec, limits }, listener),
  })

export type Caller = {
  (tool: string, options?: Partial<StepInput> & Call): Promise<Outcome>
  close(): Promise<void>
}
type Call = {
  readonly arguments?: Record<string, unknown>
  readonly server?: string
  readonly placeholders?: 'typed'
}

/** Calls tools the way the engine does. The default server is `fixture`; all is closed after the test. */
export function caller(servers: McpServers, env: Record<string, string> = {}): Caller {
  const { handler, close } = createMcpToolHandler({
    clock: systemClock,
    servers,
    connect,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    limits,
  })
  onTestFinished(close)
  const call = (
    tool: string,
    { arguments: input, server = 'fixture', placeholders, ...step }: Partial<StepInput> & Call = {},
  ) => {
    const filled = { ...(input && { input }), ...(placeholders && { placeholders }) }
    return handler({ ...toolStep({ type: 'mcp_tool', server, tool, ...filled }), ...step })
  }
  return Object.assign(call, { close })
}

export function toolStep(handler: HandlerSpec): StepInput {
  return {
    hook: hook({ id: 'ask-server', handler }),
    event: toolEvent('Bash', {}, { projectDir: realpathSync(tmpdir()) }),
    input: '{}',
    env: {},
    timeoutMs: 15_000,
    signal: new AbortController().signal,
  }
}

export function tempDir(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-mcp-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** What a test compares: the body, or the kind with the issue's facts. */
export function said(outcome: Outcome): unknown {
  if (outcome.kind === 'answered') return outcome.body
  if (!('issue' in outcome)) return { kind: outcome.kind }
  const { code, message, detail } = outcome.issue
  return { kind: outcome.kind, code, message, ...(detail !== undefined && { detail }) }
}
