import { resolve } from 'node:path'
import type { WorkspaceOptions } from '../workspace/options.ts'
import type { PluginSpec } from '../config/plugins.ts'
import { limits } from '../engine/limits.ts'
import { systemFiles } from '../ports/files.ts'
import { lastValue, UsageError } from './args.ts'
import type { Invocation } from './command.ts'

/** The options that say whose hooks, where. A host may call from a folder that is gone; a person has mistyped it. */
export function workspaceOptions({ args, env, clock, modules }: Invocation, host?: string): WorkspaceOptions {
  const cwd = lastValue(args, 'cwd')
  if (cwd !== undefined && host === undefined && !isFolder(resolve(env.cwd, cwd)))
    throw new UsageError(`--cwd takes a directory, and "${cwd}" is none.`)
  const sources = args.options.get('source')
  const plugins = args.options.get('plugin')
  const consent = lastValue(args, 'trust-project')
  const profile = lastValue(args, 'profile')
  return {
    env,
    ownsProcess: true,
    maxProcesses: limits.callProcesses,
    ...(modules !== undefined && { modules }),
    ...(clock && { clock }),
    ...(host !== undefined && { host }),
    ...(cwd !== undefined && { cwd }),
    ...(profile !== undefined && { profile }),
    ...(sources !== undefined && { sources }),
    ...(plugins !== undefined && { plugins: plugins.map(pluginOf) }),
    ...(consent !== undefined && { trustProject: consent === '' ? true : consent }),
  }
}

/** Only who starts us can say under which full name policy knows a plugin; its own manifest cannot. */
function pluginOf(text: string): PluginSpec {
  const [, name, root] = /^([^/\\=@]+@[^/\\=@]+)=(.+)$/.exec(text) ?? []
  return name === undefined || root === undefined ? { root: text } : { name, root }
}

function isFolder(path: string): boolean {
  return systemFiles.kind(path) === 'directory'
}
