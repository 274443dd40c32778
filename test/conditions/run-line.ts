import { spawn } from 'node:child_process'
import { locate, type Scratch } from './scratch.ts'

const TIME_LIMIT_MS = 10_000
/** How long what a line left in the background may take to end. */
const BACKGROUND_LIMIT_MS = 1_500

/** Limits come from the shell around it: the line itself is given to bash as it is. */
const LIMITED = 'ulimit -t 5 -f 20000 -u 4000 -v 40000000; exec "$@"'

/** Runs a line as `bash -c LINE` and returns the arguments of each run of the marker. */
export async function runLine(line: string, scratch: Scratch): Promise<readonly string[]> {
  scratch.takeMarks()
  const pid = await ended(line, scratch)
  await groupEnded(pid)
  kill(pid)
  return scratch.takeMarks()
}

const BASH = locate('bash') ?? 'bash'

/** Its own process group, so that everything the line started can be ended. Nothing can be read, and output is dropped. */
function ended(line: string, { work, env }: Scratch): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(BASH, ['-c', LIMITED, 'limited', BASH, '-c', line], {
      cwd: work,
      env,
      detached: true,
      stdio: 'ignore',
    })
    const pid = child.pid ?? 0
    const timer = setTimeout(() => kill(pid), TIME_LIMIT_MS)
    child.once('error', reject)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve(pid)
    })
  })
}

async function groupEnded(pid: number): Promise<void> {
  const until = Date.now() + BACKGROUND_LIMIT_MS
  while (isAlive(pid) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 5))
}

function isAlive(group: number): boolean {
  try {
    return group > 0 && process.kill(-group, 0)
  } catch {
    return false
  }
}

function kill(group: number): void {
  if (isAlive(group)) process.kill(-group, 'SIGKILL')
}
