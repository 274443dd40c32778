import type { Reply } from '../../src/core/decision.ts'

/*
 * What Gemini CLI 0.61.0 does with the output of its hooks, written from docs/hosts/gemini-cli.md#answers and compared
 * with what the release was seen to do (test/conformance/gemini-observed.test.ts). It shares no code with the dialect.
 */

/** A process as the host sees it: `exitCode` is null when a signal ended it; undefined in its place: it timed out. */
export type Ended = Omit<Reply, 'exitCode'> & { readonly exitCode: number | null | 'timed-out' }

type Output = {
  continue?: unknown
  stopReason?: unknown
  systemMessage?: unknown
  decision?: unknown
  reason?: unknown
  hookSpecificOutput?: Record<string, unknown>
}

/** What becomes of the event. */
export type Received = {
  /** The tool, the prompt, the request to the model, or the end of the turn does not go through. */
  readonly blocked: boolean
  /** The user is asked. */
  readonly asks: boolean
  /** The agent loop ends. */
  readonly ends: boolean
  /** Arguments that take the place of the tool's. */
  readonly input?: Record<string, unknown>
  /** What the next request to the model has. */
  readonly model: string
  /** What the user sees. */
  readonly user: string
  /** Other fields that the host acts on. */
  readonly fields: Record<string, unknown>
}

export function receive(event: string, ended: readonly Ended[]): Received {
  // A list is an output too, one that says nothing.
  const outputs = ended.map(outputOf).filter((one) => one !== undefined)
  const messages = outputs.flatMap(({ systemMessage: text }) => (typeof text === 'string' ? text : []))
  const merged = merge(event, outputs)
  const effect = caught(() => effectOf(event, merged))
  return {
    blocked: false,
    asks: false,
    ends: false,
    model: '',
    fields: {},
    ...effect,
    user: [...messages, effect.user ?? ''].filter((text) => text !== '').join('\n'),
  }
}

/** What the host does when its own code breaks on an output: as if there were none. */
function caught(act: () => Partial<Received>): Partial<Received> {
  try {
    return act()
  } catch {
    return {}
  }
}

function outputOf({ stdout, stderr, exitCode }: Ended): Output | undefined {
  const text = stdout.trim() || stderr.trim()
  if (exitCode === 'timed-out' || text === '') return undefined
  try {
    let value: unknown = JSON.parse(text)
    if (typeof value === 'string') value = JSON.parse(value)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    const code = exitCode ?? 0
    if (code > 1) return { decision: 'deny', reason: text }
    return { decision: 'allow', systemMessage: code === 1 ? `Warning: ${text}` : text }
  }
}

const JOINED = new Set(['BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent', 'SessionStart'])

function merge(event: string, outputs: readonly Output[]): Output {
  if (event === 'BeforeToolSelection') return mergeTools(outputs)
  if (!JOINED.has(event)) return outputs.reduce<Output>(replaced, {})
  const texts = (key: 'stopReason' | 'reason' | 'systemMessage', from = outputs) =>
    from
      .map((one) => one[key])
      .filter(Boolean)
      .join('\n')
  const stops = outputs.filter((one) => one.continue === false)
  const blocks = outputs.some(({ decision }) => decision === 'deny' || decision === 'block')
  const contexts = outputs.flatMap(({ hookSpecificOutput: own }) =>
    typeof own?.['additionalContext'] === 'string' ? own['additionalContext'] : [],
  )
  const specific = Object.assign({}, ...outputs.map((one) => one.hookSpecificOutput)) as Record<
    string,
    unknown
  >
  return {
    continue: stops.length === 0,
    stopReason: texts('stopReason', stops),
    reason: texts('reason'),
    systemMessage: texts('systemMessage'),
    decision: blocks ? 'deny' : outputs.some(({ decision }) => decision === 'ask') ? 'ask' : 'allow',
    hookSpecificOutput: {
      ...specific,
      ...(contexts.length > 0 && { additionalContext: contexts.join('\n') }),
    },
  }
}

function replaced(before: Output, after: Output): Output {
  return {
    ...before,
    ...after,
    hookSpecificOutput: { ...before.hookSpecificOutput, ...after.hookSpecificOutput },
  }
}

function mergeTools(outputs: readonly Output[]): Output {
  if (outputs.length === 0) return {}
  const configs = outputs.flatMap((one) => (one.hookSpecificOutput?.['toolConfig'] ?? []) as ToolConfig)
  const mode = ['NONE', 'ANY'].find((each) => configs.some((config) => config.mode === each)) ?? 'AUTO'
  const names = configs.flatMap((config) => config.allowedFunctionNames ?? [])
  const allowedFunctionNames = mode === 'NONE' ? [] : [...new Set(names)].toSorted()
  return { hookSpecificOutput: { toolConfig: { mode, allowedFunctionNames } } }
}

type ToolConfig = { mode?: string; allowedFunctionNames?: string[] }

function effectOf(event: string, output: Output): Partial<Received> {
  const { hookSpecificOutput: own = {} } = output
  const reason = String([output.stopReason, output.reason, 'No reason provided'].find(Boolean))
  const stops = output.continue === false
  const denies = output.decision === 'deny' || output.decision === 'block'
  const context = typeof own['additionalContext'] === 'string' ? own['additionalContext'] : ''
  switch (event) {
    case 'BeforeTool':
      if (stops) return { blocked: true, ends: true, user: reason }
      if (denies) return blockedWith(`Tool execution blocked: ${reason}`)
      return { asks: output.decision === 'ask', ...inputOf(own['tool_input']) }
    case 'AfterTool':
      if (stops) return { ends: true, user: reason }
      if (denies) return blockedWith(`Tool result blocked: ${reason}`)
      return { model: context, fields: pick(own, ['tailToolCallRequest']) }
    case 'BeforeAgent':
      if (stops || denies) return { blocked: true, ends: stops, user: reason }
      return { model: context }
    case 'AfterAgent':
      if (stops) return { ends: true, user: reason, fields: pick(own, ['clearContext']) }
      return denies ? { ...blockedWith(reason), fields: pick(own, ['clearContext']) } : {}
    case 'BeforeModel':
      if (stops) return { blocked: true, ends: true, user: reason }
      if (denies) return { blocked: true, user: reason, fields: synthetic(own['llm_response']) }
      return { fields: pick(own, ['llm_request']) }
    case 'AfterModel':
      if (stops) return { ends: true, user: reason }
      return { blocked: denies, ...(denies && { user: reason }), fields: pick(own, ['llm_response']) }
    case 'BeforeToolSelection':
      return { fields: pick(own, ['toolConfig']) }
    case 'SessionStart':
      return { model: context }
    default:
      return {}
  }
}

/** The host turns it into its own form and does not look before. */
function synthetic(response: unknown): Record<string, unknown> {
  if (!response) return {}
  const { candidates } = response as { candidates: { content: { parts: string[] } }[] }
  for (const { content } of candidates.map((each) => each)) content.parts.map((part) => part)
  return { llm_response: response }
}

function blockedWith(text: string): Partial<Received> {
  return { blocked: true, model: text, user: text }
}

function inputOf(input: unknown): Partial<Received> {
  const isInput = typeof input === 'object' && input !== null && !Array.isArray(input)
  return isInput ? { input: input as Record<string, unknown> } : {}
}

function pick(own: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.flatMap((key) => (own[key] === undefined ? [] : [[key, own[key]]])))
}
