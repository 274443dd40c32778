import type { Decision } from '../../core/decision.ts'
import type { HandlerSpec } from '../../core/hook.ts'
import type { FailureClass } from '../../core/outcome.ts'
import { specOf } from './events.ts'

/** Whatever goes wrong with a hook, the host goes on: docs/hosts/codex-cli.md#failures. */
export function failures(event: string, failure: FailureClass, handler: HandlerSpec['type']): Decision {
  // An answer of a server has no limit there; what our own limit cut off may have been a no.
  const isCut = failure === 'overflow' && handler !== 'command'
  return isCut && specOf({ name: event }).decisions.includes('deny') ? 'deny' : 'none'
}
