import type { Loaded } from '../config/gather.ts'
import { movedFolders, realPath } from '../config/places.ts'
import { absentDecision, absentReason } from '../config/stand-in.ts'
import { openSwitches, type Switches } from '../config/switches.ts'
import type { Trust } from '../config/trust.ts'
import type { Event } from '../core/event.ts'
import { fixedDecision, type Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Policy, Refusal } from '../core/policy.ts'
import { SELF_GUARD_ID } from '../selfguard/hook.ts'
import type { CallContext } from './call-context.ts'
import { consentToProject, type Consent } from './consent.ts'
import type { LoadedHooks } from './loaded-hooks.ts'

/** What decides whether a hook may run. */
export type WorkspacePolicy = {
  /** The caller's own word for the project's hooks, which is written nowhere. */
  readonly consent: Consent
  readonly switches: Switches
  /** Trust, switches and policies of files in one. */
  readonly refuse: Policy['refuse']
  /** Asked for anew: a store may be mended or broken while an engine lives. */
  problems(): readonly Issue[]
}

type Opening = {
  readonly context: CallContext
  readonly trust: Trust
  readonly hooks: LoadedHooks
  /** Hooks that a program added. */
  readonly added: () => readonly Hook[]
  readonly trustProject: true | string | undefined
  /** The host waits to hear whether the action may happen. */
  readonly isGate: (event: Event) => boolean
  readonly review: string
  readonly withSources: (command: string) => string
}

export function openPolicy(opening: Opening): WorkspacePolicy {
  const { context, trust, hooks, trustProject, review, isGate } = opening
  const { env, clock, state } = context
  const switches = switchesOf(opening)
  const commands = Object.values(hooks.current().commands ?? {}).flat()
  const approvable = [...hooks.inForce(), ...commands]
  const consent = consentToProject(trustProject, { hooks: approvable, trust, env, clock, review })
  return {
    consent,
    switches,
    refuse: (hook, event) =>
      // Its own switch is in the user's file, and no policy of a host is about it.
      hook.id === SELF_GUARD_ID && hook.source.file === ''
        ? undefined
        : (switches.refuse(hook, event) ??
          refuseCallback(hook, hooks.current()) ??
          askForChanged(consent.refuse(hook, event), { hook, event, review, isGate })),
    problems: () =>
      [trust.problem, switches.problem, consent.problem, ...state.misplaced, ...movedFolders(env)].filter(
        (problem) => problem !== undefined,
      ),
  }
}

type Asking = Pick<Opening, 'review' | 'isGate'> & { readonly hook: Hook; readonly event: Event }

/** An approved guard whose scripts changed never goes quiet: before an action it asks, whatever its failure policy says. */
function askForChanged(refusal: Refusal | undefined, asking: Asking): Refusal | undefined {
  if (refusal?.because !== 'changed') return refusal
  const { hook, event, review, isGate } = asking
  if (!isGate(event) || hook.mode !== 'wait' || isHarmless(hook)) return refusal
  const about = { state: 'changed', approval: { id: hook.id }, why: refusal.why } as const
  const decides = { decision: absentDecision(hook.onFailure), reason: absentReason(about, review) }
  return { ...refusal, fails: true, decides }
}

/** A hook that only allows or adds something held nothing back. */
function isHarmless(hook: Hook): boolean {
  const fixed = fixedDecision(hook)
  return fixed === 'allow' || fixed === 'none'
}

function switchesOf({ context, hooks, added, withSources }: Opening): Switches {
  const { state, places, files, clock } = context
  return openSwitches({
    state,
    project: { dir: realPath(places.projectDir, files), written: places.projectDir },
    now: clock.now,
    commands: {
      disable: (id) => withSources(`hookwright disable ${id}`),
      enable: (id) => withSources(`hookwright enable ${id}`),
    },
    hooks: () => [...hooks.inForce(), ...added()],
  })
}

/** Functions and the packs that it uses come from the program, and yet a policy that ends all hooks ends them too, whatever dialect they answer in. */
function refuseCallback({ handler, source }: Hook, { callbacksOff = {} }: Loaded): Refusal | undefined {
  const isAdded = handler.type === 'function' || (handler.type === 'pack' && source.file === '')
  const [why] = isAdded ? Object.values(callbacksOff) : []
  return why === undefined ? undefined : { because: 'disabled', why }
}
