import { relative, sep } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { Wish } from './choose.ts'
import { allOrIssue } from './projects.ts'
import type { GitRunRequest } from './request.ts'
import { parseSelector, type Selector } from './selectors.ts'

/** What was asked for on the command line and, for skips, else in the environment: the first of the two that is set. */
export function readWish(
  request: Pick<
    GitRunRequest,
    'cwd' | 'include' | 'skip' | 'groups' | 'requireGroups' | 'noGroups' | 'stage'
  >,
  { env, root }: { readonly env: Readonly<Record<string, string>>; readonly root: string },
): Wish | Issue {
  const here = relative(root, request.cwd).split(sep).join('/')
  const parse = (texts: readonly string[]): readonly Selector[] | Issue =>
    allOrIssue(texts.map((text) => parseSelector(text, here)))
  const include = parse(request.include)
  if (isIssue(include)) return include
  const skip = parse(request.skip.length > 0 ? request.skip : skipVariable(env))
  if (isIssue(skip)) return skip
  const { groups, requireGroups, noGroups, stage } = request
  return { include, skip, groups, requireGroups, noGroups, ...(stage !== undefined && { stage }) }
}

function skipVariable(env: Readonly<Record<string, string>>): readonly string[] {
  const list = env['PREK_SKIP'] ?? env['SKIP'] ?? ''
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
