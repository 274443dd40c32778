import type { Verdict } from '../core/decision.ts'
import { exceeds } from '../core/long-text.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { KeepText } from './long-texts.ts'

/** All texts of one kind reach the host as one; together they must not be longer than it takes. */
export async function fitTexts(
  verdict: Verdict,
  host: Pick<Dialect, 'textCaps'> | undefined,
  keep: KeepText,
): Promise<Verdict> {
  const caps = host?.textCaps
  if (caps === undefined || !exceeds(verdict.effects, caps)) return verdict
  const { shortenVerdict } = await import('./long-texts.ts')
  return shortenVerdict(verdict, { caps, keep })
}
