import type { Issue } from '../../core/issue.ts'
import { BACKENDS } from '../languages/index.ts'
import type { MetaContext } from '../meta/meta.ts'
import type { GitHook } from '../contracts/model.ts'
import type { Backend, CallContext, CallResult } from '../contracts/runnable.ts'

/** What hooks of this program look at besides their own files. */
export type Facts = Omit<MetaContext, keyof CallContext> & {
  readonly env: Readonly<Record<string, string>>
}

/** Who gets a hook ready: its language, or this program itself. */
export async function backendOf(hook: GitHook, facts: Facts): Promise<Backend> {
  switch (hook.repo.kind) {
    case 'builtin': {
      const { BUILTIN_HOOKS } = await import('../builtin/index.ts')
      return inProcess((names, context) =>
        known(BUILTIN_HOOKS, hook).run(names, { ...context, args: hook.args, env: facts.env }),
      )
    }
    case 'meta': {
      const { META_HOOKS } = await import('../meta/index.ts')
      return inProcess((names, context) => known(META_HOOKS, hook).run(names, { ...context, ...facts }))
    }
    case 'local':
    case 'remote':
      return BACKENDS[hook.language]()
  }
}

type Run = (names: readonly string[], context: CallContext) => Promise<CallResult | Issue>

function inProcess(run: Run): Backend {
  return { prepare: async () => ({ kind: 'in-process', run }) }
}

function known<T>(hooks: ReadonlyMap<string, T>, { id }: GitHook): T {
  const found = hooks.get(id)
  if (found === undefined) throw new Error(`no hook "${id}" in this program`)
  return found
}
