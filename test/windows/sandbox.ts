import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { CLI } from '../helpers/cli.ts'
import type { Ended, Machine, Running } from './machine.ts'

export type Placing = {
  /** The drive of home and project. Default: C. */
  readonly drive?: 'C' | 'Z'
  /** Name of the project folder; a slash makes folders. Default: project. */
  readonly name?: string
}

/** A user's home and a project on one drive of a Windows machine, with the built command line. Paths are Unix'. */
export type WindowsSandbox = {
  readonly root: string
  readonly home: string
  readonly project: string
  /** hookwright's own folders: settings, managed settings and state. */
  readonly config: string
  readonly managed: string
  readonly state: string
  readonly variables: Readonly<Record<string, string | null>>
  /** Relative paths are in the project. */
  write(path: string, text: string | Uint8Array): string
  read(path: string): string
  exists(path: string): boolean
  /** As Windows writes it; relative paths are in the project. */
  win(path?: string): string
  cli(args: readonly string[], running?: Running): Promise<Ended>
  /** One event of Claude Code, or of the host named in args, through `run`; `cwd` of the payload is the project. */
  event(payload: object, args?: readonly string[], running?: Running): Promise<Ended>
  log(): readonly Record<string, unknown>[]
}

/** Removed when the test ends. */
export function createWindowsSandbox(machine: Machine, placing: Placing = {}): WindowsSandbox {
  const { drive = 'C', name = 'project' } = placing
  const root = mkdtempSync(join(drive === 'C' ? machine.driveC : machine.temp, 'sandbox-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [home, project, managed] = [join(root, 'home'), join(root, name), join(root, 'ProgramData')]
  for (const folder of [home, join(project, '.git'), managed, join(root, 'tmp')])
    mkdirSync(folder, { recursive: true })
  const variables = variablesOf(machine, root)
  const at = (path: string): string => (path.startsWith('/') ? path : join(project, path))

  const cli: WindowsSandbox['cli'] = (args, running = {}) =>
    machine.node([machine.windowsPath(CLI), ...args], {
      cwd: project,
      ...running,
      variables: { ...variables, ...running.variables },
    })

  return {
    root,
    home,
    project,
    config: join(home, 'AppData/Roaming/hookwright'),
    managed: join(managed, 'hookwright'),
    state: join(home, 'AppData/Local/hookwright'),
    variables,
    write(path, text) {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), text)
      return at(path)
    },
    read: (path) => readFileSync(at(path), 'utf8'),
    exists: (path) => existsSync(at(path)),
    win: (path = '') => machine.windowsPath(at(path)).replace(/\\$/, ''),
    cli,
    event: (payload, args = ['--host', 'claude-code'], running = {}) =>
      cli(['run', ...args], {
        ...running,
        input: JSON.stringify({ cwd: machine.windowsPath(project), ...payload }),
      }),
    log: () => logLines(join(home, 'AppData/Local/hookwright/log/runs.jsonl')),
  }
}

function variablesOf(machine: Machine, root: string): Record<string, string | null> {
  const below = (path: string): string => machine.windowsPath(join(root, path))
  return {
    APPDATA: below('home/AppData/Roaming'),
    LOCALAPPDATA: below('home/AppData/Local'),
    USERPROFILE: below('home'),
    ProgramData: below('ProgramData'),
    TEMP: below('tmp'),
    TMP: below('tmp'),
  }
}

function logLines(file: string): readonly Record<string, unknown>[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>)
}
