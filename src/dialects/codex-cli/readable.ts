import { isTooDeep } from '../_families/claude/depth.ts'

/** serde_json, with which Codex reads answers, refuses the 128th level. */
const MOST_LEVELS = 127

/** Half of a surrogate pair, which `JSON.stringify` writes as an escape and serde_json refuses. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/i

/** True for JSON, as `JSON.stringify` writes it, that Codex can read. */
export function isReadable(text: string): boolean {
  return !isTooDeep(text, MOST_LEVELS) && !LONE_SURROGATE.test(text)
}

/** Returns what serde_json refuses in well-formed JSON that `JSON.parse` takes; undefined when it refuses nothing. */
export function unreadablePart(text: string, value: unknown): string | undefined {
  if (isTooDeep(text, MOST_LEVELS)) return `it is nested more than ${MOST_LEVELS} levels deep`
  if (hasInfinity(value)) return 'a number in it is out of range'
  return LONE_SURROGATE.test(JSON.stringify(value)) ? 'it holds half of a surrogate pair' : undefined
}

/** `JSON.parse` reads a number that is out of range as infinite. */
function hasInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInfinity)
}
