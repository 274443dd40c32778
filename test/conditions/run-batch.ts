import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { locate, type Scratch } from './scratch.ts'

/**
 * One bash that starts a `bash -c` for each line, which takes half as long as from here. `eval` would be quicker still,
 * but ends at an expansion that fails, where `bash -c` goes on with the next line. A mark may come late from a process in
 * the background, so a report names the last lines, and each is run once more to confirm it.
 */
const DRIVER = `
ulimit -f 20000 -v 8000000 -u 4000
exec 3<&0 </dev/null 4>&1 >/dev/null 2>&1
__n=0
report() { mapfile -d '' -t __marks < "$1"; printf '%s\\0' "$__n" "\${#__marks[@]}" "\${__marks[@]}" >&4; : > "$1"; }
while IFS= read -r -d '' -u 3 __line; do
  echo "$__n" > "$2"
  ( ulimit -t 1; exec 3<&- 4>&- "$BASH" -c "$__line" )
  [[ -s $1 ]] && report "$1"
  __n=$((__n + 1))
done
wait
[[ -s $1 ]] && report "$1"
printf 'end\\0' >&4
`

/** Arguments of the marker that were found after a line had run. */
export type Report = { readonly at: number; readonly marks: readonly string[] }

/** Runs lines one after the other. Throws when the run did not reach the end. */
export async function runBatch(lines: readonly string[], scratch: Scratch): Promise<readonly Report[]> {
  scratch.restore()
  const texts = await outputOf(lines, scratch)
  const reports: Report[] = []
  while (texts.length > 1) {
    const [at = '', count = ''] = texts.splice(0, 2)
    reports.push({ at: Number(at), marks: texts.splice(0, Number(count)) })
  }
  if (texts[0] !== 'end')
    throw new Error(`the batch of ${lines.length} stopped after line ${reports.at(-1)?.at}`)
  return reports
}

/** How many lines before the reported one may have left the mark. */
const LATE = 4

/** Returns the lines that may have run the marker. */
export function suspectsOf(reports: readonly Report[], lines: readonly string[]): readonly string[] {
  const indexes = reports.flatMap(({ at }) => Array.from({ length: LATE + 1 }, (_, back) => at - back))
  return [...new Set(indexes)].flatMap((at) => lines[at] ?? [])
}

function outputOf(lines: readonly string[], { root, work, env }: Scratch): Promise<string[]> {
  const progress = `${root}/progress`
  return new Promise((resolve, reject) => {
    const child = spawn(locate('bash') ?? 'bash', ['-c', DRIVER, 'driver', `${root}/marks`, progress], {
      cwd: work,
      env,
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const watch = endStuckLines(child.pid ?? 0, progress)
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    child.stdin.on('error', () => {})
    child.once('error', reject)
    child.once('close', () => {
      clearInterval(watch)
      resolve(text.split('\0').slice(0, -1))
    })
    child.stdin.end(lines.map((line) => `${line}\0`).join(''))
  })
}

const STUCK_MS = 4_000

/** A line may wait for ever, such as a coprocess for its input. Then what it started is ended, and the next line's turn comes. */
function endStuckLines(driver: number, progress: string): NodeJS.Timeout {
  let last = { at: '', since: Date.now() }
  return setInterval(() => {
    const at = existsSync(progress) ? readFileSync(progress, 'utf8') : ''
    if (at !== last.at) last = { at, since: Date.now() }
    else if (Date.now() - last.since > STUCK_MS) for (const pid of descendants(driver)) endProcess(pid)
  }, 500)
}

function descendants(pid: number): readonly number[] {
  const children = childrenOf(pid).split(' ').filter(Boolean).map(Number)
  return children.flatMap((child) => [...descendants(child), child])
}

function childrenOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  } catch {
    // It has ended in the meantime.
    return ''
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
