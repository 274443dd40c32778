import type { Effect } from '../../../core/decision.ts'
import type { Behind } from '../../dialect.ts'

/** The host's own words for a hook that goes on after its event: docs/hosts/claude-code.md#background-hooks. */
export const claudeBehind: Behind = {
  declare: (timeoutMs) => JSON.stringify({ async: true, asyncTimeout: timeoutMs }),
  encodeLate(event, effects) {
    const context = textsOf(effects, 'add-context')
    const message = textsOf(effects, 'message')
    if (context === '' && message === '') return undefined
    return JSON.stringify({
      ...(message !== '' && { systemMessage: message }),
      ...(context !== '' && { hookSpecificOutput: { hookEventName: event, additionalContext: context } }),
    })
  },
}

function textsOf(effects: readonly Effect[], kind: 'add-context' | 'message'): string {
  return effects.flatMap((effect) => (effect.kind === kind ? effect.text : [])).join('\n')
}
