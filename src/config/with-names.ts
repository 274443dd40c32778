import type { Hook } from '../core/hook.ts'
import { seal } from '../core/sealed.ts'

/** With what each command names, so that no event has to read a command. The reader is loaded only where it is needed. */
export async function withNames<H extends Hook>(hooks: readonly H[]): Promise<readonly H[]> {
  if (!hooks.some(startsSomething)) return hooks
  const { namesOf, filledNamesOf } = await import('../covers/read-names.ts')
  return hooks.map((hook) => {
    const named = namesOf(hook)
    const filled = filledNamesOf(hook)
    return named === undefined ? hook : { ...hook, named, ...(filled && { namedFilled: seal(filled) }) }
  })
}

/** True for a hook that starts a process, or talks to a server that is one. */
export function startsSomething({ handler }: Hook): boolean {
  if (handler.type === 'mcp_tool') return handler.connection?.transport === 'stdio'
  return handler.type === 'command'
}
