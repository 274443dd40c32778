import type { Hook } from '../core/hook.ts'
import { pathKey } from '../core/search-path.ts'

type SafeEnv = (env: Record<string, string>, hook: Hook) => Record<string, string>

/** Returns the hook with a safe PATH in what the entry of its server sets; the server is started with that last. */
export function withSafeServer(hook: Hook, safeEnv: SafeEnv): Hook {
  const { handler } = hook
  if (handler.type !== 'mcp_tool' || handler.connection?.transport !== 'stdio') return hook
  const { env } = handler.connection
  if (env?.[pathKey(env, process.platform)] === undefined) return hook
  const connection = { ...handler.connection, env: safeEnv({ ...env }, hook) }
  return { ...hook, handler: { ...handler, connection } }
}
