import type { Hook } from '../core/hook.ts'
import { dialectNames, loadDialects } from '../dialects/registry.ts'
import type { SelfGuardMode } from '../selfguard/finding.ts'
import { selfGuardHook } from '../selfguard/hook.ts'
import type { GuardPlaces } from '../selfguard/places.ts'
import type { CallContext } from './call-context.ts'

/** The guard of our own files and commands, for this machine. `said`: what the user's files say about it. */
export function guardSelf(context: CallContext, said: () => SelfGuardMode | undefined): Hook {
  let places: Promise<GuardPlaces> | undefined
  return selfGuardHook({
    mode: () => said() ?? 'ask',
    places: () => (places ??= findPlaces(context)),
  })
}

/** All dialects load: a call of one host may change the settings of another. */
async function findPlaces({ places, state }: CallContext): Promise<GuardPlaces> {
  const [{ realPathOf }, dialects] = await Promise.all([
    import('../ports/real-path.ts'),
    loadDialects(dialectNames, undefined),
  ])
  return { places, stateDir: state.dir, dialects: [...dialects.values()], realPath: realPathOf }
}
