import type { Handler } from './handler.ts'

export type HttpParts = Readonly<Record<string, unknown>>

export function createHttpHandler(_parts: HttpParts): Handler {
  return () => Promise.reject(new Error('being written'))
}
