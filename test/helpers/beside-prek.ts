import { join } from 'node:path'
import { shellQuote } from '../../src/git/install/shim.ts'
import type { Calling, Finished } from './cli.ts'
import type { GitSandbox } from './git-sandbox.ts'
import { NO_PREK, prekFile } from './prek-file.ts'

/** What both programs make of one command line in one repository. */
export type Answers = { readonly ours: Finished; readonly prek: Finished }

const program = prekFile()
if (program === undefined) console.warn(`nothing is compared: ${NO_PREK}`)

/**
 * Runs `hookwright git ARGS` and then `prek ARGS`, with the same files and variables. Where prek is not installed our own
 * answer stands for both, so that what a test expects of ours is still checked.
 */
export async function besidePrek(
  sandbox: GitSandbox,
  args: readonly string[],
  calling: Calling = {},
): Promise<Answers> {
  const ours = await sandbox.hookwright(args, calling)
  if (program === undefined) return { ours, prek: ours }
  const env = { PREK_HOME: join(sandbox.root, 'prek'), GIT_CONFIG_NOSYSTEM: '1', ...calling.env }
  const prek = await sandbox.shell([program, ...args].map(shellQuote).join(' '), { ...calling, env })
  return { ours, prek }
}
