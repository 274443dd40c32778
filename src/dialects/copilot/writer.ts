import type { HandlerSpec, Hook } from '../../core/hook.ts'
import type { MatcherRules } from '../../core/matcher.ts'
import { shellLine, shellText } from '../_families/convert/command-line.ts'
import { nativesOf } from '../_families/convert/names.ts'
import { patternFor, type Pattern } from '../_families/convert/pattern.ts'
import { lostTraits, type Trait } from '../_families/convert/traits.ts'
import { unwritten, type ConfigWriter, type Loss, type SourceHook } from '../writer.ts'
import { ROWS, type CopilotEvent } from './events.ts'
import { writeProfile } from './surfaces.ts'
import { RUNTIME_NAMES } from './tools.ts'

const TITLE = 'GitHub Copilot'

/** Writes a hook file. Events have PascalCase names where there are such: their payloads are nearest to other hosts'. */
export const writer: ConfigWriter = {
  format: 'json',
  file: '.github/hooks/hooks.json',
  top: { version: 1 },
  noteLoss,
  fileVariables: ['COPILOT_HOOK_DIR'],
  write,
}

const PLAIN = writeProfile({ surface: 'cli', case: 'camelCase' })

/** An entry of another file names the wire, but not which of its forms. */
function noteLoss(note: string): Loss | undefined {
  if (note === PLAIN) return undefined
  const why = `it was written for another form of ${TITLE}'s payloads (${note}) than an entry gets (${PLAIN}); \`imports\` keeps it`
  return { effect: 'weaker', part: 'payload', why }
}

/** No key of its entries is about any of them. */
const TRAITS: ReadonlySet<Trait> = new Set()
const RULES: MatcherRules = { nameCharacters: /^[\w|-]+$/, separators: /\|/ }
const DEFAULT_MS = 30_000

function write(source: SourceHook): ReturnType<ConfigWriter['write']> {
  const { hook } = source
  const row = ROWS.find(({ event }) => event === hook.event)
  if (row === undefined) return unwritten('event', `${TITLE} has no event ${hook.event}`)
  const handler = handlerKeys(source)
  if (typeof handler === 'string') return unwritten('type', handler)
  const pattern = patternOf(hook, row)
  return {
    event: row.PascalCase ?? row.camelCase,
    form: 'entry',
    entry: {
      ...(pattern.text !== undefined && { matcher: pattern.text }),
      ...handler,
      ...(hook.timeoutMs !== DEFAULT_MS && { timeoutSec: hook.timeoutMs / 1_000 }),
    },
    losses: [...pattern.losses, ...placeLosses(hook), ...lostTraits(hook, TRAITS, TITLE)],
  }
}

/** Under a PascalCase name canonical names of tools count, under a camelCase one those of the runtime. */
function patternOf(hook: Hook, { subject, PascalCase }: CopilotEvent): Pattern {
  return patternFor(hook, {
    subject,
    rules: RULES,
    isAnchored: true,
    ...(PascalCase === undefined && {
      nativeNames: (name: string) => nativesOf(name, RUNTIME_NAMES) ?? [name],
    }),
  })
}

type Keys = Readonly<Record<string, unknown>>

/** Returns the keys of the handler, or why the host has none like it. */
function handlerKeys({ hook: { handler }, words = [], variables }: SourceHook): Keys | string {
  switch (handler.type) {
    case 'command':
      return commandKeys(handler, words, variables)
    case 'rule':
      return words.length === 0
        ? `${TITLE} has no rules without a command`
        : { type: 'command', bash: shellText(words) }
    case 'http': {
      const { url, headers, allowedEnvVars } = handler
      return { type: 'http', url, ...(headers && { headers }), ...(allowedEnvVars && { allowedEnvVars }) }
    }
    case 'pack':
      return `${TITLE} has no packs`
    case 'module':
    case 'mcp_tool':
    case 'model':
    case 'function':
    case 'unsupported':
      return `${TITLE} has no handler of this type`
  }
}

type Command = Extract<HandlerSpec, { type: 'command' }>

/** The text for a POSIX shell stays a text; the host hands it to bash. */
function commandKeys(
  { start, env, cwd }: Command,
  words: readonly string[],
  variables: readonly string[] | undefined,
): Keys {
  const besides = { ...(cwd !== undefined && { cwd }), ...(env && { env }) }
  if (start.kind === 'inline' && start.form === 'pwsh-command')
    return { type: 'command', powershell: start.written ?? start.command, ...besides }
  const isText = start.kind === 'inline' && start.form === 'sh-c'
  return {
    type: 'command',
    bash: isText ? (start.written ?? start.command) : shellLine(words, variables),
    ...besides,
  }
}

/** Where an entry runs, and on which systems. */
function placeLosses({ handler }: Hook): readonly Loss[] {
  if (handler.type !== 'command' && handler.type !== 'rule') return []
  const system: Loss = {
    effect: 'note',
    part: 'windows',
    why: 'on Windows it does not run until the entry has a `powershell` command too',
  }
  const folder: Loss = {
    effect: 'note',
    part: 'cwd',
    why: "it runs in the project's folder, whatever folder the session is in",
  }
  return [system, ...(handler.type === 'command' && handler.cwd === undefined ? [folder] : [])]
}
