import * as z from 'zod/mini'
import { EVENT_HOSTS } from '../event-hosts.ts'
import { hostNames } from '../registry.ts'
import { Defaults, Entry, PackUse } from './schema-entry.ts'
import { Group } from './schema-group.ts'
import { anything, headers, oneOf, texts, variables, words } from './schema-parts.ts'

/*
 * The one description of hookwright.yaml. Checks, types, schemas/hookwright.json and the tables of
 * docs/config.md come from it. Which keys go together is in forms.ts.
 */

/** Those that some host fires, by their canonical names. */
export const EVENTS: readonly string[] = Object.keys(EVENT_HOSTS)

/** A server of ours or of somebody else: one of `command` and `url`, see servers.ts. */
export const McpServer = z.strictObject(
  {
    command: z.optional(
      words('a program').check(
        z.describe('Program that speaks MCP on stdin and stdout, started without a shell.'),
      ),
    ),
    args: z.optional(texts().check(z.describe('Its arguments, passed on exactly as written.'))),
    env: z.optional(variables().check(z.describe('Variables to add to its environment.'))),
    url: z.optional(
      words('an http: or https: URL').check(
        z.describe('Server that speaks MCP over streamable HTTP. `http:` only to this machine.'),
      ),
    ),
    headers: z.optional(headers().check(z.describe('Headers to add to each request, exactly as written.'))),
    allowedUrls: z.optional(
      texts().check(
        z.describe(
          'Patterns of which `url` must fit one, `*` for any text. Its exact text there lets it be in a private network.',
        ),
      ),
    ),
  },
  'a mapping with "command" or "url"',
)
export type McpServer = z.infer<typeof McpServer>

/** What makes the hooks of a git config run: to call the runner, or an approval of exactly these. */
export const GIT_TRUST = ['consent', 'pinned'] as const
const GIT_TRUST_HELP =
  '`consent` (default): `git run` and `git install` are consent. `pinned`: only hooks approved with `hookwright git trust add` run. One file that says `pinned` is enough.'

/** What the guard of our own files and commands does: see docs/self-guard.md. */
export const SELF_GUARD = ['ask', 'deny', 'off'] as const
export type SelfGuardMode = (typeof SELF_GUARD)[number]
const SELF_GUARD_HELP =
  'What happens to a tool call that would approve or disable hooks, or change hook settings. Default: `ask`. Counts in the user and the managed file only.'

/** Commands that are a person's acts. */
export const PERSONS_ACTS = [
  'trust',
  'disable',
  'install',
  'uninstall',
  'sync',
  'init',
  'bench',
  'test',
  'packs',
] as const
const ALLOW_AGENTS_HELP =
  'Commands that agents may run in your place. Default: none. Counts in the user and the managed file only.'

/** Keys of a git config that may stand under `git`; `hookwright git` reads and checks their values. */
export const GIT_KEYS = [
  'repos',
  'files',
  'exclude',
  'fail_fast',
  'default_language_version',
  'default_stages',
  'default_install_hook_types',
  'default_env',
  'priorities',
  'minimum_prek_version',
  'minimum_pre_commit_version',
  'orphan',
  'update',
  'ci',
] as const
const gitKeys = Object.fromEntries(
  GIT_KEYS.map((key) => [
    key,
    z.optional(z.unknown().check(z.describe('As in `.pre-commit-config.yaml`; see docs/git-config.md.'))),
  ]),
)

const top = {
  $schema: z.optional(
    z.string('a string').check(z.describe('Where editors find the schema; not read by Hookwright.')),
  ),
  version: z.optional(z.literal(1, '1').check(z.describe('Version of this format. Only 1 exists.'))),
  imports: z.optional(
    z
      .array(oneOf(hostNames), 'a list of dialect names')
      .check(
        z.describe(
          'Also run what the files of these hosts define, except files that the calling host reads itself.',
        ),
      ),
  ),
  defaults: z.optional(Defaults.check(z.describe('Values for hooks that leave a key out.'))),
  git: z.optional(
    z
      .strictObject(
        { trust: z.optional(oneOf(GIT_TRUST).check(z.describe(GIT_TRUST_HELP))), ...gitKeys },
        'a mapping',
      )
      .check(
        z.describe(
          'How `hookwright git` treats a repository (`trust`), and its git hooks: `repos` and the other keys of `.pre-commit-config.yaml`.',
        ),
      ),
  ),
  selfGuard: z.optional(oneOf(SELF_GUARD).check(z.describe(SELF_GUARD_HELP))),
  allowAgents: z.optional(
    z.array(oneOf(PERSONS_ACTS), 'a list of commands').check(z.describe(ALLOW_AGENTS_HELP)),
  ),
}

const SERVERS =
  'MCP servers for entries with `tool`, by name. They are connected when a hook first needs them.'
const PACKS = 'Packs to use on every event that they have; before the entries of `hooks`.'
const HOOKS = 'Lists of entries or groups, by event.'
/** Parts get names, the root does not: a named root would reach editors as a bare reference. */
const HookList = z
  .array(z.union([Entry.check(z.meta({ id: 'entry' })), Group.check(z.meta({ id: 'group' }))]))
  .check(z.meta({ id: 'hooks' }))
const eventLists = Object.fromEntries(EVENTS.map((event) => [event, z.optional(HookList)]))

/** The top level, without a look into `hooks` and `mcpServers`: their entries are checked one by one. */
export const Top = z.strictObject(
  {
    ...top,
    mcpServers: z.optional(anything('a mapping of names to servers')),
    packs: z.optional(z.array(z.unknown(), 'a list of packs')),
    hooks: z.optional(anything('a mapping of events to lists')),
  },
  'a mapping',
)
export type Top = z.infer<typeof Top>

/** The whole file, for editors and docs. */
export const HookwrightFile = z.strictObject({
  ...top,
  mcpServers: z.optional(z.record(z.string(), McpServer).check(z.describe(SERVERS))),
  packs: z.optional(z.array(PackUse).check(z.describe(PACKS))),
  hooks: z.optional(z.strictObject(eventLists).check(z.describe(HOOKS))),
})
