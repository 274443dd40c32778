import * as z from 'zod/mini'
import { DECISIONS } from '../core/decision.ts'
import { EVENTS, HookwrightFile } from '../dialects/hookwright/schema.ts'
import {
  anything,
  flag,
  oneOf,
  texts,
  timeout,
  variables,
  words,
} from '../dialects/hookwright/schema-parts.ts'
import { dialectNames } from '../dialects/registry.ts'

/*
 * The one description of a case of a `*.hooks.yaml` file. Checks, types, schemas/cases.json and the tables of
 * docs/test.md come from it.
 */

const A_TEXT = 'a text, a "/pattern/", or a list of them'
const pattern = () => z.union([z.string(A_TEXT), z.array(z.string(A_TEXT), A_TEXT)], A_TEXT)
const SOME_DECISIONS = `one of ${DECISIONS.join(', ')}, or a list of them`
const A_MAPPING_OR_NULL = 'a mapping, or null'
const FILE_TEXTS = 'a mapping of paths to texts'
const FILE_EXPECTATIONS = 'a mapping of paths to texts, "/patterns/" or null'

/** What has to come of a case. */
export const Expectation = z.strictObject(
  {
    decision: z.optional(
      z
        .union([oneOf(DECISIONS), z.array(oneOf(DECISIONS), SOME_DECISIONS)], SOME_DECISIONS)
        .check(z.describe('What all hooks together decide; one of a list is enough.')),
    ),
    reason: z.optional(
      pattern().check(z.describe('In the reason of the decision: a text, or a `/pattern/`; all of a list.')),
    ),
    context: z.optional(
      z
        .union([pattern(), z.null()], A_TEXT)
        .check(z.describe('In what the hooks add for the model; `null`: they add nothing.')),
    ),
    message: z.optional(
      z
        .union([pattern(), z.null()], A_TEXT)
        .check(z.describe('In what the hooks tell the user; `null`: they tell nothing.')),
    ),
    input: z.optional(
      z
        .union([anything(A_MAPPING_OR_NULL), z.null()], A_MAPPING_OR_NULL)
        .check(
          z.describe(
            'Arguments of the rewritten input of the tool; others are not looked at. `null`: it is not rewritten.',
          ),
        ),
    ),
    output: z.optional(
      z
        .unknown()
        .check(
          z.describe('The rewritten result of the tool, or `/pattern/` for its text. `null`: it is not.'),
        ),
    ),
    files: z.optional(
      z
        .record(
          z.string(),
          z.union([z.string(), z.null()], 'a text, a "/pattern/" or null'),
          FILE_EXPECTATIONS,
        )
        .check(
          z.describe(
            'Whole texts of files of the project afterwards, or `/patterns/`; `null`: no such file.',
          ),
        ),
    ),
    within: z.optional(timeout().check(z.describe('Seconds that all hooks together may take.'))),
  },
  'a mapping',
)
export type Expectation = z.infer<typeof Expectation>

const FileWrite = z.strictObject(
  { file_path: words('a path'), content: z.optional(z.string('a text')) },
  'a path, or a mapping with file_path',
)
const FileEdit = z.strictObject(
  {
    file_path: words('a path'),
    old_string: z.optional(z.string('a text')),
    new_string: z.optional(z.string('a text')),
  },
  'a path, or a mapping with file_path',
)
const A_FILE = 'a path, or a mapping with file_path'
const A_PAYLOAD = 'the path of a JSON file, or a mapping'

/** One event, and what has to come of it. */
export const Case = z.strictObject(
  {
    name: words('a sentence').check(z.describe('What the case claims.')),
    command: z.optional(z.string('a command line').check(z.describe('A command line for the tool `Bash`.'))),
    powershell: z.optional(
      z.string('a command line').check(z.describe('A command line for the tool `PowerShell`.')),
    ),
    edit: z.optional(
      z.union([words(A_FILE), FileEdit], A_FILE).check(z.describe('A file for the tool `Edit`.')),
    ),
    write: z.optional(
      z.union([words(A_FILE), FileWrite], A_FILE).check(z.describe('A file for the tool `Write`.')),
    ),
    read: z.optional(words('a path').check(z.describe('A file for the tool `Read`.'))),
    prompt: z.optional(z.string('a text').check(z.describe('What the user typed.'))),
    tool: z.optional(
      z
        .strictObject(
          { name: words('the name of a tool'), input: z.optional(anything('a mapping')) },
          'a mapping with name and input',
        )
        .check(z.describe('Any call: canonical `name` and `input` of the tool.')),
    ),
    response: z.optional(
      z.unknown().check(z.describe('What the tool returned, for `PostToolUse`. Default: an empty mapping.')),
    ),
    event: z.optional(
      oneOf(EVENTS).check(
        z.describe('The event. Default: `UserPromptSubmit` for `prompt`, else `PreToolUse`.'),
      ),
    ),
    fields: z.optional(
      anything('a mapping').check(z.describe('Other fields of the event, under their canonical names.')),
    ),
    payload: z.optional(
      z
        .union([words(A_PAYLOAD), anything(A_PAYLOAD)], A_PAYLOAD)
        .check(
          z.describe('The payload as the host sends it: a JSON file beside the case file, or a mapping.'),
        ),
    ),
    host: z.optional(
      oneOf([...dialectNames, 'all']).check(
        z.describe('The agent that calls; `all`: each that has the event. Default: `claude-code`.'),
      ),
    ),
    files: z.optional(
      z
        .record(z.string(), z.string('a text'), FILE_TEXTS)
        .check(
          z.describe('Files that the scratch project begins with. One that starts with `#!` can be run.'),
        ),
    ),
    copy: z.optional(
      texts().check(
        z.describe('Files and folders of the real project that the scratch project begins with.'),
      ),
    ),
    git: z.optional(
      flag().check(z.describe('The scratch project is a git repository, with all its files committed.')),
    ),
    env: z.optional(variables().check(z.describe('Variables of the hooks, besides those of the command.'))),
    headless: z.optional(flag().check(z.describe('Nobody can answer, so that ask becomes deny.'))),
    expect: Expectation.check(z.describe('What has to come of it; at least one thing.')),
  },
  'a mapping',
)
export type Case = z.infer<typeof Case>

/** The whole file, for editors and docs: hooks under test, and cases. */
export const CaseFileSchema = z.strictObject({
  ...HookwrightFile.shape,
  cases: z
    .array(Case.check(z.meta({ id: 'case' })))
    .check(z.describe('Events, and what has to come of each.')),
})
