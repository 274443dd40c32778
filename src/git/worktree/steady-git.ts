import { setTimeout } from 'node:timers/promises'
import { isIssue, type Issue } from '../../core/issue.ts'
import { KILLED } from '../repository/call-git.ts'
import type { Git, GitOutput } from '../contracts/git.ts'

/**
 * The same git, which nobody can cancel: half a restore is worse than a late one. A Ctrl-C of the terminal can still
 * meet a child between its fork and its own session; that one has done nothing yet, and is started again.
 */
export function steadyGit(git: Git): Git {
  const { signal } = new AbortController()
  return {
    ...git,
    run: (args, call) => again(() => git.run(args, { ...call, signal })),
    read: (args, call) => again(() => git.read(args, { ...call, signal })),
  }
}

const STARTS = 3

async function again<T>(call: () => Promise<T | Issue>): Promise<T | Issue> {
  for (let starts = 1; ; starts += 1) {
    const output = await call()
    if (starts === STARTS || !isIssue(output) || output.code !== KILLED) return output
  }
}

const LOCKED = /index\.lock|Unable to create .*\.lock/
const TRIES = 20
const PAUSE_MS = 100

/** For commands that write the index: an editor's git may hold it for a moment. */
export async function writeIndex(
  git: Git,
  { args, input }: { readonly args: readonly string[]; readonly input?: Uint8Array },
): Promise<GitOutput | Issue> {
  for (let tries = 1; ; tries += 1) {
    const output = await git.run(args, input ? { input } : {})
    if (isIssue(output) || output.code === 0 || tries >= TRIES || !LOCKED.test(output.stderr)) return output
    await setTimeout(PAUSE_MS)
  }
}
