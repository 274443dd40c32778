import { isIssue } from '../../core/issue.ts'
import { limits } from '../../engine/limits.ts'
import { launcherDrift, launcherIssue } from '../../install/drift.ts'
import { readRegistered } from '../../install/registered.ts'
import { launcherPaths } from '../../install/version-copy.ts'
import { launch } from '../../process/spawn.ts'
import type { Workspace } from '../../workspace/open.ts'
import { version } from '../version.ts'
import { problem, stopsGuard, type Finding } from './finding.ts'

const PATIENCE_MS = 10_000
const NAME = 'launcher'
const MEND = 'hookwright sync'

/** Whether what agents start does start: the launcher, its Node and its copy of the program. */
export async function launcherFindings(workspace: Workspace): Promise<readonly Finding[]> {
  const { state } = workspace
  // A state folder that cannot be used is told by itself.
  if (state.problem !== undefined) return []
  const known = readRegistered(state)
  if (isIssue(known)) return [problem(NAME, known.message, known.hint ?? 'hookwright install')]
  if (known.length === 0) return []
  const drift = launcherDrift(state, version)
  const told = launcherIssue(drift).map(({ message }) => problem(NAME, message, MEND))
  if (drift === 'missing') return told.map(stopsGuard)
  const why = await failureOf(workspace)
  if (why === undefined) return told
  return [stopsGuard(problem(NAME, `What agents start does not work: ${why}`, MEND))]
}

/** Undefined: it answers. */
async function failureOf({ state, env }: Workspace): Promise<string | undefined> {
  const { sh, cmd } = launcherPaths(state)
  const outcome = await launch({
    file: env.platform === 'win32' ? cmd : sh,
    args: ['--version'],
    cwd: env.home,
    env: env.variables,
    input: '',
    timeoutMs: PATIENCE_MS,
    signal: new AbortController().signal,
    leftovers: 'terminate',
    limits,
  })
  if (outcome.kind === 'not-started') return outcome.issue.message
  if (outcome.kind !== 'exited') return 'it did not end in time'
  if (outcome.code === 0 && /^\d+\.\d+\./.test(outcome.stdout.text)) return undefined
  const [line = ''] = outcome.stderr.text.trim().split('\n')
  return line === '' ? 'it said nothing' : line.replace(/^hookwright: /, '')
}
