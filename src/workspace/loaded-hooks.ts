import { standInHooks } from '../config/broken.ts'
import type { Loaded, LoadRequest } from '../config/gather.ts'
import { load } from '../config/load.ts'
import type { Trust } from '../config/trust.ts'
import type { Hook } from '../core/hook.ts'
import type { Files } from '../ports/files.ts'

/** The hooks of files, as they were last read. */
export type LoadedHooks = {
  current(): Loaded
  /** Hooks that stand in for files which could not be loaded. */
  standIns(broken: Loaded['broken']): readonly Hook[]
  /** Those and the hooks that could be loaded. */
  inForce(): readonly Hook[]
  /** Reads all sources again, through these files. */
  reload(files: Files): Promise<Loaded>
}

type Holding = {
  readonly request: LoadRequest
  readonly trust: Pick<Trust, 'knows'>
  /** Somebody trusts the project for this call, and so counts on its guards, also on those that cannot be read. */
  readonly isTrusted: boolean
  /** The command that says what is wrong with a file. */
  readonly check: string
}

export function holdHooks(first: Loaded, { request, trust, isTrusted, check }: Holding): LoadedHooks {
  let current = first
  const isKnown = (file: string): boolean => isTrusted || trust.knows(file)
  const standIns: LoadedHooks['standIns'] = (broken) =>
    standInHooks(broken, request.dialects, { isKnown, check })
  const inForce = (): readonly Hook[] => [...standIns(current.broken), ...current.hooks]
  return {
    current: () => current,
    standIns,
    inForce,
    async reload(files) {
      current = await load({ ...request, files })
      return { ...current, hooks: inForce() }
    },
  }
}
