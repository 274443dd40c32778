import { issue } from '../core/issue.ts'
import type { Clock } from '../ports/clock.ts'
import { createFunctionHandler } from './function.ts'
import type { Handler, Handlers } from './handler.ts'
import { rule } from './rule.ts'

export type HandlerParts = {
  readonly clock: Clock
  /** Loads with the first command: a call that runs none should not pay for child processes. */
  readonly command: () => Promise<Handler>
}

export function createHandlers({ clock, command }: HandlerParts): Handlers {
  return { command: onDemand(command), rule, function: createFunctionHandler(clock), unsupported }
}

function onDemand(load: () => Promise<Handler>): Handler {
  let handler: Promise<Handler> | undefined
  return async (step) => (await (handler ??= load()))(step)
}

const unsupported: Handler = ({ hook }) => {
  const why =
    hook.handler.type === 'unsupported' ? hook.handler.why : `no handler for type "${hook.handler.type}"`
  const problem = issue('handler.unsupported', { hook: hook.id }, `It was not run: ${why}.`)
  return Promise.resolve({ kind: 'not-started', issue: problem, ms: 0 })
}
