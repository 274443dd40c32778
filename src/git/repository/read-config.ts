import { isIssue, type Issue } from '../../core/issue.ts'
import { callGit, failed, type Caller } from './call-git.ts'
import { parseListing, parseScopedListing, type ConfigEntry } from './config-listing.ts'
import type { GitOutput } from '../contracts/git.ts'

export type Config = {
  readonly entries: readonly ConfigEntry[]
  /** False before git 2.31, which does not know GIT_CONFIG_COUNT. */
  readonly takesCount: boolean
}

const PROBE = 'hookwright.probe'
const LIST = ['config', '--list', '-z']

/** Listing the config executes nothing. `caller` has the environment as the user has it, values of `-c` included. */
export async function readConfig(caller: Caller): Promise<Config | Issue> {
  const output = await callGit(probing(caller), { args: [...LIST, '--show-scope'] })
  if (isIssue(output)) return output
  if (output.code === 129) return readOldConfig(caller)
  if (output.code !== 0) return failed([...LIST, '--show-scope'], output)
  const entries = parseScopedListing(output.stdout)
  return {
    entries: entries.filter((entry) => entry.key !== PROBE),
    takesCount: entries.some((entry) => entry.key === PROBE),
  }
}

function probing(caller: Caller): Caller {
  const count = Number(caller.env['GIT_CONFIG_COUNT'] || 0)
  if (!Number.isInteger(count) || count < 0) return caller
  const probe = {
    GIT_CONFIG_COUNT: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: PROBE,
    [`GIT_CONFIG_VALUE_${count}`]: '1',
  }
  return { ...caller, env: { ...caller.env, ...probe } }
}

/** Before git 2.26 nothing says which file includes which: what is not the user's counts as the repository's. */
async function readOldConfig(caller: Caller): Promise<Config | Issue> {
  const list = (scope: readonly string[]): Promise<GitOutput | Issue> =>
    callGit(caller, { args: [...LIST, ...scope] })
  const [all, global, system] = await Promise.all([
    list([]),
    list(['--global', '--includes']),
    list(['--system', '--includes']),
  ])
  if (isIssue(all)) return all
  if (all.code !== 0) return failed(LIST, all)
  const own = [...listed(system, 'system'), ...listed(global, 'global')]
  const mine = new Set(own.map(({ key, value }) => `${key}\n${value}`))
  const rest = parseListing(all.stdout, 'repository').filter(
    ({ key, value }) => !mine.has(`${key}\n${value}`),
  )
  return { entries: [...own, ...rest], takesCount: false }
}

/** A scope without a file fails, and has no values. */
function listed(output: GitOutput | Issue, scope: 'system' | 'global'): readonly ConfigEntry[] {
  return isIssue(output) || output.code !== 0 ? [] : parseListing(output.stdout, scope)
}
