import { claudeCode } from './claude-code/index.ts'
import { codexRuntime } from './codex-runtime/index.ts'
import { copilotAs } from './copilot/index.ts'
import type { Dialect } from './dialect.ts'
import { hookwright } from './hookwright/index.ts'

export type Dialects = ReadonlyMap<string, Dialect>

/** What is known of a dialect before it is loaded. */
export type DialectEntry = {
  readonly name: string
  readonly title: string
  /** In the first file that the command line loads, because most calls need it; so it is imported and not loaded. */
  readonly near?: true
  /** Hosts that share its config files and differ in data. Default: the first. */
  readonly profiles?: readonly string[]
  /** Paths that are its own when a file is named directly; `hookwright` takes the rest. */
  readonly files?: RegExp
  /** A profile that it does not have is ignored. */
  load(profile?: string): Promise<Dialect>
}

/**
 * Every dialect, and the only place where one is named: help, messages, the schema, the build and the tables of the
 * docs come from here. A new dialect is a folder plus an entry (`scripts/new-dialect.mjs` writes both).
 */
export const registry = [
  {
    name: 'hookwright',
    title: 'Hookwright',
    near: true,
    files: /(?:^|\/)hookwright(?:\.local)?\.(?:yaml|json|toml)$/,
    load: () => Promise.resolve(hookwright),
  },
  {
    name: 'claude-code',
    title: 'Claude Code',
    near: true,
    files: /(?:^|\/)(?:\.claude\/settings(?:\.local)?|managed-settings(?:\.d\/[^/]+)?)\.json$|\.md$/,
    load: () => Promise.resolve(claudeCode),
  },
  {
    name: 'codex-runtime',
    title: 'codex_runtime',
    near: true,
    load: () => Promise.resolve(codexRuntime),
  },
  {
    name: 'copilot',
    title: 'GitHub Copilot',
    profiles: ['cli', 'vscode', 'cloud', 'guide'],
    // The last one is a package by itself: `hooks/NAME/hooks.json`.
    files:
      /(?:^|\/)(?:\.github\/hooks\/.+|\.copilot\/(?:hooks\/.+|settings)|\.github\/copilot\/settings(?:\.local)?|github-copilot\/policy\.d\/[^/]+|hooks\/[^/]+\/hooks)\.json$/,
    near: true,
    load: (profile?: string) => Promise.resolve(copilotAs(profile)),
  },
] as const satisfies readonly DialectEntry[]

const entries: readonly DialectEntry[] = registry

export type DialectName = (typeof registry)[number]['name']
export type ProfileName = Extract<
  (typeof registry)[number],
  { profiles: readonly string[] }
>['profiles'][number]

export const dialectNames: readonly DialectName[] = registry.map(({ name }) => name)

/** Every profile that some dialect has. */
export const profileNames: readonly ProfileName[] = [
  ...new Set(entries.flatMap(({ profiles = [] }) => profiles as readonly ProfileName[])),
]

/** Files of no other dialect, and defaults, are this one's. */
export const OWN_DIALECT: DialectName = 'hookwright'

/** Those of hosts: what an entry may speak and a file may import. */
export const hostNames = dialectNames.filter((name): name is HostName => name !== OWN_DIALECT)
export type HostName = Exclude<DialectName, 'hookwright'>

/** Planned, and refused with a clear word until they have an entry. */
export const laterDialects: readonly string[] = ['codex-cli', 'gemini-cli', 'cursor'].filter(
  (name) => findEntry(name) === undefined,
)

export function findEntry(name: string): DialectEntry | undefined {
  return entries.find((entry) => entry.name === name)
}

/** Returns the dialect whose file this is, by its path written with slashes. */
export function dialectOfFile(path: string): string {
  return entries.find(({ files }) => files?.test(path))?.name ?? OWN_DIALECT
}

/** Loads these dialects and no others, in the order of the registry; names it does not have are left out. */
export async function loadDialects(names: Iterable<string>, profile: string | undefined): Promise<Dialects> {
  const wanted = new Set(names)
  const found = entries.filter(({ name }) => wanted.has(name))
  const loaded = await Promise.all(found.map((entry) => entry.load(profile)))
  return new Map(loaded.map((dialect) => [dialect.name, dialect]))
}
