import type { HandlerSpec } from '../core/hook.ts'
import { issue } from '../core/issue.ts'
import type { Clock } from '../ports/clock.ts'
import { createFunctionHandler } from './function.ts'
import type { Handler, Handlers } from './handler.ts'
import { rule } from './rule.ts'

/** Handlers that load with the first hook that needs them: a call that runs none should not pay for them. */
export type LateHandlers = Readonly<
  Record<Exclude<HandlerSpec['type'], 'rule' | 'function' | 'unsupported'>, () => Promise<Handler>>
>

export function createHandlers({ clock, ...late }: LateHandlers & { readonly clock: Clock }): Handlers {
  return {
    command: onDemand(late.command),
    module: onDemand(late.module),
    http: onDemand(late.http),
    mcp_tool: onDemand(late.mcp_tool),
    model: onDemand(late.model),
    pack: onDemand(late.pack),
    rule,
    function: createFunctionHandler(clock),
    unsupported,
  }
}

function onDemand(load: () => Promise<Handler>): Handler {
  let loading: Promise<Handler> | undefined
  let loaded: Handler | undefined
  return (step) => {
    if (loaded !== undefined) return loaded(step)
    loading ??= load().then((handler) => (loaded = handler))
    return loading.then((handler) => handler(step))
  }
}

const unsupported: Handler = ({ hook }) => {
  const why =
    hook.handler.type === 'unsupported' ? hook.handler.why : `no handler for type "${hook.handler.type}"`
  const problem = issue('handler.unsupported', { hook: hook.id }, `It was not run: ${why}.`)
  return Promise.resolve({ kind: 'not-started', issue: problem, ms: 0 })
}
