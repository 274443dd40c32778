import { emptyVerdict, type Reply } from '../core/decision.ts'
import { issue } from '../core/issue.ts'
import type { HttpPlace } from '../daemon/http-place.ts'
import type { BridgeCall, BridgeSpec, InstallScope } from '../dialects/bridge-spec.ts'
import type { Dialect, Places } from '../dialects/dialect.ts'
import type { State } from '../ports/state.ts'
import {
  ABSENT,
  bridgeWords,
  projectCommands,
  userCommands,
  type BridgeWords,
  type CommandLines,
} from './command-line.ts'
import { eventProgramText } from './launcher.ts'
import type { Registration } from './needs.ts'
import { eventProgram, launcherPaths } from './version-copy.ts'
import { httpCallOf } from './via-http.ts'

type Calling = {
  readonly dialect: Dialect
  readonly spec: BridgeSpec
  readonly scope: InstallScope
  readonly places: Places
  readonly state: Pick<State, 'dir'>
  readonly onError?: 'deny'
  readonly http?: HttpPlace
}

type Made = {
  readonly call: BridgeCall
  /** Path and text of the program that the call starts, where the host starts a path without arguments. */
  readonly program?: readonly [path: string, text: string]
}

/** Returns how the host is to start us for one event. */
export function callOf(registration: Registration, calling: Calling): Made {
  const { dialect, spec, places, state, http } = calling
  const { event, isGate, timeoutSeconds } = registration
  const lines = linesOf(registration, calling)
  const isHttp = http !== undefined && spec.http?.includes(event) === true
  const call = {
    event,
    isGate,
    timeoutSeconds,
    platform: places.platform,
    ...(isHttp && { http: httpCallOf(wordsOf(registration, calling), http) }),
  }
  if (spec.takesPath !== true) return { call: { ...call, ...lines } }
  const path = eventProgram(state, dialect.name, event)
  const paths = { command: path, powershell: path, cmd: path }
  return { call: { ...call, ...paths }, program: [path, eventProgramText(lines.command)] }
}

function wordsOf(
  { event, nameless, deadlineSeconds }: Registration,
  { dialect, onError }: Calling,
): BridgeWords {
  return { host: dialect.name, deadlineSeconds, ...(nameless && { event }), ...(onError && { onError }) }
}

function linesOf(registration: Registration, calling: Calling): CommandLines {
  const { event } = registration
  const { dialect, scope, state, onError } = calling
  const words = bridgeWords(wordsOf(registration, calling))
  if (scope === 'user') return userCommands(launcherPaths(state), words)
  return projectCommands(words, absentReply(event, { dialect, ...(onError && { onError }) }))
}

/**
 * What the host gets from a person who has no hookwright. They are told at the start of a session, not at every event;
 * otherwise it is the reply with nothing to say, because silence is a no for some hosts.
 */
function absentReply(native: string, { dialect, onError }: Pick<Calling, 'dialect' | 'onError'>): Reply {
  const name = dialect.events[native]?.event ?? native
  const event = { name, native, host: dialect.name, cwd: '', projectDir: '', at: 0, fields: {} }
  if (onError === undefined && name !== 'SessionStart') return dialect.encodeReply(event, emptyVerdict)
  return dialect.encodeFailure(event, issue('launcher.absent', {}, ABSENT), onError ?? 'ignore')
}
