import type { Decision } from '../../../core/decision.ts'
import type { HandlerSpec } from '../../../core/hook.ts'
import type { HostVariables } from '../../../core/host-variables.ts'
import type { FailureClass } from '../../../core/outcome.ts'
import type { Dialect, EventSpec } from '../../dialect.ts'
import { createCalls } from './calls.ts'
import { decodeEvent } from './decode-event.ts'
import { specOf } from './event-table.ts'
import type { PlainEventSpec, PlainProfile } from './profile.ts'
import { encodeFailure, encodeReply, encodeWithoutStdout } from './reply.ts'

/** Makes the dialect of a host with a small contract from the data of that host. */
export function plainFamily(profile: PlainProfile): Dialect {
  const { name, title, events, host, tools, variables } = profile
  const calls = createCalls(tools)
  const speaker = { profile, calls }
  return {
    name,
    title,
    wire: name,
    events: Object.fromEntries(Object.entries(events).map(([native, spec]) => [native, known(spec)])),
    hostVariables: hostVariables(variables),
    brokenFile: 'ask',
    ...host,
    failures: (event, failure, handler) => failureOf(event, failure, { handler, profile }),
    rewriteCall: (tool, input) => calls.rewrite(tool, input),
    decodeEvent: (payload) => decodeEvent(payload, profile, calls),
    encodeReply: (event, verdict) => encodeReply(event, verdict, speaker),
    encodeFailure: (event, problem, policy) => encodeFailure(event, problem, policy, speaker),
    encodeWithoutStdout: (event, reason) => encodeWithoutStdout(event, reason, speaker),
    config: async () => (await import('./config.ts')).plainConfig(profile),
    ...(profile.bridge !== false && {
      bridge: async () => (await import('./bridge.ts')).plainBridge(profile, profile.bridge || {}),
    }),
    hooks: async () => {
      const [{ plainHookSide }, forms] = await Promise.all([
        import('./hook-side.ts'),
        profile.inlineForms?.(),
      ])
      return plainHookSide(speaker, forms)
    },
  }
}

/** What other parts of the program know of an event, without what is this family's own. */
function known({ exit2: _e, answer: _a, stdout: _s, implied: _i, ...spec }: PlainEventSpec): EventSpec {
  return spec
}

type Failing = { readonly handler: HandlerSpec['type']; readonly profile: PlainProfile }

/**
 * These hosts go on after a failed hook, unless its file says otherwise, which is then the hook's failure policy. What a
 * server answered beyond our own limit may have been a deny.
 */
function failureOf(event: string, failure: FailureClass, { handler, profile }: Failing): Decision {
  if (failure !== 'overflow' || handler === 'command') return 'none'
  return specOf(profile, { name: event }).decisions.includes('deny') ? 'deny' : 'none'
}

function hostVariables({ project, pluginRoot }: NonNullable<PlainProfile['variables']> = {}): HostVariables {
  const set = [project, pluginRoot].filter((name) => name !== undefined)
  return { project: project === undefined ? [] : [project], alwaysSet: set }
}
