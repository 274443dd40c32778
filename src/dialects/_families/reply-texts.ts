import type { Effect, Verdict } from '../../core/decision.ts'
import type { Issue } from '../../core/issue.ts'
import { cleanAndCap } from './claude/text.ts'

/** Most characters of one text in a reply, where the host documents no limit. */
const REPLY_CHARS = 10_000

/** Returns why the action is refused, never empty. */
export function reasonOf({ reason }: Pick<Verdict, 'reason'>, limit = REPLY_CHARS): string {
  return cleanAndCap(reason?.trim() || 'Denied by a hook', limit).text
}

/** Returns the texts of all effects of one kind, in configuration order. */
export function textsOf(
  { effects }: Pick<Verdict, 'effects'>,
  kind: Extract<Effect, { text: string }>['kind'],
  limit = REPLY_CHARS,
): readonly string[] {
  return effects.flatMap((effect) => (effect.kind === kind ? cleanAndCap(effect.text, limit).text : []))
}

/** Returns our own failure in one sentence, or two with what to do next. */
export function failureText({ message, hint }: Issue): string {
  return `hookwright: ${message}${hint === undefined ? '' : ` ${hint}`}`
}

export function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('')
}
