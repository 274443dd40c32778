import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { readProfile } from './surfaces.ts'

type Variables = Record<string, string | undefined>

/** What the host sets for its hooks, as far as it can be known here: docs/hosts/copilot.md#environment. */
export function environment(event: Event, hook: Hook, inherited: Readonly<Variables>): Variables {
  const { surface } = readProfile(hook.note)
  return surface === 'vscode' ? forVscode(hook, inherited) : forCli(event, hook, inherited)
}

function forCli({ projectDir }: Event, hook: Hook, inherited: Readonly<Variables>): Variables {
  return {
    COPILOT_CLI: '1',
    COPILOT_PROJECT_DIR: projectDir,
    CLAUDE_PROJECT_DIR: projectDir,
    ...(isHookFile(hook) && { COPILOT_HOOK_DIR: folderOf(hook.source.file) }),
    ...(inherited['GIT_CONFIG_COUNT'] === undefined && GIT_CONFIG),
    ...pluginVariables(hook),
  }
}

/** `git` inside a hook refuses a bare repository that it merely stumbles upon. */
const GIT_CONFIG: Variables = {
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.bareRepository',
  GIT_CONFIG_VALUE_0: 'explicit',
}

/** Hooks inside settings have no folder of their own. */
function isHookFile({ dialect, wire, source }: Hook): boolean {
  return dialect === wire && !/[\\/]settings(?:\.local)?\.json$/.test(source.file)
}

function folderOf(file: string): string {
  return file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')))
}

function pluginVariables({ source: { owner } }: Hook): Variables {
  if (owner?.kind !== 'plugin') return {}
  const { root, dataDir } = owner
  return {
    PLUGIN_ROOT: root,
    COPILOT_PLUGIN_ROOT: root,
    CLAUDE_PLUGIN_ROOT: root,
    ...(dataDir !== undefined && { COPILOT_PLUGIN_DATA: dataDir, CLAUDE_PLUGIN_DATA: dataDir }),
  }
}

/** Its own telemetry settings stay with it. */
function forVscode({ source: { owner } }: Hook, inherited: Readonly<Variables>): Variables {
  const telemetry = Object.keys(inherited).filter((name) => name.startsWith('OTEL_'))
  return {
    ...Object.fromEntries(telemetry.map((name) => [name, undefined])),
    POWERSHELL_UPDATECHECK: 'Off',
    ...(owner?.kind === 'plugin' && { CLAUDE_PLUGIN_ROOT: owner.root }),
  }
}
