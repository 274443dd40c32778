import type { HandlerSpec } from '../../core/hook.ts'
import { isIssue, type Issue, type Place } from '../../core/issue.ts'
import { at } from '../_families/claude/shape.ts'
import { readStart } from './command.ts'
import { checkHeaders, checkUrl } from './endpoint.ts'
import type { Form } from './forms.ts'
import type { Defaults, Entry } from './schema-entry.ts'
import type { Servers } from './servers.ts'

export type Around = { readonly defaults: Defaults; readonly servers: Servers; readonly place: Place }

/** What an entry of this form runs, or what is wrong with it. */
export function readSpec(
  entry: Entry,
  form: Exclude<Form, 'pack'>,
  around: Around,
): HandlerSpec | readonly Issue[] {
  switch (form) {
    case 'command':
      return readCommand(entry, around)
    case 'module':
      return readModule(entry)
    case 'http':
      return readHttp(entry, around.place)
    case 'mcp_tool':
      return readMcpTool(entry, around.servers)
    case 'prompt':
    case 'agent':
      return readModel(entry, form)
    case 'rule':
      return readRule(entry)
  }
}

function readCommand(entry: Entry, { defaults, place }: Around): HandlerSpec | readonly Issue[] {
  const start = readStart(entry, defaults, place)
  if (isIssue(start)) return [start]
  return {
    type: 'command',
    start,
    ...(entry.env !== undefined && { env: entry.env }),
    // The session may have moved to a folder that holds another `./gate.sh`; the project directory stays put.
    cwd: entry.cwd ?? '.',
  }
}

function readModule({ module = '', env }: Entry): HandlerSpec {
  return { type: 'module', module, ...(env !== undefined && { env }) }
}

function readHttp(entry: Entry, place: Place): HandlerSpec | readonly Issue[] {
  const { url = '', headers, allowedEnvVars, allowedUrls } = entry
  const wrong = [
    ...checkUrl(url, at(place, 'url')),
    ...checkHeaders(headers ?? {}, allowedEnvVars ?? [], at(place, 'headers')),
  ]
  if (wrong.length > 0) return wrong
  return {
    type: 'http',
    url,
    ...(headers !== undefined && { headers }),
    ...(allowedEnvVars !== undefined && { allowedEnvVars }),
    ...(allowedUrls !== undefined && { allowedUrls }),
    plain: 'loopback',
  }
}

function readMcpTool({ server = '', tool = '', input }: Entry, servers: Servers): HandlerSpec {
  return withConnection({ type: 'mcp_tool', server, tool, ...(input !== undefined && { input }) }, servers)
}

/** A server of the file is part of the hook's meaning, so that an approval covers how it is reached. */
export function withConnection<Spec extends HandlerSpec>(spec: Spec, servers: Servers): Spec {
  const connection = spec.type === 'mcp_tool' ? servers.get(spec.server) : undefined
  return connection === undefined ? spec : { ...spec, connection }
}

/** An agent's no is feedback everywhere. */
function readModel({ prompt = '', model, continueOnBlock }: Entry, form: 'prompt' | 'agent'): HandlerSpec {
  return {
    type: 'model',
    form,
    prompt,
    ...(model !== undefined && { model }),
    continueOnBlock: continueOnBlock ?? form === 'agent',
  }
}

const DECISIONS = ['deny', 'ask', 'allow'] as const

function readRule(entry: Entry): HandlerSpec {
  const decision = DECISIONS.find((key) => entry[key] !== undefined)
  const reason = decision === undefined ? undefined : entry[decision]
  return {
    type: 'rule',
    decision: decision ?? 'none',
    ...(reason !== undefined && { reason }),
    ...(entry.context !== undefined && { context: entry.context }),
  }
}
