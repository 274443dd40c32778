import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event } from '../src/core/event.ts'
import { isIssue } from '../src/core/issue.ts'
import { dialectsAs } from './helpers/dialects.ts'
import type { Dialect } from '../src/dialects/dialect.ts'
import { hook } from './helpers/builders.ts'

/** One way of writing events down: a dialect, and which of its forms. */
type Form = { readonly name: string; readonly dialect: Dialect; readonly profile?: string }

const FORMS: readonly Form[] = [
  form('claude-code'),
  form('hookwright'),
  form('codex-runtime'),
  form('copilot', 'cli:camelCase'),
  form('copilot', 'cli:PascalCase'),
  form('copilot', 'guide:camelCase'),
  form('copilot', 'vscode:PascalCase'),
]

function form(name: string, profile?: string): Form {
  const dialect = dialectsAs(profile?.split(':')[0]).get(name)
  if (dialect === undefined) throw new Error(`no dialect ${name}`)
  return { name: profile === undefined ? name : `${name} ${profile}`, dialect, ...(profile && { profile }) }
}

const PAIRS = FORMS.flatMap((from) => FORMS.map((to) => [from.name, to.name, from, to] as const))

/** What every form must keep. A prompt of an event that another form does not know is one of its fields. */
function kept({ tool, prompt, sessionId, cwd, fields }: Event) {
  return { tool: tool?.name, input: tool?.input, prompt: prompt ?? fields['prompt'], sessionId, cwd }
}

async function written(event: Event, { dialect, profile }: Form): Promise<Uint8Array> {
  const { wire } = dialect
  const side = await dialect.hooks()
  const input = side.encodeInput(
    event,
    hook({ wire, dialect: dialect.name, ...(profile && { note: profile }) }),
  )
  return typeof input === 'string' ? new TextEncoder().encode(input) : input
}

/** Some forms do not say what they are; the host then names the event on the command line. */
function read(bytes: Uint8Array, { dialect }: Form, event: string): Event {
  const said = { bytes, startDir: '/nowhere', projectDir: '/nowhere', at: 5 }
  const decoded = dialect.decodeEvent(dialect.name === 'copilot' ? { ...said, event } : said)
  if (isIssue(decoded)) throw new Error(`${decoded.code}: ${decoded.message}`)
  return decoded
}

const text = fc.string({ minLength: 1 }).filter((each) => each.trim() !== '')
const json = fc.jsonValue({ maxDepth: 2 })
const base = fc.record({
  sessionId: text,
  cwd: fc.string({ minLength: 1 }).map((each) => `/${each}`),
})

/** Tools as they are called, and any other. */
const calls: fc.Arbitrary<{ name: string; input: Record<string, unknown> }> = fc.oneof(
  fc.record({ name: fc.constant('Bash'), input: fc.record({ command: text, description: fc.string() }) }),
  fc.record({ name: fc.constant('Read'), input: fc.record({ file_path: text }) }),
  fc.record({ name: fc.constant('Write'), input: fc.record({ file_path: text, content: fc.string() }) }),
  fc.record({
    name: fc.constant('Edit'),
    input: fc.record({ file_path: text, old_string: fc.string(), new_string: fc.string() }),
  }),
  fc.record({ name: fc.constant('Grep'), input: fc.record({ pattern: text, path: text }) }),
  fc.record({ name: fc.constant('Agent'), input: fc.record({ prompt: text, subagent_type: text }) }),
  fc.record({
    name: fc.constantFrom('mcp__memory__add', 'NotebookEdit', 'Skill'),
    input: fc.dictionary(fc.stringMatching(/^[a-z]{2,12}$/), json, { maxKeys: 4 }),
  }),
)

const toolEvents = fc
  .tuple(base, calls, fc.constantFrom('PreToolUse', 'PostToolUse'))
  .map(([known, { name, input }, event]): Event => ({
    ...known,
    name: event,
    native: event,
    host: 'library',
    projectDir: '/p',
    at: 1,
    fields: {},
    tool: {
      name,
      nativeName: name,
      input: JSON.parse(JSON.stringify(input)) as Record<string, unknown>,
      nativeInput: input,
      ...(event === 'PostToolUse' && { response: 'done' }),
    },
  }))

const prompts = fc.tuple(base, text).map(([known, prompt]): Event => ({
  ...known,
  name: 'UserPromptSubmit',
  native: 'UserPromptSubmit',
  host: 'library',
  projectDir: '/p',
  at: 1,
  fields: {},
  prompt,
}))

describe.for(PAIRS)('%s -> %s', ([, , from, to]) => {
  test('an event keeps its tool, arguments, prompt, session and directory', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(toolEvents, prompts), async (event) => {
        const heard = read(await written(event, from), from, event.name)
        expect(kept(heard)).toEqual(kept(event))
        // A host without results does not pass one on; others tell by it that the tool has run.
        const whole = heard.tool ? { ...heard, tool: { ...heard.tool, ...resultOf(event) } } : heard
        expect(kept(read(await written(whole, to), to, heard.name))).toEqual(kept(event))
      }),
      { numRuns: 60 },
    )
  })
})

const RECORDED = [
  ...payloads('claude-code', form('claude-code')),
  ...payloads('copilot-cli/camel', form('copilot', 'cli:camelCase')),
  ...payloads('copilot-cli/pascal', form('copilot', 'cli:PascalCase')),
]

function payloads(folder: string, from: Form) {
  const root = join(import.meta.dirname, 'conformance/fixtures', folder)
  return readdirSync(root).map(
    (name) => [`${folder}/${name}`, readFileSync(join(root, name)), from, name.split('.')[0] ?? ''] as const,
  )
}

describe.for(RECORDED)('recorded payload %s', ([, bytes, from, name]) => {
  const event = read(bytes, from, name)

  test.for(FORMS.filter((to) => knows(to, event.name)))('reaches a hook of $name whole', async (to) => {
    const heard = read(await written(event, to), to, event.name)
    expect(kept(heard)).toEqual(kept(event))
  })
})

function knows({ dialect }: Form, event: string): boolean {
  return Object.values(dialect.events).some((spec) => spec.event === event)
}

function resultOf({ tool }: Event): { readonly response?: unknown } {
  return tool?.response === undefined ? {} : { response: tool.response }
}
