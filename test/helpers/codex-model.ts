/*
 * What Codex CLI 0.166.0 makes of a hook's exit, as its releases were seen to do it. Written apart from the dialect, so
 * that a reply of ours is judged by something else than the code that wrote it.
 */

export type CodexExit = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** `failed`: the hook counts as broken and nothing it said has an effect, except a message. */
export type CodexOutcome = {
  readonly failed?: string
  readonly blocked?: string
  readonly allowed?: true
  readonly stopped?: string
  readonly rewritten?: unknown
  readonly context?: string
  readonly message?: string
}

type Fields = Readonly<Record<string, unknown>>

const UNIVERSAL = ['continue', 'stopReason', 'suppressOutput', 'systemMessage']
const TOP: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: [...UNIVERSAL, 'decision', 'reason', 'hookSpecificOutput'],
  PermissionRequest: [...UNIVERSAL, 'hookSpecificOutput'],
  PostToolUse: [...UNIVERSAL, 'decision', 'reason', 'hookSpecificOutput'],
  UserPromptSubmit: [...UNIVERSAL, 'decision', 'reason', 'hookSpecificOutput'],
  SessionStart: [...UNIVERSAL, 'hookSpecificOutput'],
  SubagentStart: [...UNIVERSAL, 'hookSpecificOutput'],
  PreCompact: UNIVERSAL,
  PostCompact: UNIVERSAL,
  Stop: [...UNIVERSAL, 'decision', 'reason'],
  SubagentStop: [...UNIVERSAL, 'decision', 'reason'],
  Interrupt: ['systemMessage'],
}
const OWN: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ['permissionDecision', 'permissionDecisionReason', 'updatedInput', 'additionalContext'],
  PermissionRequest: ['decision'],
  PostToolUse: ['additionalContext', 'updatedMCPToolOutput'],
  UserPromptSubmit: ['additionalContext'],
  SessionStart: ['additionalContext'],
  SubagentStart: ['additionalContext'],
}
const NAMES: ReadonlySet<unknown> = new Set(Object.keys(TOP).filter((name) => name !== 'Interrupt'))
const TEXTS = [
  'stopReason',
  'systemMessage',
  'reason',
  'permissionDecisionReason',
  'additionalContext',
  'message',
]
const EXIT_2: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
])

export function codexReads(event: string, { code, stdout, stderr }: CodexExit): CodexOutcome {
  if (event === 'SessionEnd') return code === 0 ? {} : { failed: `hook exited with code ${code}` }
  if (code === 2 && EXIT_2.has(event))
    return rustTrim(stderr) === '' ? { failed: 'no reason on stderr' } : { blocked: rustTrim(stderr) }
  if (code !== 0) return { failed: `hook exited with code ${code}` }
  const text = rustTrim(stdout)
  if (text === '') return {}
  const document = parse(text, event)
  if (typeof document !== 'string') return apply(event, document)
  if (/^[{[]/.test(text)) return { failed: document }
  if (['UserPromptSubmit', 'SessionStart', 'SubagentStart'].includes(event)) return { context: text }
  return ['Stop', 'SubagentStop', 'Interrupt'].includes(event) ? { failed: 'not JSON' } : {}
}

function rustTrim(text: string): string {
  return text.replaceAll(/^\p{White_Space}+|\p{White_Space}+$/gu, '')
}

function parse(text: string, event: string): Fields | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'not JSON'
  }
  if (depthOf(value) > 127) return 'too deep'
  if (isObject(value) && hasHalfPair(value)) return 'half of a surrogate pair'
  if (!isObject(value)) return 'not an object'
  return checkTop(value, event) ?? value
}

function checkTop(value: Fields, event: string): string | undefined {
  const wrong = unknownIn(value, TOP[event] ?? []) ?? wrongTypes(value)
  if (wrong !== undefined) return wrong
  const words = event === 'PreToolUse' ? ['approve', 'block'] : ['block']
  if (isSet(value['decision']) && !words.includes(value['decision'] as string)) return 'decision'
  const own = value['hookSpecificOutput']
  return isSet(own) ? checkOwn(own, event) : undefined
}

function checkOwn(own: unknown, event: string): string | undefined {
  if (!isObject(own)) return 'hookSpecificOutput'
  const wrong = unknownIn(own, ['hookEventName', ...(OWN[event] ?? [])]) ?? wrongTypes(own)
  if (wrong !== undefined) return wrong
  if (!NAMES.has(own['hookEventName'])) return 'hookEventName'
  const said = own['permissionDecision']
  if (isSet(said) && !['allow', 'deny', 'ask'].includes(said as string)) return 'permissionDecision'
  return isSet(own['decision']) ? checkResult(own['decision']) : undefined
}

function checkResult(result: unknown): string | undefined {
  if (!isObject(result)) return 'decision'
  const keys = ['behavior', 'updatedInput', 'updatedPermissions', 'message', 'interrupt']
  const wrong = unknownIn(result, keys) ?? wrongTypes(result)
  if (wrong !== undefined) return wrong
  return ['allow', 'deny'].includes(result['behavior'] as string) ? undefined : 'behavior'
}

function unknownIn(value: Fields, known: readonly string[]): string | undefined {
  const found = Object.keys(value).find((key) => !known.includes(key))
  return found === undefined ? undefined : `unknown key ${found}`
}

function wrongTypes(value: Fields): string | undefined {
  const text = TEXTS.find((key) => isSet(value[key]) && typeof value[key] !== 'string')
  const flag = ['continue', 'suppressOutput', 'interrupt'].find(
    (key) => value[key] !== undefined && typeof value[key] !== 'boolean',
  )
  return text ?? flag
}

function apply(event: string, document: Fields): CodexOutcome {
  const message = document['systemMessage']
  return { ...decide(event, document), ...(isSet(message) && { message: message as string }) }
}

function decide(event: string, document: Fields): CodexOutcome {
  const own = isObject(document['hookSpecificOutput']) ? document['hookSpecificOutput'] : {}
  const context = isSet(own['additionalContext']) ? { context: own['additionalContext'] as string } : {}
  const isStop = document['continue'] === false
  const stopped = { stopped: isSet(document['stopReason']) ? (document['stopReason'] as string) : '' }
  const isOdd = isStop || isSet(document['stopReason']) || document['suppressOutput'] === true
  switch (event) {
    case 'PreToolUse':
      return isOdd ? { failed: 'universal key' } : preToolUse(document, own, context)
    case 'PermissionRequest':
      return isOdd ? { failed: 'universal key' } : permissionRequest(own)
    case 'PostToolUse':
      return postToolUse(document, own, context)
    case 'UserPromptSubmit':
      return isStop ? { ...stopped, ...(isHollow(document) ? {} : context) } : block(document, context)
    case 'SessionStart':
      return isStop ? { ...stopped, ...context } : context
    case 'SubagentStart':
      return context
    case 'Stop':
    case 'SubagentStop':
      return isStop ? stopped : block(document, {})
    default:
      return isStop ? stopped : {}
  }
}

function preToolUse(document: Fields, own: Fields, context: CodexOutcome): CodexOutcome {
  const { permissionDecision: said, permissionDecisionReason: reason, updatedInput } = own
  if (!isSet(said) && !isSet(reason) && !isSet(updatedInput)) {
    if (document['decision'] === 'approve') return { failed: 'approve' }
    if (!isSet(document['decision']) && isSet(document['reason'])) return { failed: 'reason alone' }
    return block(document, context)
  }
  if (isSet(updatedInput) && said !== 'allow') return { failed: 'updatedInput without allow' }
  if (said === 'allow')
    return isSet(updatedInput) ? { rewritten: updatedInput, ...context } : { failed: 'bare allow' }
  if (said !== 'deny') return { failed: said === 'ask' ? 'ask' : 'reason alone' }
  const text = isSet(reason) ? rustTrim(reason as string) : ''
  return text === '' ? { failed: 'deny without a reason' } : { blocked: text, ...context }
}

function permissionRequest({ decision }: Fields): CodexOutcome {
  if (!isObject(decision)) return {}
  const { behavior, updatedInput, updatedPermissions, interrupt, message } = decision
  if (isSet(updatedInput) || isSet(updatedPermissions) || interrupt === true)
    return { failed: 'reserved key' }
  if (behavior === 'allow') return { allowed: true }
  return {
    blocked: (isSet(message) && rustTrim(message as string)) || 'PermissionRequest hook denied approval',
  }
}

function postToolUse(document: Fields, own: Fields, context: CodexOutcome): CodexOutcome {
  const { decision, reason, stopReason, suppressOutput } = document
  const isUnsupported = suppressOutput === true || isSet(own['updatedMCPToolOutput'])
  if (document['continue'] === false) {
    const text = isSet(reason) ? rustTrim(reason as string) : ''
    const shown = isSet(stopReason) ? (stopReason as string) : 'PostToolUse hook stopped execution'
    return {
      blocked: text === '' ? shown : text,
      ...(isUnsupported || isHollow(document) ? {} : context),
    }
  }
  if (isUnsupported) return { failed: 'unsupported key' }
  if (!isSet(decision) && isSet(reason)) return { failed: 'reason alone' }
  return block(document, context)
}

/** A block without a reason: beside a stop it only takes the context with it. */
function isHollow({ decision, reason }: Fields): boolean {
  return decision === 'block' && (!isSet(reason) || rustTrim(reason as string) === '')
}

function block({ decision, reason }: Fields, context: CodexOutcome): CodexOutcome {
  if (decision !== 'block') return context
  const text = isSet(reason) ? rustTrim(reason as string) : ''
  return text === '' ? { failed: 'block without a reason' } : { blocked: text, ...context }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

function hasHalfPair(value: unknown): boolean {
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, each]) => hasHalfPair(key) || hasHalfPair(each))
}
