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
