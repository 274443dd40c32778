import * as fs from 'node:fs'
import { limits } from '../../engine/limits.ts'
import { launcherPaths } from '../../install/version-copy.ts'
import { launch } from '../../process/spawn.ts'
import type { Workspace } from '../../workspace/open.ts'
import type { Plan } from './questions.ts'

/** What came of a call that the new file forbids. */
export type Shown = { readonly command: string; readonly decision: string; readonly reason: string }

const PATIENCE_MS = 30_000

/** Sends a forbidden command through the program that agents start. Undefined: no hook of the plan forbids one. */
export async function showDeny({ starters, hosts }: Plan, workspace: Workspace): Promise<Shown | undefined> {
  const command = starters.find(({ forbids }) => forbids !== undefined)?.forbids
  if (command === undefined) return undefined
  const { env, places, state } = workspace
  const [program, ...words] = programOf(launcherPaths(state).sh, env.platform)
  const outcome = await launch({
    file: program,
    args: [...words, 'run', '--host', hosts[0] ?? 'claude-code', '--command', command, '--json'],
    cwd: places.projectDir,
    env: env.variables,
    input: '',
    timeoutMs: PATIENCE_MS,
    signal: new AbortController().signal,
    leftovers: 'terminate',
    limits,
  })
  const verdict = outcome.kind === 'exited' ? verdictIn(outcome.stdout.text) : undefined
  return { command, decision: 'none', reason: '', ...verdict }
}

/** The launcher where an agent was connected, else this program. */
function programOf(launcher: string, platform: NodeJS.Platform): [string, ...string[]] {
  if (platform !== 'win32' && fs.existsSync(launcher)) return [launcher]
  return [process.execPath, process.argv[1] ?? '']
}

function verdictIn(stdout: string): Pick<Shown, 'decision' | 'reason'> | undefined {
  try {
    const { verdict } = JSON.parse(stdout) as { verdict?: { decision?: unknown; reason?: unknown } }
    const { decision, reason } = verdict ?? {}
    if (typeof decision !== 'string') return undefined
    return { decision, reason: typeof reason === 'string' ? reason : '' }
  } catch {
    return undefined
  }
}
