import type { Verdict } from '../core/decision.ts'
import { exceeds } from '../core/long-text.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { KeepText } from './long-texts.ts'

/** All texts of one kind reach the host as one; together they must not be longer than it takes. Mostly they are not. */
export function fitTexts(
  verdict: Verdict,
  host: Pick<Dialect, 'textCaps'> | undefined,
  keep: KeepText,
): Promise<Verdict> | Verdict {
  const caps = host?.textCaps
  return caps === undefined || !exceeds(verdict.effects, caps) ? verdict : shorten(verdict, { caps, keep })
}

async function shorten(
  verdict: Verdict,
  how: { readonly caps: NonNullable<Dialect['textCaps']>; readonly keep: KeepText },
): Promise<Verdict> {
  const { shortenVerdict } = await import('./long-texts.ts')
  return shortenVerdict(verdict, how)
}
