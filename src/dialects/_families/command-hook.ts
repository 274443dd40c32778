import type { Hook, Start } from '../../core/hook.ts'
import { matchAll } from '../../core/matcher.ts'
import type { ConfigFile } from '../dialect.ts'

type Parts = Pick<Hook, 'id' | 'event' | 'dialect' | 'timeoutMs'> &
  Partial<Pick<Hook, 'matcher' | 'subject' | 'note' | 'disabled'>> & {
    readonly start: Start
    readonly cwd?: string | undefined
    readonly file: ConfigFile
    readonly pointer: readonly (string | number)[]
  }

/** Returns a hook that runs a command of a host's file as that host does, with its failures read as there. */
export function commandHook({ start, cwd, file: { file, scope, owner }, pointer, ...rest }: Parts): Hook {
  const named = owner && { ...owner, name: owner.name ?? '' }
  return {
    matcher: matchAll,
    ...rest,
    handler: { type: 'command', start, ...(cwd !== undefined && { cwd }) },
    wire: rest.dialect,
    source: { file, pointer, scope, ...(named && { owner: named }) },
    onFailure: 'native',
    guard: false,
    detach: true,
    stopOnDeny: false,
    mode: 'wait',
  }
}
