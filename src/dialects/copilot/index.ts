import type { Hook } from '../../core/hook.ts'
import { rewrittenCall } from '../../core/rewritten.ts'
import type { Combination, Dialect } from '../dialect.ts'
import { actionOn } from './action.ts'
import { hostVariables } from './host-variables.ts'
import { decodeEvent } from './decode-event.ts'
import { eventsOn } from './events.ts'
import { failureOf } from './failures.ts'
import { filesOn, pluginLayout } from './files.ts'
import { NAME } from './name.ts'
import { encodeFailure, encodeReply, encodeWithoutStdout } from './reply.ts'
import { rewriteCall } from './rewrite-call.ts'
import { readProfile, SURFACES, type Surface } from './surfaces.ts'

const TITLES: Readonly<Record<Surface, string>> = {
  cli: 'GitHub Copilot',
  vscode: 'GitHub Copilot in VS Code',
  cloud: 'the GitHub Copilot cloud agent',
  guide: 'GitHub Copilot as its guide of April 2026 has it',
}

/** One hook after the other: docs/hosts/copilot.md#order. */
const CLI: Combination = {
  order: () => 'serial',
  stopAt: (event) => STOP_AT[event] ?? [],
  rewrites: 'chain',
  next: (event, { answer }) => rewrittenCall(event, answer),
  lastOnly: (event) => LAST[event] ?? [],
}

/** Where the first answer of this kind is the last one that is asked for. */
const STOP_AT: Readonly<Record<string, readonly ('deny' | 'ask')[]>> = {
  PreToolUse: ['deny', 'ask'],
  PostToolUse: ['deny'],
}

/** Where a later hook overrules an earlier one: docs/hosts/copilot.md#order. */
const LAST: Readonly<Record<string, ReturnType<NonNullable<Combination['lastOnly']>>>> = {
  PermissionRequest: ['decision', 'permission-result'],
  UserPromptSubmit: ['add-context', 'patch'],
  SubagentStop: ['rewrite-output'],
}

const VSCODE: Combination = { order: () => 'serial', stopAt: ['stop'], rewrites: 'replace' }

function onSurface(surface: Surface): Dialect {
  return {
    name: NAME,
    title: TITLES[surface],
    wire: NAME,
    ...(surface === 'cli' && { seen: 'Copilot CLI 1.0.102' }),
    events: eventsOn(surface),
    stopCap: 8,
    rewriteCall,
    actionOf: actionOn(surface),
    combination: surface === 'vscode' ? VSCODE : CLI,
    failures: failureOf,
    plugins: pluginLayout,
    brokenFile: 'ask',
    defaultBranchReader,
    configVariables: [
      'COPILOT_HOME',
      'COPILOT_HOOK_ALLOW_HTTP_AUTH_HOOKS',
      'COPILOT_HOOK_ALLOW_LOCALHOST',
      'ProgramData',
    ],
    projectVariable: 'COPILOT_PROJECT_DIR',
    hostVariables,
    files: filesOn(surface),
    commandKeys: ['bash', 'powershell', 'command', 'windows', 'linux', 'osx'],
    // Its setting `chat.hookFilesLocations`, which a workspace may change too.
    ...(surface === 'vscode' && { choosesFiles: true }),
    decodeEvent: (payload) => decodeEvent(payload, surface),
    encodeReply: (event, verdict) => encodeReply(event, verdict, surface),
    encodeFailure: (event, problem, policy) => encodeFailure(event, problem, { policy, surface }),
    encodeWithoutStdout: (event, reason) => encodeWithoutStdout(event, reason, surface),
    config: async () => (await import('./config.ts')).configSideOn(surface),
    writer: async () => (await import('./writer.ts')).writer,
    bridge: async () => (await import('./bridge.ts')).bridge,
    hooks: async () => (await import('./hook-side.ts')).hookSide,
  }
}

/** The cloud agent clones the repository, but takes hook files from its default branch. */
function defaultBranchReader({ note, source }: Hook): string | undefined {
  const isCloud = readProfile(note).surface === 'cloud' && source.scope === 'project'
  return isCloud ? TITLES.cloud : undefined
}

/**
 * Copilot CLI 1.0.102, VS Code 1.135, the cloud agent of August 2026: docs/hosts/copilot.md. Without a profile of its
 * own it is the CLI.
 */
export function copilotAs(profile: string | undefined): Dialect {
  return onSurface(SURFACES.find((each) => each === profile) ?? 'cli')
}
