import type { Effect } from '../../../core/decision.ts'
import type { Behind } from '../../dialect.ts'
import { nativeOf, type ClaudeEvents } from './event-spec.ts'
import { specOf } from './event-table.ts'

/** The host's own words for a hook that goes on after its event. */
export function claudeBehind(events: ClaudeEvents): Behind {
  return {
    declare: (timeoutMs) => JSON.stringify({ async: true, asyncTimeout: timeoutMs }),
    encodeLate(event, effects) {
      const context = textsOf(effects, 'add-context')
      const message = textsOf(effects, 'message')
      if (context === '' && message === '') return undefined
      const native = nativeOf(specOf(events, { name: event }))
      return JSON.stringify({
        ...(message !== '' && { systemMessage: message }),
        ...(context !== '' && { hookSpecificOutput: { hookEventName: native, additionalContext: context } }),
      })
    },
  }
}

function textsOf(effects: readonly Effect[], kind: 'add-context' | 'message'): string {
  return effects.flatMap((effect) => (effect.kind === kind ? effect.text : [])).join('\n')
}
