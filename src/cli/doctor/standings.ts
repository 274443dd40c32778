import type { Hook } from '../../core/hook.ts'
import type { Workspace } from '../../workspace/open.ts'
import type { HookStanding } from './files.ts'
import type { GuardInForce } from './guards.ts'

/** How each hook stands: approved or not, on or off. Those that were approved and are gone come last. */
export function standingsOf(hooks: readonly Hook[], { trust, switches }: Workspace): readonly HookStanding[] {
  const states = trust.states(hooks)
  const byHook = new Map(states.map(({ hook, state }) => [hook, state]))
  const here = hooks.map((hook) => ({
    id: hook.id,
    file: hook.source.file,
    state: byHook.get(hook) ?? ('own' as const),
    off: switches.refuse(hook)?.why ?? hook.disabled,
  }))
  const gone = states.flatMap(({ hook, approval }) =>
    hook === undefined && approval !== undefined
      ? [{ id: approval.id, file: approval.file, state: 'gone' as const }]
      : [],
  )
  return [...here, ...gone]
}

type Asked = {
  readonly standings: readonly HookStanding[]
  /** Whether a deny of the hook prevents something on some host. */
  readonly canPrevent: (hook: Hook) => boolean
}

/** The hooks that would speak now and can say no. `standings` begins with those of the hooks, in the same order. */
export function guardsIn(hooks: readonly Hook[], { standings, canPrevent }: Asked): readonly GuardInForce[] {
  return hooks.filter((hook, at) => {
    const { state, off } = standings[at] ?? {}
    return (state === 'own' || state === 'approved') && off === undefined && canPrevent(hook)
  })
}
