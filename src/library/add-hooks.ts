import type { Workspace } from '../workspace/open.ts'
import type { PluginSpec } from '../config/plugins.ts'
import type { FunctionHandler } from '../core/hook.ts'
import { toWire } from '../dialects/canonical.ts'
import type { AddedPlugins } from './added-plugins.ts'
import {
  checkCallbacks,
  checkFrontmatter,
  checkFunctionHook,
  checkSessionCheck,
  checkSessionHooks,
  remarkOnSettings,
} from './check-options.ts'
import { checkPlugin } from './check-plugin.ts'
import type { Engine } from './engine.ts'
import { refuseWork, type EngineLife } from './engine-life.ts'
import {
  checkHook,
  functionHook,
  sdkHooks,
  type FunctionHookOptions,
  type SessionCheck,
  type SessionCheckOptions,
} from './function-hooks.ts'
import type { SdkHooks } from './hook-reply.ts'
import {
  addAll,
  frontmatterAudience,
  readFrontmatter,
  readSettings,
  type AddedHooks,
  type FrontmatterOptions,
  type SessionHookOptions,
} from './session-hooks.ts'
import type { UseOptions } from './use-pack.ts'

type Parts = {
  readonly workspace: Workspace
  readonly life: EngineLife
  readonly plugins: AddedPlugins
  /** To be called after hooks were added: they may name files to watch. */
  readonly refresh: () => Promise<void> | undefined
}

/** What all additions to one engine use. */
type Adding = Parts & {
  /** An id for a hook that was given none. */
  readonly nextId: (kind: string, event: string) => string
}

type AddMethods = Pick<
  Engine,
  'on' | 'onCallbacks' | 'onCheck' | 'use' | 'addHooks' | 'addFrontmatter' | 'addPlugin'
>

/** The ways in which a program adds hooks to an engine while it runs. */
export function addMethods(parts: Parts): AddMethods {
  let count = 0
  const nextId = (kind: string, event: string): string => `${kind}:${event}:${(count += 1)}`
  const adding: Adding = { ...parts, nextId }
  const on = (event: string, hook: FunctionHookOptions, handler: FunctionHandler): (() => void) =>
    addFunction(adding, event, { hook, handler })
  return {
    on: on as Engine['on'],
    onCallbacks: (hooks) => addCallbacks(adding, hooks),
    onCheck: (event, check, handler) => addCheck(adding, event, { check, handler }),
    use: (pack, options = {}) => usePack(adding, pack, options),
    addHooks: (settings, session = {}) => addSettings(adding, settings, session),
    addFrontmatter: (file, session) => addFrontmatter(adding, file, session),
    addPlugin: (spec) => addPlugin(adding, spec),
  }
}

function addFunction(
  { workspace: { core }, nextId, refresh }: Adding,
  event: string,
  { hook, handler }: { readonly hook: FunctionHookOptions; readonly handler: FunctionHandler },
): () => void {
  checkFunctionHook(event, hook, handler)
  const named = { ...hook, id: hook.id ?? nextId('function', event) }
  const remove = core.add(functionHook(event, named, handler), hook.onSuccess)
  void refresh()
  return remove
}

function addCallbacks({ workspace: { core }, nextId, refresh }: Adding, hooks: SdkHooks): () => void {
  checkCallbacks(hooks)
  const all = sdkHooks(hooks, (event) => nextId('callback', event), toWire)
  const removers = all.map((hook) => core.add(hook))
  void refresh()
  return () => removers.forEach((remove) => remove())
}

/** Checks are for the end of a turn, so they name no files to watch. */
function addCheck(
  { workspace: { core }, nextId }: Adding,
  event: string,
  { check, handler }: { readonly check: SessionCheckOptions; readonly handler: SessionCheck },
): () => void {
  checkSessionCheck(event, check, handler)
  const named = { ...check, id: check.id ?? nextId('check', event) }
  return core.add(checkHook(event, named, handler), check.onSuccess)
}

/** The reader of uses brings the schema library, so it loads with the first one. */
async function usePack(
  { workspace: { core }, nextId }: Adding,
  pack: string,
  options: UseOptions,
): Promise<AddedHooks> {
  const { packHooks } = await import('./use-pack.ts')
  const hooks = packHooks(pack, options, (event) => nextId(pack, event))
  const removers = hooks.map((hook) => core.add(hook))
  return { hooks, issues: [], remove: () => removers.forEach((remove) => remove()) }
}

async function addSettings(
  { workspace: { core, request }, refresh }: Adding,
  settings: unknown,
  session: SessionHookOptions,
): Promise<AddedHooks> {
  checkSessionHooks(session)
  const read = remarkOnSettings(settings, await readSettings(settings, session, request))
  const all = addAll(core, read, { audience: session, onSuccess: session.onSuccess })
  await refresh()
  return all
}

async function addFrontmatter(
  { workspace: { core }, plugins }: Adding,
  file: string,
  session: FrontmatterOptions,
): Promise<AddedHooks> {
  checkFrontmatter(session)
  const read = await readFrontmatter(file, session, plugins.request())
  return addAll(core, read, { audience: frontmatterAudience(session), onSuccess: session.onSuccess })
}

async function addPlugin({ life, plugins, refresh }: Adding, spec: PluginSpec): Promise<AddedHooks> {
  refuseWork(life)
  checkPlugin(spec)
  const all = await plugins.add(spec)
  await refresh()
  return all
}
