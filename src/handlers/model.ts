import type { Handler } from './handler.ts'

export type ModelParts = Readonly<Record<string, unknown>>

export function createModelHandler(_parts: ModelParts): Handler {
  return () => Promise.reject(new Error('being written'))
}
