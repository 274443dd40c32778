import type { Hook } from '../../core/hook.ts'
import type { Dialect, EventSpec } from '../../dialects/dialect.ts'
import { eventSpec } from '../../dialects/event-spec.ts'
import { unwritten, type ConfigWriter, type Loss, type SourceHook } from '../../dialects/writer.ts'
import { contractLosses } from './contract-losses.ts'
import { failureOf, type Translated, type Translation } from './translation.ts'
import { ruleWords, startedWords, type Words } from './words.ts'

/** Writes one hook for the target and compares what both hosts do with it. */
export function translateHook(hook: Hook, translation: Translation): Translated {
  const canBlock = blocks(hook, translation.source)
  if (hook.disabled !== undefined) return { hook, canBlock: false, losses: [off(hook.disabled)] }
  const result = write(hook, translation)
  if (!('entry' in result)) return { hook, canBlock, losses: result.losses }
  const losses = [
    ...result.losses,
    ...contractLosses(hook, {
      ...translation,
      written: result,
      failure: failureOf(hook, translation.source),
    }),
  ]
  const widened = losses.find(({ effect }) => effect === 'wider')
  // A rule has the same answer for every call, so without its condition it would refuse or allow all of them.
  if (hook.handler.type === 'rule' && widened !== undefined)
    return {
      hook,
      canBlock,
      losses: [{ ...widened, effect: 'lost', why: `${widened.why}, and it would answer all of them alike` }],
    }
  return { hook, canBlock, written: result, losses }
}

function off(why: string): Loss {
  return { effect: 'note', part: 'enabled', why: `it is left out, because it does not run: ${why}` }
}

function write(hook: Hook, translation: Translation): ReturnType<ConfigWriter['write']> {
  const { handler } = hook
  if (handler.type === 'unsupported') return unwritten('type', handler.why)
  const words = wordsOf(hook, translation)
  if (words !== undefined && 'why' in words) return unwritten('command', words.why)
  const source: SourceHook = {
    hook,
    failure: failureOf(hook, translation.source),
    ...(words !== undefined && { words }),
    ...(isFilledIn(hook) && { variables: translation.source.hostVariables?.alwaysSet ?? [] }),
  }
  return translation.writer.write(source)
}

/** Only a program without a shell gets its placeholders from the host. */
function isFilledIn({ handler }: Hook): boolean {
  return handler.type === 'command' && handler.start.kind === 'argv' && handler.start.written !== undefined
}

function wordsOf(hook: Hook, { target, formsOf, platform }: Translation): Words | undefined {
  const { handler, wire } = hook
  if (handler.type === 'command') return startedWords(handler.start, { forms: formsOf(wire), platform })
  const row = handler.type === 'rule' ? nativeRow(target, hook.event) : undefined
  return row && handler.type === 'rule' ? ruleWords(handler, hook, target, row) : undefined
}

function nativeRow(
  { events }: Dialect,
  event: string,
): (EventSpec & { readonly native: string }) | undefined {
  const found = Object.entries(events).find(([, spec]) => spec.event === event)
  return found && { ...found[1], native: found[0] }
}

/** False for a hook in the background, and for a rule that only allows or adds text: they cannot stop anything. */
function blocks(hook: Hook, source: Dialect): boolean {
  const { handler, mode } = hook
  if (mode !== 'wait') return false
  if (handler.type === 'rule') return handler.decision === 'deny' || handler.decision === 'ask'
  const spec = eventSpec(source, {
    name: hook.event,
    ...(hook.native !== undefined && { native: hook.native }),
  })
  return (
    spec?.replaces === true ||
    ['deny', 'ask'].some((each) => spec?.decisions.includes(each as 'deny') === true)
  )
}
