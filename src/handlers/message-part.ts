import { bounded, cutText, isObject, MAX_PARTS, type Budget, type Part } from './bounded-copy.ts'
import { unreadKeys } from './unread-keys.ts'

/**
 * Returns the parts of a message, the newest of those that do not all fit, and how many are missing. All but the first
 * get at most half of the room that is left, so that a long one does not hide those before it.
 */
export function describeParts(blocks: readonly unknown[], budget: Budget, depth = 0): readonly Part[] {
  const kept: Part[] = []
  let missing = blocks.length
  while (missing > 0 && kept.length < MAX_PARTS && budget.characters > 0) {
    missing -= 1
    const room = missing === 0 ? budget.characters : Math.ceil(budget.characters / 2)
    const share = { characters: room }
    kept.push(describePart(blocks[missing], share, depth))
    budget.characters -= Math.min(room, room - share.characters) + PART_COST
  }
  const parts = kept.toReversed()
  return missing === 0
    ? parts
    : [{ omitted: `${missing} earlier ${missing === 1 ? 'part' : 'parts'}` }, ...parts]
}

/** The characters of `{"result":},`, or of a remark about what was cut. */
const PART_COST = 20

function describePart(block: unknown, budget: Budget, depth: number): Part {
  if (typeof block === 'string') return { text: cutText(block, budget) }
  if (!isObject(block)) return { value: bounded(block, budget) }
  const { type } = block
  if (typeof type === 'string' && LEFT_OUT.has(type)) return { omitted: type }
  if (isObject(block['function'])) return describeCall(block['function'], 'arguments', budget)
  if (type === 'tool_use' || type === 'function_call')
    return describeCall(block, type === 'tool_use' ? 'input' : 'arguments', budget)
  if (type === 'tool_result' && depth < MAX_RESULT_DEPTH) return describeResult(block, budget, depth)
  return describeText(block, budget) ?? (bounded(block, budget) as Part)
}

/** Bytes and thoughts, which are not what was said. Whole names: `tool-delete_file` is a call. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  (
    'image image_url input_image output_image audio audio_url input_audio output_audio video video_url input_video ' +
    'document file file_url input_file output_file ' +
    'thinking redacted_thinking reasoning reasoning_text redacted_reasoning redacted-reasoning'
  ).split(' '),
)

/** A result inside a result is rare; one that contains itself must end. */
const MAX_RESULT_DEPTH = 2

function describeText(block: Part, budget: Budget): Part | undefined {
  const { type, text } = block
  const isText = type === undefined || (typeof type === 'string' && /(^|_)text$/.test(type))
  if (typeof text !== 'string' || !isText || unreadKeys(block, TEXT_KEYS).length > 0) return undefined
  return { text: cutText(text, budget) }
}

const TEXT_KEYS: ReadonlySet<string> = new Set(['type', 'text'])

function describeCall(call: Part, input: string, budget: Budget): Part {
  return { call: bounded(call['name'], budget), input: bounded(call[input], budget) }
}

function describeResult(block: Part, budget: Budget, depth: number): Part {
  const { content } = block
  const result = Array.isArray(content) ? describeParts(content, budget, depth + 1) : bounded(content, budget)
  return { result, ...(block['is_error'] === true && { error: true }) }
}
