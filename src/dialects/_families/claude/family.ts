import type { HostVariables } from '../../../core/host-variables.ts'
import type { Dialect, HookSide } from '../../dialect.ts'
import { decodeEvent } from './decode-event.ts'
import { encodeHttp } from './http-reply.ts'
import type { ClaudeProfile } from './profile.ts'
import { encodeFailure, encodeReply, encodeWithoutStdout } from './reply.ts'

/**
 * Makes the dialect of a host that follows Claude Code's contract from what is particular about that host. Every call of
 * `hookwright run` comes here, so nothing is computed before it is needed.
 */
export function claudeFamily(profile: ClaudeProfile): Dialect {
  const { name, title, wire, events, moreEvents, host, behind, config, calls, bridge } = profile
  return {
    name,
    title,
    wire,
    hostVariables: hostVariables(profile),
    ...host,
    events: moreEvents === undefined ? events : { ...events, ...moreEvents },
    ...(calls !== undefined && { rewriteCall: calls.rewrite }),
    ...(behind !== undefined && { behind: behind(events) }),
    decodeEvent: (payload) => decodeEvent(payload, profile),
    encodeReply: (event, verdict) =>
      encodeReply(event, calls === undefined ? verdict : calls.inNative(event, verdict), profile),
    encodeFailure: (event, problem, policy) => encodeFailure(event, problem, { policy, profile }),
    encodeWithoutStdout: (event, reason) => encodeWithoutStdout(event, reason, profile),
    ...(bridge !== false &&
      bridge?.http && { encodeHttp: (event, reply) => encodeHttp(event, reply, profile) }),
    config: config ?? (async () => (await import('./config.ts')).claudeConfig(profile)),
    ...(bridge !== false && {
      bridge: async () => (await import('./bridge.ts')).claudeBridge(profile, bridge ?? {}),
    }),
    hooks: () => hookSideOf(profile),
  }
}

/** Two files that load side by side. */
async function hookSideOf(profile: ClaudeProfile): Promise<HookSide> {
  const [{ claudeHookSide }, forms] = await Promise.all([import('./hook-side.ts'), profile.inlineForms?.()])
  return claudeHookSide(profile, forms)
}

/** As far as the files that a command names depend on them. */
function hostVariables({ variables, placeholders }: ClaudeProfile): HostVariables {
  const { projectDir, moreProjectDirs = [], pluginRoot, otherPluginRoot, pluginOption } = variables
  const project = projectDir === undefined ? moreProjectDirs : [projectDir, ...moreProjectDirs]
  const path = placeholders?.options
  return {
    project,
    alwaysSet: [...project, pluginRoot, otherPluginRoot].filter((name) => name !== undefined),
    ...(pluginOption !== undefined && path !== undefined && { options: { prefix: pluginOption, path } }),
  }
}
