import { issue } from '../core/issue.ts'
import type { Clock } from '../ports/clock.ts'
import { createCommandHandler, type CommandParts } from './command.ts'
import { createFunctionHandler } from './function.ts'
import type { Handler, Handlers } from './handler.ts'
import { rule } from './rule.ts'

export type HandlerParts = CommandParts & { readonly clock: Clock }

export function createHandlers(parts: HandlerParts): Handlers {
  return {
    command: createCommandHandler(parts),
    rule,
    function: createFunctionHandler(parts.clock),
    unsupported,
  }
}

const unsupported: Handler = ({ hook }) => {
  const { handler, source } = hook
  const [name, why] =
    handler.type === 'unsupported' ? [handler.name, handler.why] : [handler.type, 'no handler']
  const place = { file: source.file, pointer: source.pointer, hook: hook.id }
  const problem = issue('handler.unsupported', place, `Hook "${hook.id}" has type "${name}": ${why}`)
  return Promise.resolve({ kind: 'not-started', issue: problem, ms: 0 })
}
