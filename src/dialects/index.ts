import { claudeCode } from './claude-code/index.ts'
import { codexRuntime } from './codex-runtime/index.ts'
import type { Dialect } from './dialect.ts'
import { hookwright } from './hookwright/index.ts'

/** Every host we speak to, by name; a new one is a folder plus a line here. */
export const dialects: ReadonlyMap<string, Dialect> = new Map(
  [hookwright, claudeCode, codexRuntime].map((dialect) => [dialect.name, dialect]),
)

export const dialectNames: readonly string[] = [...dialects.keys()]
