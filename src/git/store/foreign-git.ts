import { isIssue, type Issue } from '../../core/issue.ts'
import { cleanGitEnv, quietEnv } from '../repository/environment.ts'
import { findGit } from '../repository/program.ts'
import type { StoreContext } from './store.ts'
import { runTool, type ToolOutput } from './tool.ts'

/** git in a repository of the store, which nobody has configured. */
export type ForeignGit = (args: readonly string[]) => Promise<ToolOutput | Issue>

export type GitContext = Pick<StoreContext, 'cwd' | 'env' | 'signal'>

const CONFIG = [
  'protocol.ext.allow=never',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.autocrlf=false',
  'fetch.recurseSubmodules=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'advice.detachedHead=false',
  'init.defaultBranch=main',
]

/** The user's own config stays, because it knows proxies and credentials; nothing of the calling git does (R41). */
export function openForeignGit(folder: string, context: GitContext): ForeignGit | Issue {
  const { cwd, env, signal } = context
  const program = findGit({ cwd, env })
  if (isIssue(program)) return program
  const options = CONFIG.flatMap((pair) => ['-c', pair])
  const clean = { ...quietEnv(cleanGitEnv(env), program), GCM_INTERACTIVE: 'never' }
  return (args) =>
    runTool({ file: program.file, args: [...options, ...args], cwd: folder, env: clean, signal })
}

/** What git said, without its advice. */
export function gitMessage(stderr: string): string {
  const lines = stderr.trim().split('\n')
  const first = lines.find((line) => /^(?:fatal|error|remote|ERROR):/.test(line)) ?? lines.at(-1) ?? ''
  return first.replace(/^(?:fatal|error): /, '').replace(/\.$/, '')
}
