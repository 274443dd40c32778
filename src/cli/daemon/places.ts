import { basename, dirname, join } from 'node:path'
import { stateDir } from '../../config/places.ts'
import { READ_AT_START } from '../../daemon/caller.ts'
import { CONFIG_VARIABLE, type Env } from '../../ports/env.ts'
import { launchedVersion, versionScript } from '../../install/version-copy.ts'
import { openState, type State } from '../../ports/state.ts'

/** Whether a call may use the folder is looked at in each call, which knows its project. */
export function daemonState(env: Env): State {
  return openState(stateDir(env))
}

export type Program = {
  /** Path of the file that Node is started with. */
  readonly script: string
  /** As the launcher and the daemon name it to each other. */
  readonly name: string
}

/** The program that runs. */
export function ownProgram(): Program {
  const [script = ''] = process.argv.slice(1)
  const folder = dirname(dirname(dirname(script)))
  const isCopy = basename(dirname(folder)) === 'versions'
  return { script, name: isCopy ? basename(folder) : encodeURIComponent(script) }
}

/** The program that the launcher names, since only its calls reach a daemon; without a launcher, the one that runs. */
export function launchedProgram(state: State): Program {
  const name = launchedVersion(state)
  return name === undefined ? ownProgram() : { script: versionScript(state, name), name }
}

/**
 * Variables of the resident processes: nothing of whoever happens to start them, whose NODE_OPTIONS and the like would
 * count for everybody's calls.
 */
export function residentVariables({ home, installed, variables }: Env, state: State): Record<string, string> {
  const kept = READ_AT_START.flatMap((name) => {
    const value = variables[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    XDG_STATE_HOME: dirname(state.dir),
    [CONFIG_VARIABLE]:
      installed?.configHome ?? join(variables['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'hookwright'),
  }
}
