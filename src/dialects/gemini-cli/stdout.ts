import type { Output } from '../../core/outcome.ts'
import { isTooDeep } from '../_families/claude/depth.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'

/** What the text of a hook is to the host. */
export type Heard =
  | { readonly kind: 'nothing' }
  /** An object. */
  | { readonly kind: 'document'; readonly output: JsonObject }
  /** JSON that is neither an object nor a text: the host does nothing with it. */
  | { readonly kind: 'value' }
  | { readonly kind: 'text'; readonly text: string }
  /** What our own limits do not let us read, although the host could. */
  | { readonly kind: 'unreadable'; readonly output: Output; readonly why: 'cut' | 'deep' }

/** Returns what the host reads: stdout, or stderr when stdout is empty (0.61.0). */
export function hear(stdout: Output, stderr: Output): Heard {
  const output = stdout.text.trim() === '' ? stderr : stdout
  const text = output.text.trim()
  if (text === '') return { kind: 'nothing' }
  const isJson = /^[{["]/.test(text)
  if (isJson && output.droppedBytes > 0) return { kind: 'unreadable', output, why: 'cut' }
  if (isJson && isTooDeep(text)) return { kind: 'unreadable', output, why: 'deep' }
  return hearText(text, output)
}

/** A text in JSON is parsed once more, so that JSON which was written as a text counts. */
function hearText(text: string, output: Output): Heard {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'string') return asValue(value)
    return isTooDeep(value) ? { kind: 'unreadable', output, why: 'deep' } : asValue(JSON.parse(value))
  } catch {
    return { kind: 'text', text }
  }
}

function asValue(value: unknown): Heard {
  return isObject(value) ? { kind: 'document', output: value } : { kind: 'value' }
}
