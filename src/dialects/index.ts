import { claudeCode } from './claude-code/index.ts'
import { codexRuntime } from './codex-runtime/index.ts'
import { copilot } from './copilot/index.ts'
import type { Dialect } from './dialect.ts'
import { hookwright } from './hookwright/index.ts'

/** Every host we speak to, by name; a new one is a folder plus a line here. */
export const dialects: ReadonlyMap<string, Dialect> = new Map(
  [hookwright, claudeCode, codexRuntime, copilot].map((dialect) => [dialect.name, dialect]),
)

export const dialectNames: readonly string[] = [...dialects.keys()]

/** Every surface some dialect has. */
export const surfaceNames: readonly string[] = [
  ...new Set([...dialects.values()].flatMap(({ surfaces }) => Object.keys(surfaces ?? {}))),
]

/** The dialects as they are on a surface; those without it are the same everywhere. */
export function dialectsOn(surface: string | undefined): ReadonlyMap<string, Dialect> {
  if (surface === undefined) return dialects
  return new Map([...dialects].map(([name, dialect]) => [name, dialect.surfaces?.[surface]?.() ?? dialect]))
}
