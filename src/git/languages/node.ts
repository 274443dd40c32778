import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { createScratchFolder } from '../../ports/scratch.ts'
import type { GitHook } from '../contracts/model.ts'
import { cleanGitEnv } from '../repository/environment.ts'
import { makeArgv } from './entry.ts'
import type { Backend, PrepareContext } from '../contracts/runnable.ts'
import { buildStep, installHint } from '../store/tool.ts'
import { environmentOf } from './environment.ts'
import { findToolchain, withPath, type Search, type Toolchain } from './toolchain.ts'

/** npm's global layout in a folder of its own, filled with the hook's repository and its dependencies. */
export const node: Backend = {
  async prepare(hook, context) {
    const found = await findToolchain(hook, search(hook.languageVersion), context)
    if (isIssue(found)) return found
    const folder = await environmentOf(hook, planOf(hook, found, context), context)
    if (isIssue(folder)) return folder
    const path = withPath(context.env, [binFolder(folder, context), dirname(found.file)])
    const env = { ...path, NODE_PATH: modulesFolder(folder, context), ...hook.env }
    const argv = makeArgv(hook, { ...context, env })
    return isIssue(argv) ? argv : { kind: 'process', argv, env }
  },
}

function search(languageVersion: string): Search {
  const request = languageVersion.replace(/^node(?:js)?@?(?=\d)/, '')
  const codename = /^lts\/(.+)$/.exec(request)?.[1]?.toLowerCase()
  const any = (): boolean => true
  return {
    what: 'Node.js',
    names: ['node'],
    ask: ['-p', 'process.version + " " + (process.release.lts || "")'],
    knows: ownAnswer,
    request,
    special: {
      default: any,
      system: any,
      node: any,
      lts: ({ says }) => says.includes(' '),
      ...(codename !== undefined && { [request]: ({ says }) => says.toLowerCase().endsWith(` ${codename}`) }),
    },
    hint: 'Install that version and put it on PATH; hookwright downloads none.',
  }
}

/** The Node.js we run on ourselves: a process less in almost every run. */
function ownAnswer(file: string): string | undefined {
  const isOwn = realpathSync(file) === realpathSync(process.execPath)
  return isOwn ? `${process.version} ${process.release.lts ?? ''}` : undefined
}

function planOf(hook: GitHook, found: Toolchain, context: PrepareContext) {
  const dependencies = hook.additionalDependencies
  return {
    dependencies,
    toolchain: `${found.file} ${found.says}`,
    async build(folder: string, source: string): Promise<Issue | undefined> {
      const isPackage = existsSync(join(source, 'package.json'))
      if (!isPackage && dependencies.length === 0) return undefined
      const npm = npmOf(hook, found, { source, folder, context })
      if (isIssue(npm)) return npm
      return isPackage
        ? packAndInstall(npm, dependencies, { source, context })
        : npm(installArgs(dependencies))
    },
  }
}

type Npm = (args: readonly string[]) => Promise<Issue | undefined>

type Build = { readonly source: string; readonly folder: string; readonly context: PrepareContext }

const installArgs = (what: readonly string[]): readonly string[] => [
  'install',
  '--global',
  '--no-progress',
  '--no-save',
  '--no-fund',
  '--no-audit',
  ...what,
]

/** Packed as a git dependency is, so that its `prepare` runs with its own development tools. */
async function packAndInstall(
  npm: Npm,
  dependencies: readonly string[],
  { source, context }: Pick<Build, 'source' | 'context'>,
): Promise<Issue | undefined> {
  const into = createScratchFolder(join(context.storeDir, 'scratch'), 'pack')
  try {
    const url = `git+${pathToFileURL(source).href}`
    const packed = await npm(['pack', '--global', 'false', '--pack-destination', into, url])
    if (packed !== undefined) return packed
    const files = readdirSync(into).map((name) => join(into, name))
    return await npm(installArgs([...files, ...dependencies]))
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}

function npmOf(hook: GitHook, found: Toolchain, { source, folder, context }: Build): Npm | Issue {
  const place = { ...hook.place, hook: hook.id }
  const command = npmCommand(found.file, context)
  if (command === undefined) return noNpm(hook, found)
  const [file, ...lead] = command
  const own = withPath(npmEnv(context.env), [dirname(found.file)])
  const env = { ...own, NPM_CONFIG_PREFIX: folder, NPM_CONFIG_UPDATE_NOTIFIER: 'false', ...hook.env }
  return (args) =>
    buildStep(
      { file, args: [...lead, ...args], cwd: source, env, signal: context.signal },
      {
        place,
        what: `Installing hook "${hook.id}" by npm`,
        hint: installHint(hook.additionalDependencies, 'registry'),
      },
    )
}

/** What `npm run` and `npx` leave in the environment would send this npm into their project. */
function npmEnv(env: Readonly<Record<string, string>>): Record<string, string> {
  const left =
    /^(?:npm_config_(?:(?:global_|local_)?prefix|global|location|save\w*|package|call|yes|workspaces?|include\w*|omit|only|also|production|dev|dry_run|pack_destination|init_module|node_gyp|npm_version)|npm_(?:package|lifecycle)_\w+|npm_(?:command|execpath|node_execpath)|init_cwd|node_path)$/i
  return Object.fromEntries(Object.entries(cleanGitEnv(env)).filter(([name]) => !left.test(name)))
}

/** Beside `node`, as installers put it. Windows cannot start its `npm.cmd` without a shell. */
function npmCommand(
  nodeFile: string,
  { env, platform }: PrepareContext,
): readonly [string, ...string[]] | undefined {
  const beside = dirname(nodeFile)
  const script = join(beside, 'node_modules/npm/bin/npm-cli.js')
  if (platform === 'win32') return existsSync(script) ? [nodeFile, script] : undefined
  const folders = [beside, ...(env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'))]
  const npm = folders.map((folder) => join(folder, 'npm')).find((path) => existsSync(path))
  return npm === undefined ? undefined : [npm]
}

function noNpm(hook: GitHook, { file }: Toolchain): Issue {
  return issue(
    'language.toolchain',
    { ...hook.place, hook: hook.id },
    `Hook "${hook.id}" needs npm to install its environment: there is none beside "${file}" or on PATH.`,
    'Install npm (on Debian: the package "npm").',
  )
}

function binFolder(folder: string, { platform }: PrepareContext): string {
  return platform === 'win32' ? folder : join(folder, 'bin')
}

function modulesFolder(folder: string, { platform }: PrepareContext): string {
  return join(folder, platform === 'win32' ? 'node_modules' : 'lib/node_modules')
}
