import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { randomUUID } from 'node:crypto'
import { limits } from '../../engine/limits.ts'
import { launcherPaths } from '../../install/version-copy.ts'
import { launch } from '../../process/spawn.ts'
import type { Workspace } from '../../workspace/open.ts'
import { MADE_SESSION } from '../../dialects/made-payload.ts'
import type { Chore } from './measure.ts'
import type { Target } from './targets.ts'

const PATIENCE_MS = 30_000
const MOST = 5

/** What it costs a host to call us when nothing is to be run. */
export type BridgeCosts = {
  /** `launcher`: the file that `install` made. `node`: this program, because there is none. */
  readonly via: 'launcher' | 'node'
  readonly chores: readonly Chore[]
  /** By the name of the host. */
  readonly times: ReadonlyMap<string, readonly number[]>
  close(): void
}

/**
 * Prepares calls of `run` as hosts make them, in an empty folder and with an empty file as their only source: the
 * hooks themselves are measured elsewhere. A call through the launcher is logged with that folder as its project and
 * with a session whose name begins with `bench-`.
 */
export function bridgeCosts(targets: readonly Target[]): BridgeCosts {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'hookwright-bench-'))
  const project = path.join(folder, 'project')
  const source = path.join(folder, 'empty.yaml')
  fs.mkdirSync(project)
  fs.writeFileSync(source, 'version: 1\nhooks: {}\n')
  const times = new Map<string, number[]>()
  const firsts = targets.filter(
    ({ host }, at) => targets.findIndex((each) => each.host.name === host.name) === at,
  )
  const launcher = firsts[0] && installed(firsts[0].workspace)
  const chores = firsts.map((target): Chore => {
    const own: number[] = []
    times.set(target.host.name, own)
    return {
      most: MOST,
      run: (signal) => callOnce(target, { launcher, folder, project, source, own, signal }),
    }
  })
  return {
    via: launcher === undefined ? 'node' : 'launcher',
    chores,
    times,
    close: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}

/** Windows cannot start the launcher without a shell, so the program itself stands for it there. */
function installed({ state, places }: Workspace): string | undefined {
  const { sh } = launcherPaths(state)
  return places.platform !== 'win32' && fs.existsSync(sh) ? sh : undefined
}

type Calling = {
  readonly launcher: string | undefined
  readonly folder: string
  readonly project: string
  readonly source: string
  readonly own: number[]
  readonly signal: AbortSignal
}

async function callOnce(
  { host, event, workspace }: Target,
  { launcher, folder, project, source, own, signal }: Calling,
): Promise<void> {
  const args = ['run', '--host', host.name, '--event', event.native, '--cwd', project, '--source', source]
  const [script = ''] = process.argv.slice(1)
  const bytes = event.payload?.bytes ?? new Uint8Array()
  const input = Buffer.from(bytes)
    .toString()
    .replaceAll(MADE_SESSION, `bench-${randomUUID()}`)
    .replaceAll(JSON.stringify(workspace.places.startDir), JSON.stringify(project))
  const outcome = await launch({
    file: launcher ?? process.execPath,
    args: launcher === undefined ? [...process.execArgv, script, ...args] : args,
    cwd: project,
    env: {
      ...workspace.env.variables,
      // The launcher has a state folder of its own.
      ...(launcher === undefined && { XDG_STATE_HOME: path.join(folder, 'state') }),
    },
    input,
    timeoutMs: PATIENCE_MS,
    signal,
    leftovers: 'leave',
    limits,
  })
  if (outcome.kind === 'exited') own.push(outcome.ms)
}
