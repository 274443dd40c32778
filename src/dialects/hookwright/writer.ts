import type { HandlerSpec, Hook } from '../../core/hook.ts'
import { writeGroup, type ClaudeWriting } from '../_families/claude/writer.ts'
import { specOfNative } from '../_families/claude/event-table.ts'
import { matcherRules } from '../_families/claude/matcher.ts'
import { patternFor } from '../_families/convert/pattern.ts'
import { shellLine } from '../_families/convert/command-line.ts'
import { lostTraits } from '../_families/convert/traits.ts'
import { EVENT_HOSTS } from '../event-hosts.ts'
import { unwritten, type ConfigWriter, type Loss, type SourceHook } from '../writer.ts'
import { ownEvent } from './events.ts'
import { hookwrightProfile } from './profile.ts'

/** Writes hookwright.yaml. Hooks of Claude Code's form keep it; others are entries that name their dialect. */
export const writer: ConfigWriter = {
  format: 'yaml',
  file: 'hookwright.yaml',
  head: ['yaml-language-server: $schema=./node_modules/hookwright/schemas/hookwright.json'],
  top: { version: 1 },
  runsEveryWire: true,
  write,
}

const TITLE = 'hookwright.yaml'

/** What a handler of a nested group may say. */
const GROUPS: ClaudeWriting = {
  contract: hookwrightProfile,
  host: TITLE,
  traits: new Set(['if', 'async', 'asyncRewake', 'statusMessage']),
  keys: new Set(['args', 'shell', 'onFailure']),
  testsNative: true,
}

const ENTRY_TRAITS = new Set([
  'if',
  'async',
  'asyncRewake',
  'guard',
  'stopOnDeny',
  'asks',
  'pins',
  'statusMessage',
] as const)

function write(source: SourceHook): ReturnType<ConfigWriter['write']> {
  const { hook } = source
  if (!Object.hasOwn(EVENT_HOSTS, hook.event))
    return unwritten('event', `${TITLE} has no event ${hook.event}`)
  if (isOfGroup(source)) return withLeftovers(writeGroup(source, GROUPS), hook)
  return writeEntry(source)
}

/** Its folder and variables have no keys in a group, and groups have no modules. */
function isOfGroup({ hook: { wire, handler, event } }: SourceHook): boolean {
  const isPlain = handler.type !== 'command' || (handler.cwd === undefined && handler.env === undefined)
  if (handler.type === 'module') return false
  return wire === hookwrightProfile.wire && isPlain && Object.hasOwn(hookwrightProfile.events, event)
}

const LEFTOVERS = /(?:^|[^&>])&(?![&>\d])|\b(?:nohup|setsid|disown)\b/

/** Processes of a group's hooks end with the hook, where the host leaves them alone. */
function withLeftovers<Written extends { readonly losses: readonly Loss[] }>(
  written: Written,
  { handler, detach }: Hook,
): Written {
  if (!detach || handler.type !== 'command' || handler.start.kind !== 'inline') return written
  if (!LEFTOVERS.test(handler.start.command)) return written
  const why = 'processes that the command leaves behind are ended with it'
  return { ...written, losses: [...written.losses, { effect: 'note', part: 'detach', why }] }
}

const DEFAULT_MS = 60_000
const PROMPT_MS = 30_000

/** One entry with its handler inline. */
function writeEntry({ hook, words, variables, failure }: SourceHook): ReturnType<ConfigWriter['write']> {
  const handler = handlerKeys(hook.handler, shellWords(words ?? [], variables))
  if (handler === undefined) return unwritten('type', `${TITLE} has no handler of this type`)
  const { subject } = ownEvent(hook.event)
  const rules = matcherRules(specOfNative(hookwrightProfile.events, hook.event))
  const pattern = patternFor(hook, { subject, rules, testsNative: true })
  const isAwaited = hook.mode === 'wait'
  return {
    event: hook.event,
    form: 'entry',
    entry: {
      id: idOf(hook),
      ...(pattern.text !== undefined && { matcher: pattern.text }),
      ...(hook.condition !== undefined && { if: hook.condition }),
      ...handler,
      ...(speaks(hook) && { dialect: hook.wire }),
      ...(hook.timeoutMs !== usualMs(hook) && { timeout: hook.timeoutMs / 1_000 }),
      ...(isAwaited && failure !== 'none' && { onFailure: failure }),
      ...(hook.detach && hook.handler.type === 'command' && { detach: true }),
      ...(hook.mode === 'background' && { async: true }),
      ...(hook.mode === 'rewake' && { asyncRewake: true }),
      ...(hook.statusMessage !== undefined && { statusMessage: hook.statusMessage }),
    },
    saysFailure: true,
    losses: [
      ...pattern.losses,
      ...folderLoss(hook),
      ...questionLoss(hook),
      ...lostTraits(hook, ENTRY_TRAITS, TITLE),
    ],
  }
}

/** A question to a model is read and answered in the same way for all hosts. */
function speaks({ wire, handler }: Hook): boolean {
  return wire !== hookwrightProfile.wire && handler.type !== 'model'
}

function questionLoss({ wire, handler }: Hook): readonly Loss[] {
  if (wire === hookwrightProfile.wire || handler.type !== 'model') return []
  return [{ effect: 'note', part: 'payload', why: "the model is shown the event in Claude Code's form" }]
}

function usualMs({ handler }: Hook): number {
  return handler.type === 'model' && handler.form === 'prompt' ? PROMPT_MS : DEFAULT_MS
}

/** Letters, digits, `_`, `.` and `-`, as an id has to be. */
function idOf({ id }: Hook): string {
  return id.replaceAll(/[^\w.-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'hook'
}

function folderLoss({ handler }: Hook): readonly Loss[] {
  if (handler.type !== 'command' || handler.cwd !== undefined) return []
  const why = "it runs in the project's folder, whatever folder the session is in"
  return [{ effect: 'note', part: 'cwd', why }]
}

function handlerKeys(
  handler: HandlerSpec,
  words: readonly string[],
): Readonly<Record<string, unknown>> | undefined {
  switch (handler.type) {
    case 'command': {
      const { env, cwd } = handler
      return { ...commandKeys(words), ...(env && { env }), ...(cwd !== undefined && cwd !== '.' && { cwd }) }
    }
    case 'module': {
      const { module, env } = handler
      return { type: 'module', module, ...(env && { env }) }
    }
    case 'http': {
      const { url, headers, allowedEnvVars, allowedUrls } = handler
      const hasHeaders = headers !== undefined && Object.keys(headers).length > 0
      return {
        url,
        ...(hasHeaders && { headers }),
        ...(allowedEnvVars && { allowedEnvVars }),
        ...(allowedUrls && { allowedUrls }),
      }
    }
    case 'mcp_tool': {
      const { server, tool, input } = handler
      return { server, tool, ...(input && { input }) }
    }
    case 'model': {
      const { form, prompt, model, continueOnBlock } = handler
      const goesOn = form === 'prompt' && continueOnBlock
      return {
        ...(form === 'agent' && { type: form }),
        prompt,
        ...(model && { model }),
        ...(goesOn && { continueOnBlock }),
      }
    }
    case 'pack': {
      const { name, options } = handler
      return { use: `hookwright/${name}`, ...(Object.keys(options).length > 0 && { with: options }) }
    }
    case 'rule':
    case 'function':
    case 'unsupported':
      return undefined
  }
}

/** Nothing fills in `${…}` of an entry, so a shell does where the hook's own host did. */
function shellWords(words: readonly string[], variables: readonly string[] = []): readonly string[] {
  const names = variables.filter((name) => words.some((word) => word.includes(`\${${name}}`)))
  return names.length === 0 ? words : ['sh', '-c', `exec ${shellLine(words, names)}`]
}

/** `args` are passed on as written, so that only the program is ever quoted. */
function commandKeys(words: readonly string[]): Readonly<Record<string, unknown>> {
  const [program = '', ...args] = words
  const isPlain = words.every((word) => /^[\w@%+:,./-]+$/.test(word))
  if (isPlain) return { command: words.join(' ') }
  return { command: shellLine([program]), ...(args.length > 0 && { args }) }
}
