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
  /** Other names that people use for it. None of them is accepted; messages suggest the right one. */
  readonly aliases?: readonly string[]
  /** In the first file that the command line loads, because most calls need it; so it is imported and not loaded. */
  readonly near?: true
  /** Hosts that share its config files and differ in data. Default: the first. */
  readonly profiles?: readonly string[]
  /** Paths that are its own when a file is named directly; `hookwright` takes the rest. */
  readonly files?: RegExp
  /** `convert --to` can write its files: the dialect has a `writer`. */
  readonly isWritten?: true
  /** Hosts that run the files of this one too, and so call with its name. */
  readonly guests?: readonly Guest[]
  /** A profile that it does not have is ignored. */
  load(profile?: string): Promise<Dialect>
}

/** How a host is told that runs the files of another one: all that is named must hold. */
export type Guest = {
  /** Name of its dialect. */
  readonly name: string
  /** A variable that it sets for hooks; those that the other host starts may inherit it. */
  readonly variable: string
  /** A key of its payloads that those of the other host do not have. */
  readonly has?: string
  /** A key that payloads of the other host always have and its own do not. */
  readonly lacks?: string
}

/**
 * Every dialect, and the only place where one is named: help, messages, the schema, the build and the tables of the
 * docs come from here. A new dialect is a folder plus an entry (`scripts/new-dialect.mjs` writes both).
 */
export const registry = [
  {
    name: 'hookwright',
    title: 'Hookwright',
    isWritten: true,
    near: true,
    files: /(?:^|\/)hookwright(?:\.local)?\.(?:yaml|json|toml)$/,
    load: () => Promise.resolve(hookwright),
  },
  {
    name: 'claude-code',
    title: 'Claude Code',
    isWritten: true,
    aliases: ['claude'],
    near: true,
    files: /(?:^|\/)(?:\.claude\/settings(?:\.local)?|managed-settings(?:\.d\/[^/]+)?)\.json$|\.md$/,
    guests: [
      { name: 'cursor', variable: 'CURSOR_VERSION', has: 'cursor_version' },
      { name: 'copilot', variable: 'COPILOT_CLI', has: 'timestamp', lacks: 'transcript_path' },
      { name: 'devin', variable: 'DEVIN_PROJECT_DIR', lacks: 'transcript_path' },
      { name: 'continue', variable: 'CONTINUE_PROJECT_DIR', lacks: 'prompt_id' },
    ],
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
    isWritten: true,
    aliases: ['github-copilot', 'copilot-cli', 'github'],
    profiles: ['cli', 'vscode', 'cloud', 'guide'],
    // The last one is a package by itself: `hooks/NAME/hooks.json`.
    files:
      /(?:^|\/)(?:\.github\/hooks\/.+|\.copilot\/(?:hooks\/.+|settings)|\.github\/copilot\/settings(?:\.local)?|github-copilot\/policy\.d\/[^/]+|hooks\/[^/]+\/hooks)\.json$/,
    near: true,
    load: (profile?: string) => Promise.resolve(copilotAs(profile)),
  },
  {
    name: 'codex-cli',
    title: 'Codex CLI',
    isWritten: true,
    aliases: ['codex', 'openai-codex'],
    files:
      /(?:^|\/)(?:\.codex\/(?:hooks\.json|config\.toml)|[Cc]odex\/(?:hooks\.json|(?:config|requirements|managed_config)\.toml))$/,
    load: async () => (await import('./codex-cli/index.ts')).codexCli,
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    isWritten: true,
    aliases: ['gemini'],
    files: /(?:^|\/)(?:\.gemini\/settings|(?:gemini-cli|GeminiCli)\/(?:settings|system-defaults))\.json$/,
    load: async () => (await import('./gemini-cli/index.ts')).geminiCli,
  },
  {
    name: 'cursor',
    title: 'Cursor',
    isWritten: true,
    aliases: ['cursor-agent', 'cursor-cli'],
    files: /(?:^|\/)(?:\.cursor|etc\/cursor|Application Support\/Cursor|ProgramData\/Cursor)\/hooks\.json$/,
    load: async () => (await import('./cursor/index.ts')).cursor,
  },
  {
    name: 'qwen-code',
    title: 'Qwen Code',
    aliases: ['qwen'],
    files: /(?:^|\/)\.qwen\/settings\.json$/,
    load: async () => (await import('./qwen-code/index.ts')).qwenCode,
  },
  {
    name: 'droid',
    title: 'Factory Droid',
    aliases: ['factory', 'factory-droid'],
    files: /(?:^|\/)\.factory\/(?:(?:hooks\/)?hooks|settings)\.json$/,
    load: async () => (await import('./droid/index.ts')).droid,
  },
  {
    name: 'continue',
    title: 'Continue CLI',
    aliases: ['continue-cli', 'cn'],
    files: /(?:^|\/)\.continue\/settings(?:\.local)?\.json$/,
    load: async () => (await import('./continue/index.ts')).continueCli,
  },
  {
    name: 'devin',
    title: 'Devin CLI',
    aliases: ['devin-cli'],
    files: /(?:^|\/)(?:\.devin\/(?:hooks\.v1|config(?:\.local)?)|devin\/config)\.json$/,
    load: async () => (await import('./devin/index.ts')).devin,
  },
  {
    name: 'augment',
    title: 'Augment',
    aliases: ['auggie', 'augment-code'],
    files: /(?:^|\/)(?:\.augment\/settings(?:\.local)?|etc\/augment\/settings)\.json$/,
    load: async () => (await import('./augment/index.ts')).augment,
  },
  {
    name: 'junie',
    title: 'Junie CLI',
    aliases: ['junie-cli'],
    files: /(?:^|\/)\.junie\/config\.json$/,
    load: async () => (await import('./junie/index.ts')).junie,
  },
  {
    name: 'kimi',
    title: 'Kimi Code',
    aliases: ['kimi-code', 'kimi-cli'],
    files: /(?:^|\/)\.kimi-code\/config\.toml$/,
    load: async () => (await import('./kimi/index.ts')).kimi,
  },
  {
    name: 'grok',
    title: 'Grok Build',
    aliases: ['grok-build', 'grok-cli'],
    files: /(?:^|\/)\.grok\/hooks\/[^/]+\.json$/,
    load: async () => (await import('./grok/index.ts')).grok,
  },
  {
    name: 'qoder',
    title: 'Qoder',
    files: /(?:^|\/)\.qoder\/settings(?:\.local)?\.json$/,
    load: async () => (await import('./qoder/index.ts')).qoder,
  },
  {
    name: 'deepagents',
    title: 'Deep Agents Code',
    files: /(?:^|\/)\.deepagents\/hooks\.json$/,
    load: async () => (await import('./deepagents/index.ts')).deepagents,
  },
  {
    name: 'crush',
    title: 'Crush',
    files: /(?:^|\/)\.?crush\.json$/,
    load: async () => (await import('./crush/index.ts')).crush,
  },
  {
    name: 'goose',
    title: 'Goose',
    files: /(?:^|\/)\.agents\/plugins\/[^/]+\/hooks\/hooks\.json$/,
    load: async () => (await import('./goose/index.ts')).goose,
  },
  {
    name: 'kiro',
    title: 'Kiro',
    aliases: ['kiro-cli', 'kiro-ide'],
    files: /(?:^|\/)\.kiro\/hooks\/[^/]+\.json$/,
    load: async () => (await import('./kiro/index.ts')).kiro,
  },
  {
    name: 'amazon-q',
    title: 'Amazon Q CLI',
    aliases: ['amazonq', 'q', 'q-cli'],
    files: /(?:^|\/)(?:\.?amazonq\/cli-agents|\.kiro\/agents)\/[^/]+\.json$/,
    load: async () => (await import('./amazon-q/index.ts')).amazonQ,
  },
  {
    name: 'hermes',
    title: 'Hermes Agent',
    aliases: ['hermes-agent'],
    files: /(?:^|\/)\.hermes\/config\.yaml$/,
    load: async () => (await import('./hermes/index.ts')).hermes,
  },
  {
    name: 'openhands',
    title: 'OpenHands',
    aliases: ['open-hands'],
    files: /(?:^|\/)\.openhands\/hooks\.json$/,
    load: async () => (await import('./openhands/index.ts')).openhands,
  },
  {
    name: 'mistral-vibe',
    title: 'Mistral Vibe',
    files: /(?:^|\/)\.vibe\/hooks\.toml$/,
    load: async () => (await import('./mistral-vibe/index.ts')).mistralVibe,
  },
  {
    name: 'windsurf',
    title: 'Windsurf Cascade',
    aliases: ['cascade', 'codeium'],
    files: /(?:^|\/)(?:\.windsurf|\.codeium(?:\/windsurf)?|[Ww]indsurf)\/hooks\.json$/,
    load: async () => (await import('./windsurf/index.ts')).windsurf,
  },
  {
    name: 'cline',
    title: 'Cline',
    files: /(?:^|\/)(?:\.clinerules\/hooks|\.cline\/hooks|Documents\/Cline\/Hooks)\/[^/]+$/,
    load: async () => (await import('./cline/index.ts')).cline,
  },
  {
    name: 'antigravity',
    title: 'Antigravity',
    aliases: ['agy'],
    files: /(?:^|\/)(?:\.agents?|_agents?|\.gemini\/config)\/hooks\.json$/,
    load: async () => (await import('./antigravity/index.ts')).antigravity,
  },
] as const satisfies readonly DialectEntry[]

const entries: readonly DialectEntry[] = registry

/** Name of a dialect: of a host, or `hookwright` for programs that call without a host. */
export type DialectName = (typeof registry)[number]['name']
export type ProfileName = Extract<
  (typeof registry)[number],
  { profiles: readonly string[] }
>['profiles'][number]

export const dialectNames: readonly DialectName[] = registry.map(({ name }) => name)

/** Those whose files can be written. */
export const writtenNames: readonly string[] = entries
  .filter(({ isWritten }) => isWritten)
  .map(({ name }) => name)

/** Every profile that some dialect has. */
export const profileNames: readonly ProfileName[] = [
  ...new Set(entries.flatMap(({ profiles = [] }) => profiles as readonly ProfileName[])),
]

/** Files of no other dialect, and defaults, are this one's. */
export const OWN_DIALECT: DialectName = 'hookwright'

/** Those of hosts: what an entry may speak and a file may import. */
export const hostNames = dialectNames.filter((name): name is HostName => name !== OWN_DIALECT)
export type HostName = Exclude<DialectName, 'hookwright'>

export function findEntry(name: string): DialectEntry | undefined {
  return entries.find((entry) => entry.name === name)
}

/**
 * Returns the host that really calls, when it is a guest of the one that its file names; undefined when it is that one.
 * The file cannot say it: it is the same for all who read it.
 */
export function findGuest(
  { guests = [] }: DialectEntry,
  keysOf: () => ReadonlySet<string>,
  env: Readonly<Record<string, string | undefined>>,
): DialectEntry | undefined {
  const found = guests.find(({ variable, has, lacks }) => {
    if (env[variable] === undefined) return false
    return (has === undefined || keysOf().has(has)) && (lacks === undefined || !keysOf().has(lacks))
  })
  return found && findEntry(found.name)
}

/**
 * Returns the dialect whose file this is, by its path written with slashes. A folder of a host counts before the name of
 * our own file: what `install` writes into one is called `hookwright.json` too.
 */
export function dialectOfFile(path: string): string {
  const host = entries.find(({ name, files }) => name !== OWN_DIALECT && files?.test(path))
  return host?.name ?? OWN_DIALECT
}

/** Loads these dialects and no others, in the order of the registry; names it does not have are left out. */
export async function loadDialects(names: Iterable<string>, profile: string | undefined): Promise<Dialects> {
  const wanted = new Set(names)
  const found = entries.filter(({ name }) => wanted.has(name))
  const loaded = await Promise.all(found.map((entry) => entry.load(profile)))
  return new Map(loaded.map((dialect) => [dialect.name, dialect]))
}
