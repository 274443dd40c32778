import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Agent } from './agents/agent.ts'

/** An agent that can be started, or why it cannot. */
export type Installed =
  | { readonly name: string; readonly version: string; readonly modules: string }
  | { readonly name: string; readonly missing: string }

const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'hookwright-tests/hosts')

/** Finds the release in the cache or fetches it from the npm registry, and starts it once to ask for its version. */
export function install(agent: Agent, isLatest: boolean): Installed {
  try {
    const version = isLatest ? newest(agent.package) : agent.version
    const folder = join(CACHE, `${agent.name}-${version}`)
    if (!existsSync(packageFile(folder, agent))) fetchInto(folder, `${agent.package}@${version}`)
    const modules = join(folder, 'node_modules')
    return startProblem(agent, modules) ?? { name: agent.name, version: versionIn(folder, agent), modules }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return { name: agent.name, missing: `it could not be installed: ${said.trim()}` }
  }
}

function newest(name: string): string {
  return npm(['view', name, 'version'], CACHE).trim()
}

/** A folder of its own, renamed when it is complete, so that an interrupted install leaves nothing half. */
function fetchInto(folder: string, release: string): void {
  mkdirSync(CACHE, { recursive: true })
  const partial = mkdtempSync(join(CACHE, '.partial-'))
  try {
    writeFileSync(join(partial, 'package.json'), '{ "private": true }')
    npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', release], partial)
    rmSync(folder, { recursive: true, force: true })
    renameSync(partial, folder)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

function npm(args: readonly string[], cwd: string): string {
  mkdirSync(cwd, { recursive: true })
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 600_000,
  })
}

function packageFile(folder: string, agent: Agent): string {
  return join(folder, 'node_modules', agent.package, 'package.json')
}

function versionIn(folder: string, agent: Agent): string {
  const { version } = JSON.parse(readFileSync(packageFile(folder, agent), 'utf8')) as {
    readonly version: string
  }
  return version
}

function startProblem(agent: Agent, modules: string): Installed | undefined {
  const [program, ...args] = agent.program(modules)
  const { status, error, stderr } = spawnSync(program, [...args, '--version'], {
    encoding: 'utf8',
    timeout: 120_000,
  })
  if (status === 0) return undefined
  const said = error?.message ?? (stderr.trim() || `it ended with ${status}`)
  return { name: agent.name, missing: `it could not be started: ${said}` }
}
