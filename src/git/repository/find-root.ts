import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { decodePath, isPlainPath } from '../contracts/paths.ts'
import { callGit, type Caller } from './call-git.ts'
import { isWithin } from './program.ts'

export type Root = {
  readonly root: string
  readonly gitDir: string
  /** Of all work trees of a repository: its config and its hooks are there. */
  readonly commonDir: string
}

/** `rev-parse` prints an option it does not know: a safe mark between paths, which may contain line ends. */
const MARK = '--hookwright-mark'
const QUESTIONS = [
  '--is-bare-repository',
  '--is-inside-work-tree',
  '--absolute-git-dir',
  '--git-common-dir',
  '--show-toplevel',
]

/** One call that executes nothing. */
export async function findRoot(caller: Caller): Promise<Root | Issue> {
  const output = await callGit(caller, { args: ['rev-parse', ...QUESTIONS.flatMap((each) => [each, MARK])] })
  if (isIssue(output)) return output
  const [bare, inside, gitDir = '', commonDir = '', root = ''] = decodePath(output.stdout).split(
    `\n${MARK}\n`,
  )
  if (output.code !== 0) {
    if (bare === 'true') return bareIssue(gitDir)
    return inside === 'false' ? outside(caller, { root, gitDir }) : refusal(caller, output.stderr)
  }
  if (!isPlainPath(root) || !isPlainPath(gitDir)) return unreadable(root)
  if (inside !== 'true' || !isWithin(real(root), real(caller.cwd))) return outside(caller, { root, gitDir })
  return { root, gitDir, commonDir: resolve(caller.cwd, commonDir) }
}

function refusal(caller: Caller, stderr: string): Issue {
  const said = stderr.trim()
  if (/dubious ownership|unsafe repository/.test(said)) return notOwned(caller.cwd, said)
  return {
    ...issue(
      said.includes('not a git repository') ? 'git.not-a-repository' : 'git.refused',
      { file: caller.cwd },
      said.split('\n')[0] || 'git finds no repository here.',
      nextStep(caller),
    ),
    ...(said.includes('\n') && { detail: said }),
  }
}

function nextStep({ env, cwd }: Caller): string {
  const variable = env['GIT_DIR']
  return variable === undefined
    ? 'Run this inside a git work tree, or start one with `git init`.'
    : `The environment variable GIT_DIR is "${variable}"; unset it to look for the repository from "${cwd}".`
}

function notOwned(cwd: string, said: string): Issue {
  return {
    ...issue(
      'git.dubious-ownership',
      { file: cwd },
      `git refuses the repository of "${cwd}", because somebody else owns it.`,
      'If you trust it, add it to safe.directory in your own git config, as git says below.',
    ),
    detail: said,
  }
}

function bareIssue(gitDir: string): Issue {
  return issue(
    'git.bare',
    { file: gitDir },
    `The repository "${gitDir}" is bare: it has no work tree to check.`,
    'Run this in a work tree of it (`git worktree add`), or set GIT_WORK_TREE.',
  )
}

function outside(caller: Caller, { root, gitDir }: { root: string; gitDir: string }): Issue {
  const isGitDir = isWithin(real(gitDir), real(caller.cwd))
  return issue(
    'git.outside-work-tree',
    { file: caller.cwd },
    `"${caller.cwd}" is ${isGitDir ? 'inside the git folder' : 'outside the work tree'} ${JSON.stringify(isGitDir ? gitDir : root)}.`,
    'Change to a folder of the work tree, or correct GIT_DIR and GIT_WORK_TREE.',
  )
}

function unreadable(root: string): Issue {
  return issue(
    'git.root-not-utf8',
    { file: root },
    'The path of this repository is not valid UTF-8, and no process can be started in it.',
    'Move the repository to a folder whose name is valid UTF-8.',
  )
}

function real(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
