import type { HandlerSpec, Hook } from '../../core/hook.ts'
import { shellLineWith, shellText } from '../_families/convert/command-line.ts'
import { patternFor } from '../_families/convert/pattern.ts'
import { lostTraits, type Trait } from '../_families/convert/traits.ts'
import { unwritten, type ConfigWriter, type Loss, type SourceHook } from '../writer.ts'
import { rowFor, type CursorEvent } from './events.ts'
import { loopNote } from './loop-limit.ts'
import { TITLE } from './name.ts'
import { nativeName } from './tools.ts'

/** Writes hooks.json of a project, whose hooks run in the project's folder. */
export const writer: ConfigWriter = {
  format: 'json',
  file: '.cursor/hooks.json',
  top: { version: 1 },
  noteLoss,
  write,
}

const TRAITS: ReadonlySet<Trait> = new Set()
/** No text is a list of names: it is a regular expression, found anywhere in the subject. */
const NEVER = /(?!)/
const RULES = { nameCharacters: NEVER, separators: NEVER }
const DEFAULT_MS = { command: 60_000, model: 30_000 }

function write(source: SourceHook): ReturnType<ConfigWriter['write']> {
  const { hook, failure } = source
  const row = rowFor({ name: hook.event })
  if (row === undefined) return unwritten('event', `${TITLE} has no event ${hook.event}`)
  const handler = handlerKeys(source)
  if (typeof handler === 'string') return unwritten('type', handler)
  const pattern = patternFor(hook, patternTarget(row))
  const isClosed = failure !== 'none' && row.gate
  const usual = hook.handler.type === 'model' ? DEFAULT_MS.model : DEFAULT_MS.command
  return {
    event: row.native,
    form: 'entry',
    entry: {
      ...(pattern.text !== undefined && { matcher: pattern.text }),
      ...handler,
      ...(hook.timeoutMs !== usual && { timeout: hook.timeoutMs / 1_000 }),
      ...(isClosed && { failClosed: true }),
    },
    ...(isClosed && { saysFailure: true as const }),
    losses: [...pattern.losses, ...folderLoss(hook), ...lostTraits(hook, TRAITS, TITLE)],
  }
}

function patternTarget({ tests, subject }: CursorEvent): Parameters<typeof patternFor>[1] {
  const isTested = tests !== undefined && !(typeof tests === 'object' && 'constant' in tests)
  return {
    subject: isTested ? subject : undefined,
    rules: RULES,
    ...(subject === 'tool' && { nativeNames: (name: string) => [nativeName({ name, nativeName: name })] }),
  }
}

/** Returns the keys of the handler, or why the host has none like it. */
function handlerKeys({ hook: { handler }, words = [], variables }: SourceHook): Keys | string {
  switch (handler.type) {
    case 'command':
      return { command: commandLine(handler, words, variables) }
    case 'rule':
      return words.length === 0 ? `${TITLE} has no rules without a command` : { command: shellText(words) }
    case 'model': {
      const { form, prompt, model } = handler
      return form === 'prompt' ? { type: 'prompt', prompt, ...(model && { model }) } : NO_TYPE
    }
    case 'pack':
      return `${TITLE} has no packs`
    case 'module':
    case 'http':
    case 'mcp_tool':
    case 'function':
    case 'unsupported':
      return NO_TYPE
  }
}

type Keys = Readonly<Record<string, unknown>>

const NO_TYPE = `${TITLE} has no handler of this type`

function commandLine(
  { start, cwd, env }: Extract<HandlerSpec, { type: 'command' }>,
  words: readonly string[],
  variables: readonly string[] | undefined,
): string {
  const isThere = cwd === undefined || cwd === '.'
  if (isThere && env === undefined && start.kind === 'inline' && start.form === 'sh-c')
    return start.written ?? start.command
  return shellLineWith(words, { project: '.', cwd: isThere ? undefined : cwd, env, variables })
}

function folderLoss({ handler }: Hook): readonly Loss[] {
  if (handler.type !== 'command' || handler.cwd !== undefined) return []
  const why = "it runs in the project's folder, whatever folder the session is in"
  return [{ effect: 'note', part: 'cwd', why }]
}

const USUAL_LOOPS = loopNote(5)

function noteLoss(note: string): Loss | undefined {
  if (note === USUAL_LOOPS) return undefined
  const why = `its limit of loops is not kept (${note})`
  return { effect: 'note', part: 'loop_limit', why }
}
