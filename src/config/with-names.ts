import type { Hook } from '../core/hook.ts'
import { noVariables } from '../core/host-variables.ts'
import { seal } from '../core/sealed.ts'
import type { CommandHost } from '../covers/command-host.ts'
import type { Dialect } from '../dialects/dialect.ts'

/**
 * Returns hooks of this dialect with what each command names, so that no event has to read a command. The reader is
 * loaded only where it is needed.
 */
export async function withNames<H extends Hook>(
  hooks: readonly H[],
  dialect: Pick<Dialect, 'hooks' | 'hostVariables'>,
): Promise<readonly H[]> {
  if (!hooks.some(startsSomething)) return hooks
  const [{ namesOf, filledNamesOf }, host] = await Promise.all([
    import('../covers/read-names.ts'),
    commandHost(dialect),
  ])
  return hooks.map((hook) => {
    const named = namesOf(hook, host)
    const filled = filledNamesOf(hook, host)
    if (named === undefined) return hook
    const variables = dialect.hostVariables
    return {
      ...hook,
      named: { ...named, ...(variables && { variables }) },
      ...(filled && { namedFilled: seal(filled) }),
    }
  })
}

/** Returns what reading a command needs to know of the dialect of its file. */
export async function commandHost(dialect: Pick<Dialect, 'hooks' | 'hostVariables'>): Promise<CommandHost> {
  const [{ EITHER }, { inlineForms = {} }] = await Promise.all([
    import('../covers/command-host.ts'),
    dialect.hooks(),
  ])
  return {
    shellsOf: (form) => (Object.hasOwn(inlineForms, form) ? inlineForms[form]?.shells : undefined) ?? EITHER,
    variables: dialect.hostVariables ?? noVariables,
  }
}

/** True for a hook that starts a process, loads a module, or talks to a server that is one. */
export function startsSomething({ handler }: Hook): boolean {
  if (handler.type === 'mcp_tool') return handler.connection?.transport === 'stdio'
  return handler.type === 'command' || handler.type === 'module'
}
