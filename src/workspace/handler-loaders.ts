import { isAbsolute, join } from 'node:path'
import type { EngineParts } from '../engine/parts.ts'
import { limits } from '../engine/limits.ts'
import type { Handler } from '../handlers/handler.ts'
import type { LateHandlers } from '../handlers/index.ts'
import type { ModulePool } from '../handlers/module-pool.ts'
import type { Clock } from '../ports/clock.ts'
import type { Env } from '../ports/env.ts'
import { systemFiles } from '../ports/files.ts'
import { sweepTexts } from '../ports/kept-texts.ts'
import type { ConnectMcp, McpServers } from '../ports/mcp.ts'
import type { Model } from '../ports/model.ts'
import { runTag } from '../ports/run-tag.ts'
import type { State } from '../ports/state.ts'
import { tempFolder } from '../process/temp-folder.ts'
import type { CallContext } from './call-context.ts'

export type LoaderOptions = Pick<CallContext, 'places' | 'files'> & {
  readonly env: Env
  readonly state: State
  readonly clock: Clock
  /** The process is ours alone, so descriptors it inherited and would hand on to hooks may be closed. */
  readonly ownsProcess: boolean
  readonly model: Model | undefined
  readonly mcp: McpServers | undefined
  /** Workers of modules that live longer than the workspace. Absent: they end with it. */
  readonly modules: ModulePool | undefined
  readonly traits: EngineParts['traits']
}

/** Where each kind of handler comes from when the first hook needs it, and the end of what they hold open. */
export type HandlerLoaders = LateHandlers & { close(): Promise<void> }

export function handlerLoaders(options: LoaderOptions): HandlerLoaders {
  let closeServers: (() => Promise<void>) | undefined
  let closeModules: (() => Promise<void>) | undefined
  return {
    command: () => loadCommand(options),
    module: async () => {
      const { handler, close } = await loadModule(options)
      closeModules = close
      return handler
    },
    http: () => loadHttp(options),
    mcp_tool: async () => {
      const { handler, close } = await loadMcpTool(options)
      closeServers = close
      return handler
    },
    model: () => loadModel(options),
    pack: () => loadPack(options),
    close: async () => void (await Promise.all([closeServers?.(), closeModules?.()])),
  }
}

/** Below a folder that others can write to, a script could be swapped before it runs. */
export function scratchRoot(state: State): string {
  if (!state.problem) return join(state.dir, 'scratch')
  return join(tempFolder(), `hookwright-${process.getuid?.() ?? 'user'}`)
}

/** Where a script goes when the scratch folder takes none: in memory where there is such a folder. */
function scratchBases({ variables, platform }: Env): readonly string[] {
  const runtime = variables['XDG_RUNTIME_DIR'] ?? ''
  return [
    ...(isAbsolute(runtime) ? [runtime] : []),
    tempFolder(),
    ...(platform === 'linux' ? ['/dev/shm'] : []),
  ]
}

async function loadCommand({ env, state, clock, ownsProcess }: LoaderOptions): Promise<Handler> {
  const [handlers, processes, { spareName, sweepScratch }] = await Promise.all([
    import('../handlers/command.ts'),
    import('../process/spawn.ts'),
    import('../ports/scratch.ts'),
  ])
  const root = scratchRoot(state)
  // The spare folders too: whoever wrote there was killed, and the usual one may be in order again.
  for (const each of [root, ...scratchBases(env).map((base) => join(base, spareName()))]) sweepScratch(each)
  sweepTexts(state, clock.now())
  if (ownsProcess) processes.closeLeakingDescriptors()
  return handlers.createCommandHandler({
    launch: processes.launch,
    records: processes.openRunRecords(runTag(state.dir)),
    scratchRoot: root,
    scratchBases: () => scratchBases(env),
    platform: env.platform,
    limits,
    files: systemFiles,
    home: env.home,
    variable: (name) => env.variables[name],
  })
}

async function loadModule({
  clock,
  modules,
}: LoaderOptions): Promise<{ handler: Handler; close: () => Promise<void> }> {
  const [{ createModuleHandler }, { createModulePool }, { readModuleFiles }] = await Promise.all([
    import('../handlers/module.ts'),
    import('../handlers/module-pool.ts'),
    import('../config/module-files.ts'),
  ])
  const pool = modules ?? createModulePool(limits.moduleWorkers)
  const read = (file: string): ReturnType<typeof readModuleFiles> => readModuleFiles(file, systemFiles)
  return {
    handler: createModuleHandler({ clock, pool, read, limits }),
    close: async () => (modules === undefined ? pool.close() : undefined),
  }
}

async function loadHttp({ clock }: LoaderOptions): Promise<Handler> {
  const [{ createHttpHandler }, { systemNet }] = await Promise.all([
    import('../handlers/http.ts'),
    import('../ports/net.ts'),
  ])
  return createHttpHandler({ net: systemNet, clock, limits })
}

async function loadMcpTool({
  env,
  clock,
  mcp,
}: LoaderOptions): Promise<{ handler: Handler; close: () => Promise<void> }> {
  const { createMcpToolHandler } = await import('../handlers/mcp-tool.ts')
  return createMcpToolHandler({ clock, servers: mcp ?? {}, connect: connectMcp, env: env.variables, limits })
}

/** The client is large, and a program that hands over connected servers needs none of it. */
const connectMcp: ConnectMcp = async (connection, options) => {
  const [{ connectServer }, { serve }] = await Promise.all([
    import('../ports/mcp-connect.ts'),
    import('../process/serve.ts'),
  ])
  return connectServer(connection, {
    ...options,
    serve: (spec, listener) => serve({ ...spec, limits }, listener),
  })
}

async function loadPack(options: LoaderOptions): Promise<Handler> {
  const { openPackHandler } = await import('./load-pack.ts')
  return openPackHandler(options)
}

/** A program's own model, else the endpoint its environment names. */
async function loadModel({ env, clock, model, traits }: LoaderOptions): Promise<Handler> {
  const [{ createModelHandler }, { modelFromVariables }] = await Promise.all([
    import('../handlers/model.ts'),
    import('../ports/model-settings.ts'),
  ])
  return createModelHandler({
    clock,
    files: systemFiles,
    model,
    conversationOf: (event) => traits(event).conversation,
    modelOf: (variables) => modelFromVariables(variables ?? env.variables),
  })
}
