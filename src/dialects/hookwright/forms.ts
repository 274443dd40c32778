import { issue, type Issue, type Place } from '../../core/issue.ts'
import { at } from '../_families/claude/shape.ts'
import { TYPES, type Entry } from './schema-entry.ts'

/** What an entry does: one of the types, a rule, or a pack. */
export type Form = (typeof TYPES)[number] | 'rule' | 'pack'

type Key = keyof Entry

/** Each of these says alone what the entry does. */
const NAMING: Readonly<Partial<Record<Key, Form>>> = {
  command: 'command',
  module: 'module',
  url: 'http',
  tool: 'mcp_tool',
  prompt: 'prompt',
  use: 'pack',
  deny: 'rule',
  ask: 'rule',
  allow: 'rule',
}

const RUNS: readonly Form[] = [...TYPES, 'pack']
const COMMAND: readonly Form[] = ['command']
const MODULE: readonly Form[] = ['module']
/** What has variables and files of its own. */
const CODE: readonly Form[] = ['command', 'module']
const HTTP: readonly Form[] = ['http']
const MCP: readonly Form[] = ['mcp_tool']
const MODEL: readonly Form[] = ['prompt', 'agent']
const RULE: readonly Form[] = ['rule']
const PACK: readonly Form[] = ['pack']

/** Which keys go with which forms; those left out go with every one. */
const FORMS_OF: Readonly<Partial<Record<Key, readonly Form[]>>> = {
  command: COMMAND,
  module: MODULE,
  shell: COMMAND,
  args: COMMAND,
  env: CODE,
  cwd: COMMAND,
  pins: ['command', 'module', 'mcp_tool', 'pack'],
  detach: COMMAND,
  asks: COMMAND,
  async: COMMAND,
  asyncRewake: COMMAND,
  url: HTTP,
  headers: HTTP,
  allowedEnvVars: HTTP,
  allowedUrls: HTTP,
  server: MCP,
  tool: MCP,
  input: MCP,
  prompt: MODEL,
  model: MODEL,
  continueOnBlock: ['prompt'],
  use: PACK,
  with: PACK,
  deny: RULE,
  ask: RULE,
  allow: RULE,
  context: RULE,
  timeout: RUNS,
  onFailure: RUNS,
  dialect: ['command', 'http', 'mcp_tool'],
}

const REQUIRED: Readonly<Record<Form, readonly Key[]>> = {
  command: ['command'],
  module: ['module'],
  http: ['url'],
  mcp_tool: ['server', 'tool'],
  prompt: ['prompt'],
  agent: ['prompt'],
  rule: [],
  pack: ['use'],
}

/** Nobody waits for a hook in the background, so it has no say. */
const NEEDS_WAITING: readonly Key[] = ['onFailure', 'guard', 'stopOnDeny', 'asks']

/** What the entry does, or everything that stands against it. */
export function readForm(entry: Entry, place: Place): Form | readonly Issue[] {
  const form = entry.type ?? inferForm(entry, place)
  if (typeof form !== 'string') return [form]
  const issues = [...misplaced(entry, form, place), ...unheard(entry, place)]
  if (issues.length > 0) return issues
  const missing = REQUIRED[form].filter((key) => entry[key] === undefined)
  return missing.length === 0 ? form : missing.map((key) => needs(key, form, place))
}

function inferForm(entry: Entry, place: Place): Form | Issue {
  const given = (Object.keys(NAMING) as Key[]).filter((key) => entry[key] !== undefined)
  const [first, second] = given
  if (first === undefined) return entry.context === undefined ? nothingToDo(place) : 'rule'
  if (second !== undefined) return twoHandlers(first, second, place)
  const form = NAMING[first] ?? 'rule'
  return form !== 'rule' && entry.context !== undefined ? twoHandlers(first, 'context', place) : form
}

function misplaced(entry: Entry, form: Form, place: Place): readonly Issue[] {
  const wrong = (Object.keys(FORMS_OF) as Key[]).filter(
    (key) => entry[key] !== undefined && !FORMS_OF[key]?.includes(form),
  )
  return wrong.map((key) => hasNoMeaning(key, form, { entry, place }))
}

function unheard(entry: Entry, place: Place): readonly Issue[] {
  const background = entry.asyncRewake ? 'asyncRewake' : entry.async ? 'async' : undefined
  if (background === undefined) return []
  const wrong = NEEDS_WAITING.filter((key) => entry[key] !== undefined && entry[key] !== false)
  return wrong.map((key) =>
    issue(
      'hook.handler',
      at(place, key),
      `"${key}" has no meaning beside "${background}": nobody waits for the command.`,
      'Remove one of them.',
    ),
  )
}

function nothingToDo(place: Place): Issue {
  const names = [...Object.keys(NAMING), 'context'].map((key) => `"${key}"`).join(', ')
  const message = `The entry has none of ${names}, so it does nothing.`
  return issue('hook.handler', place, message, 'Add one of them.')
}

function twoHandlers(first: string, second: string, place: Place): Issue {
  const message = `The entry has both "${first}" and "${second}", but only one of them may stand in it.`
  return issue('hook.handler', at(place, second), message, 'Make two entries of it.')
}

type Where = { readonly entry: Entry; readonly place: Place }

function hasNoMeaning(key: Key, form: Form, { entry, place }: Where): Issue {
  const message = `"${key}" has no meaning in ${called(form)}.`
  return issue('hook.handler', at(place, key), message, wayOut(key, form, entry))
}

function called(form: Form): string {
  if (form === 'rule') return 'a rule'
  return form === 'pack' ? 'the use of a pack' : `a hook of type "${form}"`
}

/** A key that says what an entry does may be right, and the type beside it wrong. */
function wayOut(key: Key, form: Form, entry: Entry): string {
  if (form === 'rule') return 'Remove it: a rule runs nothing.'
  const missing = REQUIRED[form].find((each) => entry[each] === undefined)
  if (NAMING[key] !== undefined && missing !== undefined)
    return `Remove "type" to keep it, or give "${missing}" in its place.`
  const forms = FORMS_OF[key] ?? []
  if (forms === RULE) return 'Remove it: only rules have it.'
  return forms === PACK
    ? 'Remove it: only hooks with "use" have it.'
    : `Remove it: only hooks of type ${forms.map((each) => `"${each}"`).join(', ')} have it.`
}

function needs(key: Key, form: Form, place: Place): Issue {
  return issue('hook.handler', place, `A hook of type "${form}" needs "${key}".`, `Add "${key}".`)
}
