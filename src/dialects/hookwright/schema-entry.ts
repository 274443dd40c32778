import * as z from 'zod/mini'
import { SHELLS } from '../../core/hook.ts'
import { hostNames } from '../registry.ts'
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

/* What an item of a list of hooks, or of `packs`, may have; which keys go together is in forms.ts. */

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
const { onFailure, guard, stopOnDeny, pins, enabled, statusMessage } = Entry.shape

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
    pins,
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
