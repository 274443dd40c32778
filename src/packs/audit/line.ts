import { hash } from 'node:crypto'
import { Buffer } from 'node:buffer'
import type { Event } from '../../core/event.ts'
import { redact } from '../secrets/detect/index.ts'

/** Characters of one content that are written. */
const MOST_CONTENT = 20_000

/** Digits of a digest: enough to compare, and short. */
const DIGITS = 32

/** What is known of the decision when the event fires. */
const KNOWN: Readonly<Record<string, string>> = {
  PreToolUse: 'open',
  PermissionRequest: 'asked',
  PermissionDenied: 'denied',
  PostToolUse: 'ran',
  PostToolUseFailure: 'failed',
  UserPromptSubmit: 'open',
}

/** What one event becomes: facts, sizes and digests; with `content` also what was said, with secrets hidden. */
export function lineOf(event: Event, content: boolean): Readonly<Record<string, unknown>> {
  const { name, native, host, sessionId, tool, agent, permissionMode, projectDir, at } = event
  const parts = contentsOf(event)
  return {
    at: new Date(at).toISOString(),
    host,
    event: name,
    ...(native !== name && { native }),
    ...(sessionId !== undefined && { session: sessionId }),
    project: projectDir,
    ...(agent?.id !== undefined && { agent: agent.id }),
    ...(permissionMode !== undefined && { mode: permissionMode }),
    ...(tool && { tool: tool.name, ...(tool.useId !== undefined && { call: tool.useId }) }),
    ...(KNOWN[name] !== undefined && { decision: KNOWN[name] }),
    ...(parts.length > 0 && {
      parts: Object.fromEntries(parts.map((part) => [part.name, measured(part.text)])),
    }),
    ...(content &&
      parts.length > 0 && {
        content: Object.fromEntries(parts.map((part) => [part.name, shown(part.text)])),
      }),
  }
}

type Part = { readonly name: string; readonly text: string }

function contentsOf({ prompt, tool, fields }: Event): readonly Part[] {
  const values: readonly (readonly [string, unknown])[] = [
    ['prompt', prompt],
    ['input', tool?.input],
    ['response', tool?.response],
    ['error', tool?.error],
    ['reason', fields['reason']],
    ['source', fields['source']],
  ]
  return values.flatMap(([name, value]) => (value === undefined ? [] : [{ name, text: textOf(value) }]))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function measured(text: string): Readonly<Record<string, unknown>> {
  return { bytes: Buffer.byteLength(text), sha256: hash('sha256', text).slice(0, DIGITS) }
}

/** A cut secret is no longer recognised, so the text is cut last. */
function shown(text: string): string {
  const redacted = redact(text.slice(0, 4 * MOST_CONTENT))
  return redacted.length > MOST_CONTENT ? `${redacted.slice(0, MOST_CONTENT)}…` : redacted
}
