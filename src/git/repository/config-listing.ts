import { decodePath } from '../contracts/paths.ts'

/** Who wrote a value: `repository` is what came with the folder, everything else is the user's or the machine's. */
export type ConfigScope = 'system' | 'global' | 'repository' | 'command'

export type ConfigEntry = {
  readonly scope: ConfigScope
  /** As git prints it: section and name in lower case, the part between as written. */
  readonly key: string
  /** Absent: a key without `=`, which means true. */
  readonly value?: string
}

const SCOPES: Readonly<Record<string, ConfigScope>> = {
  system: 'system',
  global: 'global',
  local: 'repository',
  worktree: 'repository',
  command: 'command',
}

/** `git config --list -z --show-scope`. A scope that nobody knows yet is not trusted. */
export function parseScopedListing(output: Uint8Array): readonly ConfigEntry[] {
  const pieces = split(output)
  const entries: ConfigEntry[] = []
  for (let at = 0; at + 1 < pieces.length; at += 2)
    entries.push({ scope: SCOPES[pieces[at] ?? ''] ?? 'repository', ...pair(pieces[at + 1] ?? '') })
  return entries
}

/** `git config --list -z` of one scope. */
export function parseListing(output: Uint8Array, scope: ConfigScope): readonly ConfigEntry[] {
  return split(output).map((piece) => ({ scope, ...pair(piece) }))
}

function split(output: Uint8Array): readonly string[] {
  const pieces = decodePath(output).split('\0')
  pieces.pop()
  return pieces
}

function pair(text: string): { key: string; value?: string } {
  const end = text.indexOf('\n')
  return end < 0 ? { key: text } : { key: text.slice(0, end), value: text.slice(end + 1) }
}
