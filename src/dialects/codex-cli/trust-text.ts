import type { Hook } from '../../core/hook.ts'

/** A command hook as Codex identifies it: what its platform runs, and values after defaults were filled in. */
export type HashedHook = {
  readonly event: string
  /** Absent, and for events that ignore matchers: none. */
  readonly matcher?: string
  readonly command: string
  /** In seconds. Default: 600. */
  readonly timeout?: number
  /** Default: false. */
  readonly async?: boolean
  readonly statusMessage?: string
  /** Default: 2500, which is not hashed. */
  readonly additionalContextLimit?: number
}

/**
 * Returns the text whose SHA-256, in hex after `sha256:`, is what Codex keeps when a person trusts a hook. The content of
 * scripts is not part of it.
 */
export function trustText(hook: HashedHook): string {
  const {
    event,
    matcher,
    command,
    timeout = 600,
    async = false,
    statusMessage,
    additionalContextLimit,
  } = hook
  // Keys in the order of the alphabet at every level, absent values left out.
  const handler = {
    ...(additionalContextLimit !== undefined &&
      additionalContextLimit !== 2_500 && { additionalContextLimit }),
    async,
    command,
    ...(statusMessage !== undefined && { statusMessage }),
    timeout,
    type: 'command',
  }
  const identity = {
    event_name: labelOf(event),
    hooks: [handler],
    ...(matcher !== undefined && !UNMATCHED.has(event) && { matcher }),
  }
  return JSON.stringify(identity)
}

const UNMATCHED: ReadonlySet<string> = new Set(['UserPromptSubmit', 'Stop', 'Interrupt'])

type Keyed = Pick<Hook, 'event'> & { readonly source: Pick<Hook['source'], 'file' | 'pointer'> }

/** Returns the key of a hook in `[hooks.state]`: file, event and position. */
export function hookKey({ event, source }: Keyed): string {
  const [group, handler] = source.pointer.filter((step) => typeof step === 'number')
  return `${source.file}:${labelOf(event)}:${group ?? 0}:${handler ?? 0}`
}

/** `PreToolUse` becomes `pre_tool_use`. */
function labelOf(event: string): string {
  return event.replaceAll(/(?<=.)(?=[A-Z])/g, '_').toLowerCase()
}
