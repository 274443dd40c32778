import type { Hook } from '../core/hook.ts'
import { limits } from '../engine/limits.ts'
import type { Handler } from '../handlers/handler.ts'
import { createPackContext, type ContextParts } from '../handlers/pack-context.ts'
import { createPackStore } from '../handlers/pack-store.ts'
import { createPackHandler } from '../handlers/pack.ts'
import { MANIFESTS } from '../packs/manifests.ts'
import { PACK_CODE } from '../packs/registry.ts'
import { runTag } from '../ports/run-tag.ts'
import type { CallContext } from './call-context.ts'
import { createSafeEnvironments } from './safe-environments.ts'

type Around = Pick<CallContext, 'env' | 'state' | 'clock' | 'places' | 'files'>

/** The handler of packs with what their code may use. Processes and requests load with the first pack that needs them. */
export function openPackHandler(options: Around): Handler {
  const { clock } = options
  const parts = contextParts(options)
  const context = (call: Parameters<typeof createPackContext>[1]) => createPackContext(parts, call)
  return createPackHandler({ clock, manifests: MANIFESTS, code: PACK_CODE, context })
}

function contextParts({ env, state, clock, places, files }: Around): ContextParts {
  // No pack runs a program of the repository by its bare name, whoever uses the pack.
  const { safeEnv } = createSafeEnvironments(places, files, () => false)
  return {
    home: env.home,
    stateDir: state.dir,
    platform: env.platform,
    files,
    now: clock.now,
    limits,
    loadProcesses: async () => {
      const { launch, openRunRecords } = await import('../process/spawn.ts')
      return { launch, records: openRunRecords(runTag(state.dir)) }
    },
    loadPost,
    storeOf: (pack, projectDir) => createPackStore(state, pack, projectDir),
    withSafePath: (variables, hook: Hook) => safeEnv({ ...variables }, hook),
  }
}

async function loadPost(): ReturnType<ContextParts['loadPost']> {
  const [{ createPost }, { systemNet }] = await Promise.all([
    import('../handlers/pack-post.ts'),
    import('../ports/net.ts'),
  ])
  return (signal) => createPost(systemNet, signal)
}
