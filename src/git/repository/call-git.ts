import type { Buffer } from 'node:buffer'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { collect } from '../../process/collect.ts'
import { cancelled } from '../contracts/interrupted.ts'
import type { GitCall, GitOutput } from '../contracts/git.ts'

export type Caller = {
  readonly file: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Commands that compare contents: each of them may start helpers, and looks into submodules by starting git there. */
const COMPARES: Readonly<Record<string, readonly string[]>> = {
  diff: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'],
  'diff-files': ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'],
  'diff-index': ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'],
  'diff-tree': ['--no-ext-diff', '--no-textconv'],
  log: ['--no-ext-diff', '--no-textconv'],
  show: ['--no-ext-diff', '--no-textconv'],
  status: ['--ignore-submodules=dirty'],
}

export async function callGit(
  caller: Caller,
  { args, call = {} }: { readonly args: readonly string[]; readonly call?: GitCall },
): Promise<GitOutput | Issue> {
  const ended = await collect({
    file: caller.file,
    args: ['--no-pager', ...guarded(args)],
    cwd: call.cwd ?? caller.cwd,
    env: { ...caller.env, ...call.env },
    ...(call.input && { input: call.input }),
    ...signalOf(call.signal ?? caller.signal),
  })
  if (ended.kind === 'not-started') return ended.issue
  if (ended.kind === 'exited' && ended.code !== null)
    return { code: ended.code, stdout: ended.stdout, stderr: ended.stderr.toString('utf8') }
  return ended.kind === 'exited' ? killed(args, ended.signal) : stopped(args, ended.kind)
}

/** The stdout of a call that must succeed. */
export async function readGit(
  caller: Caller,
  request: { readonly args: readonly string[]; readonly call?: GitCall },
): Promise<Buffer | Issue> {
  const output = await callGit(caller, request)
  return isIssue(output) ? output : output.code === 0 ? output.stdout : failed(request.args, output)
}

export function failed(args: readonly string[], { code, stderr }: GitOutput): Issue {
  const said = stderr.trim()
  return {
    ...issue('git.failed', {}, `"${shown(args)}" failed with exit code ${code}${said ? ':' : '.'}`),
    ...(said && { detail: said }),
  }
}

/** The code of a git that somebody ended by a signal. */
export const KILLED = 'git.killed'

function killed(args: readonly string[], signal: string | null): Issue {
  return issue(KILLED, {}, `"${shown(args)}" was ended by ${signal}.`)
}

function stopped(args: readonly string[], kind: 'cancelled' | 'too-much'): Issue {
  return kind === 'cancelled'
    ? cancelled()
    : issue('git.stopped', {}, `"${shown(args)}" wrote more than 256 MiB.`)
}

function shown(args: readonly string[]): string {
  const words = ['git', ...args.slice(0, 8), ...(args.length > 8 ? ['…'] : [])]
  return words.join(' ')
}

/** The caller's own options follow ours, so that they win. */
function guarded(args: readonly string[]): readonly string[] {
  const at = commandIndex(args)
  const extra = COMPARES[args[at] ?? '']
  return extra ? [...args.slice(0, at + 1), ...extra, ...args.slice(at + 1)] : args
}

function commandIndex(args: readonly string[]): number {
  let at = 0
  while (args[at]?.startsWith('-')) at += args[at] === '-c' || args[at] === '-C' ? 2 : 1
  return at
}

function signalOf(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {}
}
