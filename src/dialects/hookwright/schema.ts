import * as z from 'zod/mini'
import { SHELLS } from '../../core/hook.ts'
import { claudeEvents } from '../_families/claude/events.ts'

/*
 * The one description of hookwright.yaml. Checks, types, schemas/hookwright.json and the tables of
 * docs/config.md come from it. The error text of each part completes the sentence `"key" must be …`.
 */

/** Dialects an entry may speak and a file may import; those this version has. */
export const SPOKEN = ['claude-code'] as const
/** Named in the design, refused with a clear word until they are there. */
export const LATER_DIALECTS = ['copilot', 'codex-cli', 'codex-runtime', 'gemini-cli', 'cursor'] as const

const MAX_SECONDS = 86_400
const A_TIMEOUT = `a number of seconds above 0 and at most ${MAX_SECONDS}`

const words = (what: string) => z.string(what).check(z.regex(/\S/, what))
const flag = () => z.boolean('true or false')
const oneOf = <const T extends readonly string[]>(names: T) =>
  z.enum(names, names.length === 1 ? `"${names[0]}"` : `one of ${names.join(', ')}`)
const timeout = () => z.number(A_TIMEOUT).check(z.positive(A_TIMEOUT), z.maximum(MAX_SECONDS, A_TIMEOUT))
const texts = () => z.array(z.string('a string in quotes'), 'a list of strings')
const variables = () =>
  z.record(
    z.string().check(z.regex(/^[^=\0]+$/)),
    z.string('a string in quotes'),
    'a mapping of names to strings',
  )

const AN_ID = 'letters, digits, "_", "." and "-", starting with a letter or digit'
const ON_FAILURE = ['ignore', 'ask', 'deny'] as const

export const Entry = z.strictObject(
  {
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
      z.literal('command', 'command').check(z.describe('May be left out: `command` or a rule key says it.')),
    ),
    command: z.optional(
      z
        .string('a command line')
        .check(
          z.describe('Program and arguments, started without a shell; with `shell`, the text of a script.'),
        ),
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
      timeout().check(z.describe('Seconds until the whole process tree is stopped. Default: 60.')),
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
    stopOnDeny: z.optional(
      flag().check(z.describe('When this hook denies, answer at once and cancel the other hooks.')),
    ),
    enabled: z.optional(flag().check(z.describe('`false` switches the hook off but keeps it listed.'))),
    dialect: z.optional(
      oneOf(SPOKEN).check(
        z.describe('Whose payload the command reads and whose answer it writes. Default: `claude-code`.'),
      ),
    ),
    statusMessage: z.optional(words('a text').check(z.describe('Shown while the hook runs.'))),
  },
  'a mapping with "command", "deny", "ask", "allow", "context" or "hooks"',
)
export type Entry = z.infer<typeof Entry>

/** Claude Code's own reader checks groups; this part is for editors and docs. */
export const Group = z
  .strictObject({
    matcher: z.optional(z.string()),
    hooks: z.array(
      z.looseObject({
        type: z.literal('command'),
        command: z.string(),
        timeout: z.optional(z.number()),
        if: z.optional(z.string()),
        args: z.optional(z.array(z.string())),
        shell: z.optional(z.enum(['bash', 'powershell'])),
        async: z.optional(z.boolean()),
        asyncRewake: z.optional(z.boolean()),
        onFailure: z.optional(z.enum(['continue', 'block'])),
        statusMessage: z.optional(z.string()),
      }),
    ),
  })
  .check(
    z.describe('A block of Claude Code settings, unchanged: its shell form, its timeouts, its defaults.'),
  )

export const Defaults = z.strictObject(
  {
    timeout: z.optional(
      timeout().check(z.describe('For entries with `command` that do not say. Not for groups.')),
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

const top = {
  $schema: z.optional(
    z.string('a string').check(z.describe('Where editors find the schema; not read by Hookwright.')),
  ),
  version: z.optional(z.literal(1, '1').check(z.describe('Version of this format. Only 1 exists.'))),
  imports: z.optional(
    z
      .array(oneOf(SPOKEN), 'a list of dialect names')
      .check(z.describe('Also run what the files of these hosts define, when another host is calling.')),
  ),
  defaults: z.optional(Defaults.check(z.describe('Values for hooks that leave a key out.'))),
}

const HOOKS = 'Lists of entries or groups, by event.'
/** Parts get names, the root does not: a named root would reach editors as a bare reference. */
const HookList = z
  .array(z.union([Entry.check(z.meta({ id: 'entry' })), Group.check(z.meta({ id: 'group' }))]))
  .check(z.meta({ id: 'hooks' }))
const eventLists = Object.fromEntries(Object.keys(claudeEvents).map((event) => [event, z.optional(HookList)]))

/** The top level, without a look into `hooks`: its entries are checked one by one, in the form each was meant. */
export const Top = z.strictObject(
  { ...top, hooks: z.optional(z.record(z.string(), z.unknown(), 'a mapping of events to lists')) },
  'a mapping',
)
export type Top = z.infer<typeof Top>

/** The whole file, for editors and docs. */
export const HookwrightFile = z.strictObject({
  ...top,
  hooks: z.optional(z.strictObject(eventLists).check(z.describe(HOOKS))),
})
