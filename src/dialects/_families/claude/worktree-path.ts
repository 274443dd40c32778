import { posix, win32 } from 'node:path'
import type { Answer, Effect } from '../../../core/decision.ts'
import { issue, warning, type Issue } from '../../../core/issue.ts'
import { failed } from './failures.ts'
import type { Reading } from './reading.ts'
import { clean } from './text.ts'

/** The last line that is not empty, without what colours it. */
export function lastLine(stdout: string): readonly Effect[] {
  const path = clean(stdout).trim().split('\n').at(-1)?.trim()
  return path === undefined || path === '' ? [] : [{ kind: 'worktree-path', path }]
}

/**
 * Makes the path of a new worktree whole, or fails: a path with dots may lead out of where it seems to be. Whether it
 * runs through a symlink is for whoever has the files.
 */
export function settleWorktree(answer: Answer, reading: Reading): Answer {
  if (reading.spec.stdout !== 'path' || answer.decision === 'deny') return answer
  const said = answer.effects.find((effect) => effect.kind === 'worktree-path')?.path
  if (said === undefined) return { ...answer, issues: [...answer.issues, noPath(reading)] }
  if (isAbsolute(said) && said.split(/[\\/]/).some((part) => part === '.' || part === '..'))
    return failed('protocol-error', dotted(said, reading))
  const path = resolveFrom(said, reading)
  const effects = answer.effects.map((effect) =>
    effect.kind === 'worktree-path' ? { ...effect, path } : effect,
  )
  return { ...answer, effects }
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path)
}

/** Against the directory the hook ran in. */
function resolveFrom(path: string, { hook, event }: Reading): string {
  if (isAbsolute(path) || event === undefined) return path
  const { resolve } = event.cwd.startsWith('/') ? posix : win32
  const own = hook.handler.type === 'command' ? hook.handler.cwd : undefined
  return own === undefined ? resolve(event.cwd, path) : resolve(event.projectDir, own, path)
}

function noPath({ hook }: Reading): Issue {
  const problem = 'The hook named no path; unless another does, no worktree is created.'
  return warning('output.path', { hook: hook.id }, problem, 'Let its last line be the path of the worktree.')
}

function dotted(path: string, { hook }: Reading): Issue {
  const problem = `The worktree path "${path}" has "." or ".." in it.`
  return issue('output.path', { hook: hook.id }, problem, 'Write the path without them.')
}
