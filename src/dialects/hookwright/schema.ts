import * as z from 'zod/mini'
import { SHELLS } from '../../core/hook.ts'
import { EVENT_HOSTS } from '../event-hosts.ts'
import { hostNames } from '../registry.ts'
import { Group } from './schema-group.ts'
import {
  anything,
  flag,
  headers,
  modulePath,
  oneOf,
  patterns,
  texts,
  timeout,
  variableNames,
  variables,
  words,
} from './schema-parts.ts'

/*
 * The one description of hookwright.yaml. Checks, types, schemas/hookwright.json and the tables of
 * docs/config.md come from it. Which keys go together is in forms.ts.
 */

/** Those that some host fires, by their canonical names. */
export const EVENTS: readonly string[] = Object.keys(EVENT_HOSTS)

/** What can be written as `type`. */
export const TYPES = ['command', 'module', 'http', 'mcp_tool', 'prompt', 'agent'] as const

const AN_ID = 'letters, digits, "_", "." and "-", starting with a letter or digit'
const ON_FAILURE = ['ignore', 'ask', 'deny'] as const

const USE_HELP =
  'Hooks that come with Hookwright, `hookwright/NAME`: `hookwright packs` lists them, docs/packs.md says what they do.'
const WITH_HELP = 'Options of the pack; `hookwright packs NAME` shows them.'

export const Entry = z.strictObject(
  {
    use: z.optional(
      words('the name of a pack such as "hookwright/dangerous-commands"').check(z.describe(USE_HELP)),
    ),
    with: z.optional(anything('a mapping of options').check(z.describe(WITH_HELP))),
    id: z.optional(
      z
        .string(AN_ID)
        .check(
          z.regex(/^[A-Za-z0-9][\w.-]*$/, AN_ID),
          z.describe('Stable name for `disable`, logs and traces.'),
        ),
    ),
    matcher: z.optional(
      z
        .string('a string')
        .check(
          z.describe('Tool name, several joined by `|`, or a regular expression. Absent or `*`: every time.'),
        ),
    ),
    if: z.optional(
      words('a permission rule such as "Bash(git push *)"').check(
        z.describe('One permission rule, `Tool` or `Tool(content)`; the hook runs only where it holds.'),
      ),
    ),
    type: z.optional(
      oneOf(TYPES).check(
        z.describe(
          'May be left out, but for `agent`: `command`, `module`, `url`, `tool`, `prompt` or a rule key says it.',
        ),
      ),
    ),
    command: z.optional(
      z
        .string('a command line')
        .check(
          z.describe('Program and arguments, started without a shell; with `shell`, the text of a script.'),
        ),
    ),
    module: z.optional(
      modulePath().check(z.describe('File whose default export gets the event; see docs/modules.md.')),
    ),
    shell: z.optional(
      oneOf(SHELLS).check(
        z.describe('Makes `command` a script in this shell; see docs/shells.md for its flags.'),
      ),
    ),
    args: z.optional(texts().check(z.describe('More arguments, passed on exactly as written.'))),
    env: z.optional(variables().check(z.describe('Variables to add to the environment.'))),
    cwd: z.optional(
      words('a path').check(
        z.describe('Working directory, relative to the project directory. Default: the project directory.'),
      ),
    ),
    pins: z.optional(
      patterns().check(
        z.describe(
          'Patterns of files, relative to the project directory, that an approval covers too. `**` stands for any folders.',
        ),
      ),
    ),
    url: z.optional(
      words('an http: or https: URL').check(
        z.describe('The payload is sent there with POST. `http:` only to this machine.'),
      ),
    ),
    headers: z.optional(
      headers().check(z.describe('Headers to add; `$NAME` and `${NAME}` stand for variables.')),
    ),
    allowedEnvVars: z.optional(
      variableNames().check(z.describe('The variables that `headers` may name. Default: none.')),
    ),
    allowedUrls: z.optional(
      texts().check(
        z.describe(
          'Patterns of which `url` must fit one, `*` for any text. Its exact text there lets it be in a private network.',
        ),
      ),
    ),
    server: z.optional(words('the name of a server').check(z.describe('MCP server, one of `mcpServers`.'))),
    tool: z.optional(words('the name of a tool').check(z.describe('Tool of that server to call.'))),
    input: z.optional(
      anything('a mapping').check(
        z.describe(
          'Input of the tool; `${tool_input.file_path}` and the like stand for parts of the payload.',
        ),
      ),
    ),
    prompt: z.optional(
      words('a question in words').check(
        z.describe('Question to a model, which answers yes or no; `$ARGUMENTS` stands for the payload.'),
      ),
    ),
    model: z.optional(words('the name of a model').check(z.describe('Model to ask. Default: a small one.'))),
    continueOnBlock: z.optional(
      flag().check(z.describe("A model's no goes back as feedback instead of ending the turn.")),
    ),
    deny: z.optional(
      words('a reason in words').check(z.describe('A rule without a process: deny with this reason.')),
    ),
    ask: z.optional(words('a reason in words').check(z.describe('A rule: ask a human, with this reason.'))),
    allow: z.optional(
      words('a reason in words').check(
        z.describe('A rule: allow. From a project file it counts only in the host the hook was written for.'),
      ),
    ),
    context: z.optional(
      words('a text').check(z.describe('A rule: add this text for the model, alone or beside a decision.')),
    ),
    timeout: z.optional(
      timeout().check(
        z.describe(
          'Seconds until it is stopped, with its whole process tree. Default: 60; 30 for `type: prompt`.',
        ),
      ),
    ),
    onFailure: z.optional(
      oneOf(ON_FAILURE).check(
        z.describe(
          'What a crash, a timeout or unreadable output becomes. Default: `ignore`, which never allows.',
        ),
      ),
    ),
    guard: z.optional(
      flag().check(z.describe('Run once more on the final input after another hook rewrote it.')),
    ),
    detach: z.optional(flag().check(z.describe('Leave processes alone that outlive the command.'))),
    asks: z.optional(
      flag().check(
        z.describe('The command may ask the user on stdout and reads the answer on stdin, which stays open.'),
      ),
    ),
    async: z.optional(
      flag().check(
        z.describe('Run in the background: nobody waits for the command, and it decides nothing.'),
      ),
    ),
    asyncRewake: z.optional(
      flag().check(z.describe('The same, but exit 2 wakes the model with what the command wrote to stderr.')),
    ),
    stopOnDeny: z.optional(
      flag().check(z.describe('When this hook denies, answer at once and cancel the other hooks.')),
    ),
    enabled: z.optional(flag().check(z.describe('`false` switches the hook off but keeps it listed.'))),
    dialect: z.optional(
      oneOf(hostNames).check(
        z.describe('Whose payload it reads and whose answer it gives. Default: `claude-code`.'),
      ),
    ),
    statusMessage: z.optional(words('a text').check(z.describe('Shown while the hook runs.'))),
  },
  'a mapping with "command", "module", "url", "tool", "prompt", "use", "deny", "ask", "allow", "context" or "hooks"',
)
export type Entry = z.infer<typeof Entry>

const { use: _use, with: options, id, matcher, if: condition, timeout: seconds } = Entry.shape
const { onFailure, guard, stopOnDeny, enabled, statusMessage } = Entry.shape

/** An item of `packs`: one use of a pack, on every event that it has. */
export const PackUse = z.strictObject(
  {
    use: words('the name of a pack such as "hookwright/dangerous-commands"').check(z.describe(USE_HELP)),
    with: options,
    id,
    matcher,
    if: condition,
    timeout: seconds,
    onFailure,
    guard,
    stopOnDeny,
    enabled,
    statusMessage,
  },
  'a mapping with "use"',
)

export const Defaults = z.strictObject(
  {
    timeout: z.optional(
      timeout().check(z.describe('For entries that run something and do not say. Not for groups.')),
    ),
    shell: z.optional(
      oneOf(SHELLS).check(z.describe('For entries with `command` that do not say. Not for groups.')),
    ),
    onFailure: z.optional(oneOf(ON_FAILURE).check(z.describe('For entries and groups that do not say.'))),
    stopOnDeny: z.optional(flag().check(z.describe('For entries and groups that do not say.'))),
  },
  'a mapping',
)
export type Defaults = z.infer<typeof Defaults>

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
export const PERSONS_ACTS = ['trust', 'disable', 'install', 'uninstall', 'sync', 'init', 'bench'] as const
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
