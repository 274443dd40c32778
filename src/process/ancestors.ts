import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process above this one. */
export type Ancestor = {
  /** Its command line, word by word where the system tells them apart. */
  readonly words: readonly string[]
  /** The variables that it was started with, as `NAME=value`; empty where they cannot be read. */
  readonly variables: readonly string[]
}

/** Deeper trees are not looked through: nobody's shell is. */
const MOST = 64
const PS_MS = 2_000

/** Returns the processes above this one, the parent first. Never throws; where the system does not tell, it is empty. */
export function ancestors(platform: NodeJS.Platform = process.platform): readonly Ancestor[] {
  try {
    if (platform === 'linux') return fromProc()
    return platform === 'win32' ? [] : fromPs()
  } catch {
    return []
  }
}

function fromProc(): readonly Ancestor[] {
  const found: Ancestor[] = []
  for (let pid = process.ppid; pid > 1 && found.length < MOST; pid = parentOf(pid)) {
    found.push({
      words: readParts(`/proc/${pid}/cmdline`),
      variables: readParts(`/proc/${pid}/environ`),
    })
  }
  return found
}

/** The name in brackets may itself hold brackets and spaces. */
function parentOf(pid: number): number {
  const stat = readQuietly(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ', 2)[1] ?? 0) || 0
}

function readParts(path: string): readonly string[] {
  return readQuietly(path)
    .split('\0')
    .filter((part) => part !== '')
}

/** Processes of other users, and those that have just ended, cannot be read. */
function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** By its whole path: the folder we are in may be a repository with a ps of its own. */
function fromPs(): readonly Ancestor[] {
  const { stdout } = spawnSync('/bin/ps', ['-axo', 'pid=,ppid=,command='], {
    encoding: 'utf8',
    timeout: PS_MS,
    maxBuffer: 16 * 1_048_576,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const table = new Map<number, { readonly parent: number; readonly command: string }>()
  for (const [, pid, parent, command = ''] of (stdout ?? '').matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm))
    table.set(Number(pid), { parent: Number(parent), command })
  const found: Ancestor[] = []
  for (let pid = process.ppid; pid > 1 && found.length < MOST; pid = table.get(pid)?.parent ?? 0) {
    const command = table.get(pid)?.command
    if (command !== undefined) found.push({ words: command.split(/\s+/), variables: [] })
  }
  return found
}
