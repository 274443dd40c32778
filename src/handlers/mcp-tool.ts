import type { HandlerSpec, Hook } from '../core/hook.ts'
import { isIssue, issue, type Issue, type Place } from '../core/issue.ts'
import { noOutput, type Outcome } from '../core/outcome.ts'
import type { Clock } from '../ports/clock.ts'
import { McpError, type ConnectMcp, type McpResult, type McpServer, type McpServers } from '../ports/mcp.ts'
import { atDeadline } from '../process/deadline.ts'
import type { Handler, StepInput } from './handler.ts'
import { fillInput, hasTemplates, missingPath } from './mcp-input.ts'
import { createMcpLinks, type McpLinks } from './mcp-links.ts'

export type McpToolParts = {
  readonly clock: Clock
  /** What the program has connected, or says how to connect. */
  readonly servers: McpServers
  readonly connect: ConnectMcp
  /** The engine's own environment, for servers that are processes; that of the event comes before it. */
  readonly env: Readonly<Record<string, string>>
  readonly limits: { readonly outputBytes: number }
}

type Spec = Extract<HandlerSpec, { type: 'mcp_tool' }>
type Target = McpServers[string]
type Input = Readonly<Record<string, unknown>>
type Job = { readonly step: StepInput; readonly parts: McpToolParts; readonly links: McpLinks }

/** Characters of an error that a message should carry. */
const QUOTED = 500

/** Calls a tool of an MCP server. `close` ends the connections it made. */
export function createMcpToolHandler(parts: McpToolParts): { handler: Handler; close(): Promise<void> } {
  const links = createMcpLinks(parts.connect)
  const handler: Handler = async (step) => {
    const { handler: spec } = step.hook
    if (spec.type !== 'mcp_tool') throw new TypeError(`not an mcp_tool hook: ${spec.type}`)
    const startedAt = parts.clock.elapsed()
    const outcome = await run(spec, { step, parts, links })
    return { ...outcome, ms: parts.clock.elapsed() - startedAt }
  }
  return { handler, close: links.close }
}

/** An outcome before anybody has looked at the clock. */
type Untimed = Outcome extends infer Each ? (Each extends Outcome ? Omit<Each, 'ms'> : never) : never

async function run(spec: Spec, job: Job): Promise<Untimed> {
  const { step, parts } = job
  if (step.signal.aborted) return cancelled(step)
  const target = findServer(spec, parts.servers)
  if (target === undefined) return { kind: 'not-started', issue: unknownServer(spec, job) }
  const input = readInput(spec, step)
  if (isIssue(input)) return { kind: 'not-started', issue: input }
  return bounded(step, async (signal) => {
    try {
      return readResult(spec, await call(target, input, { ...job, spec, signal }), job)
    } catch (error) {
      return { kind: 'failed', issue: callFailed(spec, error, step.hook) }
    }
  })
}

function findServer({ server, connection }: Spec, servers: McpServers): Target | undefined {
  return Object.hasOwn(servers, server) ? servers[server] : connection
}

function readInput({ input = {}, placeholders }: Spec, { hook, input: written }: StepInput): Input | Issue {
  if (!hasTemplates(input)) return input
  let payload: unknown
  try {
    payload = JSON.parse(typeof written === 'string' ? written : new TextDecoder().decode(written))
  } catch {
    return issue('mcp.payload', placeOf(hook), 'Its input names parts of the payload, which is no JSON.')
  }
  const missing = placeholders === 'typed' ? missingPath(input, payload) : undefined
  return missing === undefined ? fillInput(input, payload, placeholders) : nothingThere(missing, hook)
}

function nothingThere(path: string, hook: Hook): Issue {
  const problem = `Its input names "\${${path}}", and the payload has nothing there.`
  return issue('mcp.payload', placeOf(hook), problem)
}

type Call = Job & { readonly spec: Spec; readonly signal: AbortSignal }

async function call(
  target: Target,
  input: Input,
  { spec, step, parts, links, signal }: Call,
): Promise<McpResult> {
  if (isConnected(target)) return target.callTool(spec.tool, input, { signal })
  const place = { env: step.variables ?? parts.env, cwd: step.event.projectDir }
  const { link, done } = await links.use(target, { ...place, signal })
  try {
    return await link.callTool(spec.tool, input, { signal })
  } finally {
    done()
  }
}

function isConnected(target: Target): target is McpServer {
  return 'callTool' in target
}

/** Settles at the timeout or the cancel, whatever the server does with the signal. */
function bounded(step: StepInput, work: (signal: AbortSignal) => Promise<Untimed>): Promise<Untimed> {
  return new Promise((resolve) => {
    const controller = new AbortController()
    const settle = (outcome: Untimed): void => {
      callOff()
      step.signal.removeEventListener('abort', onCancel)
      resolve(outcome)
    }
    const stop = (outcome: Untimed, why: string): void => {
      settle(outcome)
      controller.abort(new DOMException(why, 'AbortError'))
    }
    const onCancel = (): void => stop(cancelled(step), 'the hook was cancelled')
    const callOff = atDeadline(performance.now() + step.timeoutMs, () =>
      stop(timedOut(step), 'the hook timed out'),
    )
    step.signal.addEventListener('abort', onCancel)
    void work(controller.signal).then(settle)
  })
}

function readResult({ server, tool }: Spec, { text, isError }: McpResult, { step, parts }: Job): Untimed {
  const place = placeOf(step.hook)
  if (isError) {
    const problem = issue('mcp.tool', place, `Tool "${tool}" of MCP server "${server}" reported an error.`)
    return { kind: 'failed', issue: withDetail(problem, text) }
  }
  const { outputBytes } = parts.limits
  const bytes = Buffer.byteLength(text)
  if (bytes <= outputBytes) return { kind: 'answered', body: text }
  const message = `Tool "${tool}" of MCP server "${server}" answered with ${bytes} bytes; at most ${outputBytes} are read.`
  return { kind: 'failed', failure: 'overflow', issue: issue('mcp.overflow', place, message) }
}

function callFailed({ server, tool }: Spec, error: unknown, hook: Hook): Issue {
  const why = (error instanceof Error ? error.message : String(error)).slice(0, QUOTED)
  const written = (error instanceof McpError ? error.detail?.trim() : undefined) ?? ''
  const said = lastWords(written).slice(0, QUOTED)
  const message = `Tool "${tool}" of MCP server "${server}" could not be called: ${why}`
  const problem = issue('mcp.call', placeOf(hook), said === '' ? message : `${message} It said: ${said}`)
  return withDetail(problem, written.slice(-QUOTED))
}

/** The line that says why a program ended: the error it threw, which Node follows up with a trace, else its last. */
function lastWords(written: string): string {
  const lines = written.split('\n').map((line) => line.trim())
  const thrown = lines.findLast((line) => /^\w*(?:Error|Exception)\b.*: /.test(line))
  return thrown ?? lines.findLast((line) => line !== '') ?? ''
}

function unknownServer({ server }: Spec, { step, parts }: Job): Issue {
  const names = Object.keys(parts.servers)
  const known =
    names.length === 0 ? 'no server is' : `connected: ${names.map((name) => `"${name}"`).join(', ')}`
  return issue(
    'mcp.server',
    placeOf(step.hook),
    `MCP server "${server}" is not connected; ${known}.`,
    'Say how to reach it in hookwright.yaml, or hand it to the engine as `mcp`.',
  )
}

function withDetail(problem: Issue, text: string | undefined): Issue {
  const detail = text?.trim() ?? ''
  return detail === '' ? problem : { ...problem, detail: detail.slice(0, QUOTED) }
}

function placeOf({ id, source }: Hook): Place {
  return { file: source.file, pointer: source.pointer, hook: id }
}

function cancelled({ signal }: StepInput): Untimed {
  return { kind: 'cancelled', by: signal.reason === 'earlier-step' ? 'earlier-step' : 'host' }
}

function timedOut({ timeoutMs }: StepInput): Untimed {
  return { kind: 'timed-out', afterMs: timeoutMs, stdout: noOutput, stderr: noOutput }
}
