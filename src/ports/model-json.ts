type JsonObject = Readonly<Record<string, unknown>>

/** Foreign JSON, looked at without trust. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

export function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
