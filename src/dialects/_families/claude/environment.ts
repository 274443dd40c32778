import type { Event } from '../../../core/event.ts'
import type { Hook, Start } from '../../../core/hook.ts'
import { unseal } from '../../../core/sealed.ts'
import { credentialNames } from './credentials.ts'
import { eventSpec } from './events.ts'
import { isObject } from './shape.ts'

type Variables = Record<string, string | undefined>

/** What only the engine knows. */
export type Given = {
  /** The file a hook appends `export` lines to, for later commands of the session. */
  readonly envFile?: string | undefined
}

/** What Claude Code sets for its hooks, as far as it can be known here; its telemetry settings stay with it (2.1.128). */
export function environment(
  event: Event,
  hook: Hook,
  inherited: Readonly<Variables>,
  { envFile }: Given = {},
): Variables {
  const effort = effortOf(event)
  return settable({
    ...removed(inherited),
    CLAUDE_PROJECT_DIR: projectDir(event, hook, inherited),
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    ...(isFact(event.sessionId) && { CLAUDE_CODE_SESSION_ID: event.sessionId }),
    ...(isFact(effort) && { CLAUDE_EFFORT: effort }),
    ...(envFile !== undefined && { CLAUDE_ENV_FILE: envFile }),
    ...(isHostsEnvFile(event, hook, inherited) && !readsShell(hook) && { CLAUDE_ENV_FILE: undefined }),
    ...ownerVariables(event, hook),
  })
}

/** Longer than any id; far longer ones keep a process from starting. */
const LONGEST_FACT = 4_096

/** A payload says what it likes, and a variable with a NUL keeps the hook from starting: such a one is left out. */
function settable(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value === undefined || !value.includes('\0')),
  )
}

function isFact(value: string | undefined): value is string {
  return value !== undefined && value.length <= LONGEST_FACT
}

/** False also where the host that calls has made such a file itself: what is written there reaches its session. */
export function takesEnvFile(event: Event, hook: Hook, inherited: Readonly<Variables>): boolean {
  const takes = eventSpec(event.name).envFile === true && event.sessionId !== undefined
  return takes && readsShell(hook) && !isHostsEnvFile(event, hook, inherited)
}

function isHostsEnvFile(event: Event, hook: Hook, { CLAUDE_ENV_FILE: said }: Readonly<Variables>): boolean {
  return eventSpec(event.name).envFile === true && isOwnHost(event, hook) && said !== undefined && said !== ''
}

/** The file is a POSIX shell's, so a hook for another shell cannot write it. */
function readsShell({ handler }: Hook): boolean {
  return handler.type === 'command' && !isForeignShell(handler.start)
}

function isForeignShell(start: Start): boolean {
  if (start.kind === 'inline') return start.form === 'pwsh-command'
  return start.kind === 'script' && start.shell !== 'sh' && start.shell !== 'bash'
}

/** A skill counts as a plugin, except on side events: docs/hosts/claude-code.md#environment. */
function ownerVariables({ name }: Event, { source: { owner } }: Hook): Variables {
  if (owner?.kind === 'skill' && eventSpec(name).reader !== 'side') return { CLAUDE_PLUGIN_ROOT: owner.root }
  if (owner?.kind !== 'plugin') return {}
  const options = Object.entries((owner.options && unseal(owner.options)) ?? {})
  return {
    CLAUDE_PLUGIN_ROOT: owner.root,
    ...(owner.dataDir !== undefined && { CLAUDE_PLUGIN_DATA: owner.dataDir }),
    ...Object.fromEntries(options.map(([key, value]) => [optionVariable(key), value])),
  }
}

function optionVariable(key: string): string {
  return `CLAUDE_PLUGIN_OPTION_${key.replaceAll(/[^A-Za-z0-9_]/g, '_').toUpperCase()}`
}

/**
 * The folder the session was started in, which for a project file is the one that holds `.claude`.
 * Claude Code says it itself; other hosts do not.
 */
function projectDir(event: Event, hook: Hook, inherited: Readonly<Variables>): string {
  const said = inherited['CLAUDE_PROJECT_DIR']
  if (isOwnHost(event, hook) && said !== undefined && said !== '') return said
  const { file, scope } = hook.source
  const holder = /^(.*)[\\/]\.claude[\\/][^\\/]+$/.exec(file)?.[1]
  return (scope === 'project' || scope === 'local') && holder ? holder : event.projectDir
}

function isOwnHost({ payload }: Event, hook: Hook): boolean {
  return payload?.wire === hook.wire
}

function effortOf(event: Event): string | undefined {
  const { effort } = event.fields as { effort?: unknown }
  return isObject(effort) && typeof effort['level'] === 'string' ? effort['level'] : undefined
}

function removed(inherited: Readonly<Variables>): Variables {
  const telemetry = Object.keys(inherited).filter((name) => name.startsWith('OTEL_'))
  return Object.fromEntries([...telemetry, ...credentialNames(inherited)].map((name) => [name, undefined]))
}
