import { isIssue, type Issue } from '../../core/issue.ts'
import { nameBelow } from '../contracts/paths.ts'
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
  const base = { root, here: nameBelow(root, request.cwd) }
  const parse = (texts: readonly string[]): readonly Selector[] | Issue =>
    allOrIssue(texts.map((text) => parseSelector(text, base)))
  const include = parse(request.include)
  if (isIssue(include)) return include
  const { names, from } = skipsOf(request.skip, env)
  const skip = parse(names)
  if (isIssue(skip)) return skip
  const { groups, requireGroups, noGroups, stage } = request
  return {
    include,
    skip,
    skipsFrom: from,
    groups,
    requireGroups,
    noGroups,
    ...(stage !== undefined && { stage }),
  }
}

/** The first of these that says anything. */
const VARIABLES = ['PREK_SKIP', 'SKIP'] as const

function skipsOf(
  given: readonly string[],
  env: Readonly<Record<string, string>>,
): { readonly names: readonly string[]; readonly from: string } {
  const from = VARIABLES.find((name) => env[name] !== undefined)
  if (given.length > 0 || from === undefined) return { names: given, from: '--skip' }
  const names = (env[from] ?? '').split(',').map((name) => name.trim())
  return { names: names.filter((name) => name !== ''), from }
}
