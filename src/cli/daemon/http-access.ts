import { setTimeout } from 'node:timers/promises'
import { isInside, realPath } from '../../config/places.ts'
import { issue, type Issue } from '../../core/issue.ts'
import { newToken, readHttpPlace, type HttpPlace } from '../../daemon/http-place.ts'
import { keptVariables } from '../../install/kept-variables.ts'
import { systemFiles } from '../../ports/files.ts'
import { findFreePort, isPortFree } from '../../ports/free-port.ts'
import type { Workspace } from '../../workspace/open.ts'
import { launchDaemon } from './launch.ts'
import { launchedProgram } from './places.ts'
import { findStatus, type Status } from './status.ts'

type Around = Pick<Workspace, 'state' | 'places' | 'env'>

/**
 * Returns where hosts are to call us, with the variables that this process has. A port that another program has taken is
 * given up, and so is the token that it may have been told.
 */
export async function choosePlace({ state, places, env }: Around): Promise<HttpPlace | Issue> {
  const known = readHttpPlace(state)
  const isKept =
    known !== undefined &&
    ((await findStatus(state))?.http?.isListening === true || (await isPortFree(known.port)))
  const port = isKept ? known.port : await findFreePort()
  if (port === undefined)
    return issue('install.no-port', {}, 'No free port was found on which the daemon could listen.')
  const { projectDir, isHomeInside, platform } = places
  const real = realPath(projectDir, systemFiles)
  const isOfProject = (folder: string): boolean =>
    isHomeInside !== true && (isInside(folder, projectDir) || isInside(realPath(folder, systemFiles), real))
  return {
    port,
    token: isKept ? known.token : newToken(),
    configHome: places.configHome,
    variables: keptVariables(env.variables, { platform, isOfProject }),
    umask: process.umask(),
  }
}

const PATIENCE_MS = 8_000
const LOOK_MS = 50

/** Starts the daemon where none of this program runs, and waits until it listens. Returns why it does not. */
export async function untilListening({ state, env }: Around): Promise<Issue | undefined> {
  const { name } = launchedProgram(state)
  const port = readHttpPlace(state)?.port
  let status = await findStatus(state)
  if (status?.program !== name) launchDaemon(env, state)
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    if (isThere(status, name) && status?.http?.port === port) return undefined
    await setTimeout(LOOK_MS)
    status = await findStatus(state)
  }
  return notListening(status)
}

function isThere(status: Status | undefined, program: string): boolean {
  return status?.program === program && status.http?.isListening === true
}

function notListening(status: Status | undefined): Issue {
  const why = status?.http?.problem ?? '`hookwright daemon logs` may say why'
  return issue('install.http', {}, `The daemon does not listen for HTTP: ${why}.`, 'Run: hookwright doctor')
}
