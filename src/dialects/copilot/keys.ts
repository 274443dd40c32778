/** Keys the host writes with an underscore even where all others are camelCase. */
const ALWAYS_SNAKE: ReadonlySet<string> = new Set([
  'stop_hook_active',
  'hook_event_name',
  'notification_type',
])

export function toSnake(key: string): string {
  return key.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function toCamel(key: string): string {
  if (ALWAYS_SNAKE.has(key)) return key
  return key.replaceAll(/(?<=[a-z0-9])_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** One meaning, two words: the host's, and Claude Code's, which other hooks match against. */
const WORDS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  source: [['new', 'startup']],
  reason: [['user_exit', 'prompt_input_exit']],
}

export function canonicalWord(field: string, value: unknown): unknown {
  return wordsOf(field).find(([native]) => native === value)?.[1] ?? value
}

export function nativeWord(field: string, value: unknown): unknown {
  return wordsOf(field).find(([, canonical]) => canonical === value)?.[0] ?? value
}

function wordsOf(field: string): readonly (readonly [string, string])[] {
  return Object.hasOwn(WORDS, field) ? (WORDS[field] ?? []) : []
}
