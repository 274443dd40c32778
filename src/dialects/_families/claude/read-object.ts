import { isTooDeep } from './depth.ts'
import { isObject, type JsonObject } from './shape.ts'

/** The object a text spells, or nothing. */
export function readObject(text: string): JsonObject | undefined {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}') || isTooDeep(trimmed)) return undefined
  try {
    const value: unknown = JSON.parse(trimmed)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
