import { Buffer } from 'node:buffer'
import { parseScopedListing } from '../../git/repository/config-listing.ts'
import { overrides, overrideVariables } from '../../git/repository/config-overrides.ts'
import { configVariables } from '../../git/repository/environment.ts'
import type { PackContext } from '../code.ts'
import { GIT_VARIABLES } from '../projects/ask-git.ts'

/** In front of the first questions, when the config is not yet known. */
const FIRST = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null']
const OPEN_MS = 10_000
const MOST_CONFIG = 4 * 1_048_576

/** A call of git. */
export type GitCall = {
  readonly args: readonly string[]
  readonly timeoutMs: number
  readonly input?: string
  readonly maxBytes?: number
}

/** What git wrote. `isCut`: it wrote more than was kept. */
export type GitText = { readonly code: number; readonly stdout: string; readonly isCut: boolean }

/** Asks git about one repository. Undefined: git did not run to its end. */
export type SafeGit = (call: GitCall) => Promise<GitText | undefined>

/**
 * Opens the repository of a folder for questions that compare contents too: every program that its config names, such
 * as a filter, is taken back in favour of the user's own or of nothing. Undefined: there is no git or no repository.
 */
export async function openSafeGit(
  cwd: string,
  context: PackContext,
  openMs = OPEN_MS,
): Promise<SafeGit | undefined> {
  // Neither of them looks at contents, so that no filter is asked.
  const [listing, inside] = await Promise.all(
    [
      ['config', '--list', '-z', '--show-scope'],
      ['rev-parse', '--git-dir'],
    ].map(async (args) =>
      context.run('git', [...FIRST, ...args], {
        cwd,
        timeoutMs: openMs,
        variables: GIT_VARIABLES,
        maxBytes: MOST_CONFIG,
      }),
    ),
  )
  if (listing?.kind !== 'exited' || listing.code !== 0 || listing.droppedBytes > 0) return undefined
  if (inside?.kind !== 'exited' || inside.code !== 0) return undefined
  const entries = parseScopedListing(Buffer.from(listing.stdout))
  const variables = {
    ...GIT_VARIABLES,
    ...configVariables(overrides(entries)),
    ...overrideVariables(entries),
    GIT_LITERAL_PATHSPECS: '1',
  }
  return async ({ args, timeoutMs, input, maxBytes }) => {
    const run = await context.run('git', ['--no-pager', ...args], {
      cwd,
      timeoutMs,
      variables,
      ...(input !== undefined && { input }),
      ...(maxBytes !== undefined && { maxBytes }),
    })
    if (run.kind !== 'exited') return undefined
    return { code: run.code, stdout: run.stdout, isCut: run.droppedBytes > 0 }
  }
}
