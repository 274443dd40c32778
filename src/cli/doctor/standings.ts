import type { Hook } from '../../core/hook.ts'
import type { Workspace } from '../../workspace/open.ts'
import type { HookStanding } from './files.ts'
import type { GuardInForce } from './guards.ts'
import { approvedStance, stanceOf, type Prevents } from './prevents.ts'

/** How each hook stands: approved or not, on or off. Those that were approved and are gone come last. */
export function standingsOf(
  hooks: readonly Hook[],
  { trust, switches }: Pick<Workspace, 'trust' | 'switches'>,
  prevents: Prevents,
): readonly HookStanding[] {
  const statuses = trust.states(hooks)
  const wasGuard = (at: (typeof statuses)[number] | undefined): boolean => {
    if (at?.approval === undefined) return false
    const stance = approvedStance(at.approval.form)
    return stance === undefined || prevents(stance)
  }
  const here = hooks.map((hook) => {
    const status = statuses.find((each) => each.hook === hook)
    return {
      id: hook.id,
      event: hook.event,
      file: hook.source.file,
      state: status?.state ?? ('own' as const),
      off: switches.refuse(hook)?.why ?? hook.disabled,
      isSwitchedOff: switches.offBy(hook) !== undefined,
      isGuard: prevents(stanceOf(hook)) || wasGuard(status),
    }
  })
  const gone = statuses.flatMap((status) => {
    const { hook, approval } = status
    if (hook !== undefined || approval === undefined) return []
    const { id, file, form } = approval
    const event = form?.event ?? ''
    return [{ id, event, file, state: 'gone' as const, isGuard: wasGuard(status) }]
  })
  return [...here, ...gone]
}

/** The hooks that would speak now and can say no. */
export function guardsIn(standings: readonly HookStanding[]): readonly GuardInForce[] {
  return standings
    .filter(({ state, off, isGuard }) => isGuard && off === undefined && APPROVED.has(state))
    .map(({ id, event }) => ({ id, event }))
}

const APPROVED: ReadonlySet<HookStanding['state']> = new Set(['own', 'approved'])
