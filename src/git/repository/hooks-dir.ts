import { join, resolve } from 'node:path'
import { isIssue, issue, warning, type Issue } from '../../core/issue.ts'
import { decodePath } from '../contracts/paths.ts'
import type { OpenedGit } from './open.ts'

export type HooksDir = { readonly dir: string; readonly issues: readonly Issue[] }

export type HooksDirRequest = {
  readonly action: 'install' | 'uninstall'
  /** Into the repository's default folder although git will look elsewhere. */
  readonly force?: boolean
  /** `--git-dir`: its `hooks`, whatever any config says. */
  readonly gitDir?: string
}

/** Where git looks for this repository's hooks. A folder that all repositories of a user share is not ours to fill. */
export async function hooksDir(git: OpenedGit, request: HooksDirRequest): Promise<HooksDir | Issue> {
  if (request.gitDir !== undefined) return { dir: join(request.gitDir, 'hooks'), issues: [] }
  const values = git.config.filter((entry) => entry.key === 'core.hookspath')
  const own = values.findLast((entry) => entry.scope === 'repository')
  const standard = join(git.commonDir, 'hooks')
  if (own) return own.value ? expanded(git, own.value) : empty()
  if (values.length === 0) return { dir: standard, issues: [] }
  return request.force ? { dir: standard, issues: [elsewhere(standard)] } : refused(request.action)
}

/** git itself knows `~` and `%(prefix)`. */
async function expanded(git: OpenedGit, value: string): Promise<HooksDir | Issue> {
  const output = await git.read(['-c', `core.hooksPath=${value}`, 'rev-parse', '--git-path', 'hooks'])
  if (isIssue(output)) return output
  return { dir: resolve(git.root, decodePath(output).replace(/\n$/, '')), issues: [] }
}

function empty(): Issue {
  return issue(
    'git.hooks-path-empty',
    {},
    'The config value `core.hooksPath` of this repository is empty, so that git takes the current folder for the hooks folder.',
    'Remove it with `git config --unset core.hooksPath`, or set it to a folder.',
  )
}

function refused(action: string): Issue {
  return issue(
    'git.hooks-path-outside',
    {},
    `Refusing to ${action} hooks because \`core.hooksPath\` is configured outside this repository.`,
    [
      `git runs hooks from that folder, not from this repository's.`,
      ...(action === 'install' ? ["Use --force for this repository's default folder all the same."] : []),
      'Remove the value (`git config --global --unset-all core.hooksPath`), or set it for this repository (`git config --local core.hooksPath FOLDER`).',
    ].join(' '),
  )
}

function elsewhere(dir: string): Issue {
  return warning(
    'git.hooks-path-outside',
    {},
    `\`core.hooksPath\` is configured outside this repository. Installing Git shims to \`${dir}\` because \`--force\` was used.`,
    'git does not run them until that value is gone.',
  )
}
