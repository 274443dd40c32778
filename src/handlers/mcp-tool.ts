import type { Handler } from './handler.ts'

export type McpToolParts = Readonly<Record<string, unknown>>

export function createMcpToolHandler(_parts: McpToolParts): Handler {
  return () => Promise.reject(new Error('being written'))
}
