import { claudeCode } from './claude-code/index.ts'
import type { Dialect } from './dialect.ts'
import { hookwright } from './hookwright/index.ts'

type Dialects = ReadonlyMap<string, Dialect>

/** The dialects of nearly every call; the others cost start-up time, so they load when somebody names one. */
export const nearDialects: Dialects = new Map(
  [hookwright, claudeCode].map((dialect) => [dialect.name, dialect]),
)

/** All names there are, for help and messages without the dialects themselves; a test holds them to index.ts. */
export const dialectNames = ['hookwright', 'claude-code', 'codex-runtime', 'copilot'] as const
export const surfaceNames = ['cli', 'vscode', 'cloud', 'guide'] as const

/** The near ones when these names are among them and no surface is asked for, else all. */
export async function dialectsFor(names: readonly string[], surface: string | undefined): Promise<Dialects> {
  const isNear = surface === undefined && names.every((name) => nearDialects.has(name))
  return isNear ? nearDialects : allDialects(surface)
}

export async function allDialects(surface: string | undefined): Promise<Dialects> {
  const { dialectsOn } = await import('./index.ts')
  return dialectsOn(surface)
}
