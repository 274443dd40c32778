import { Buffer } from 'node:buffer'
import { parseScopedListing } from '../../git/repository/config-listing.ts'
import { overrides, overrideVariables } from '../../git/repository/config-overrides.ts'
import { configVariables } from '../../git/repository/environment.ts'
import type { PackContext } from '../code.ts'
import { askGit, GIT_VARIABLES } from '../projects/ask-git.ts'

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
export async function openSafeGit(cwd: string, context: PackContext): Promise<SafeGit | undefined> {
  const listing = await askGit({ cwd, args: ['config', '--list', '-z', '--show-scope'] }, context)
  const inside = await askGit({ cwd, args: ['rev-parse', '--show-toplevel'] }, context)
  if (listing?.code !== 0 || inside?.code !== 0) return undefined
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
