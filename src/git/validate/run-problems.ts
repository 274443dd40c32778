import { isIssue, issue, type Issue } from '../../core/issue.ts'
import type { Span, Tree } from '../../config/tree.ts'
import { splitWords } from '../../shells/argv.ts'
import { BUILTIN_HOOKS } from '../builtin/index.ts'
import type { GitConfig } from '../config/config.ts'
import { readTree } from '../config/read-tree.ts'
import { resolveHooks } from '../config/resolve.ts'
import { offsetInText } from '../config/scalar-offset.ts'
import { openSource, placeIn, type Pointer, type Source } from '../config/source.ts'
import { entrySyntax, type EntrySyntax } from './entry-syntax.ts'
import { searchOf } from '../languages/pygrep.ts'
import { unsupported } from '../languages/refused.ts'
import { META_HOOKS } from '../meta/index.ts'
import type { GitHook } from '../contracts/model.ts'
import type { Git } from '../contracts/git.ts'

/** What a run would refuse without running a hook, as far as the file alone tells: nothing is fetched or built. */
export async function runProblems(config: GitConfig, text: string): Promise<readonly Issue[]> {
  const { hooks, issues } = resolveHooks({
    config,
    manifest: () => undefined,
    builtin: (id) => BUILTIN_HOOKS.get(id),
    meta: (id) => META_HOOKS.get(id),
    fastPath: true,
  })
  const found: Found[] = issues.map((problem) => ({ problem, key: keyIn(problem) }))
  for (const hook of hooks)
    for (const each of await problemsOf(hook))
      found.push({ ...each, problem: { ...each.problem, place: { ...hook.place, hook: hook.id } } })
  const source = openSource(text, config.file)
  const tree = readTree(source)
  const written = { source, tree: isIssue(tree) ? undefined : tree }
  return found.map((each) => placed(each, written)).toSorted(inFileOrder)
}

function inFileOrder({ place: a }: Issue, { place: b }: Issue): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}

type Found = {
  readonly problem: Issue
  /** The key of the hook that is to blame. */
  readonly key: string
  /** The part of its value. Default: all of it. */
  readonly at?: EntrySyntax['at']
}

/** Checks of merged hooks name the key first. */
function keyIn({ message }: Issue): string {
  return /`(\w+)/.exec(message)?.[1] ?? ''
}

async function problemsOf(hook: GitHook): Promise<readonly Found[]> {
  if (hook.repo.kind === 'builtin') return argumentProblem(hook)
  if (hook.repo.kind !== 'local') return []
  const refused = unsupported(hook)
  if (refused !== undefined) return [{ problem: { ...refused, severity: 'warning' }, key: 'language' }]
  if (hook.language === 'fail') return []
  const problem =
    hook.language === 'pygrep' ? patternProblem(hook) : (splitProblem(hook) ?? syntaxProblem(hook))
  return problem === undefined ? [] : [problem]
}

function syntaxProblem(hook: GitHook): Found | undefined {
  const found = entrySyntax(hook)
  return found && { ...found, key: 'entry' }
}

function patternProblem(hook: GitHook): Found | undefined {
  const search = searchOf(hook)
  if (!isIssue(search)) return undefined
  return { problem: search, key: search.code === 'git.pygrep.args' ? 'args' : 'entry' }
}

function splitProblem({ entry, shell }: GitHook): Found | undefined {
  const words = shell === undefined ? splitWords(entry) : []
  return isIssue(words) ? { problem: { ...words, code: 'entry.invalid' }, key: 'entry' } : undefined
}

const ABOUT_ARGS: ReadonlySet<string> = new Set(['git.builtin.args', 'git.builtin.pattern'])

/** A hook of ours reads its arguments first; for no files, and without a git to ask, it then has nothing to do. */
async function argumentProblem(hook: GitHook): Promise<readonly Found[]> {
  const nowhere = issue('git.none', {}, 'Nothing is asked.')
  const git: Git = { root: '', gitDir: '', run: async () => nowhere, read: async () => nowhere }
  const context = { cwd: '', git, signal: AbortSignal.abort(), args: hook.args }
  const end = await BUILTIN_HOOKS.get(hook.id)?.run([], context)
  return isIssue(end) && ABOUT_ARGS.has(end.code) ? [{ problem: end, key: 'args' }] : []
}

type Written = { readonly source: Source; readonly tree: Tree | undefined }

/** At the value of the key, or at the hook where a default of the file is to blame. */
function placed({ problem, key, at }: Found, { source, tree }: Written): Issue {
  const { pointer = [], hook } = problem.place
  const exact = [...pointer, key]
  const value = tree && descend(tree, exact)
  const place = value === undefined ? problem.place : placeIn(source, spanOf(value, at, source), exact)
  return { ...problem, place: { ...place, ...(hook !== undefined && { hook }) } }
}

/** The part of a value, where the way of writing does not hide it. */
function spanOf(value: Tree, at: Found['at'], source: Source): Span {
  const start = at && offsetInText(value, at.index, source.text)
  if (at === undefined || start === undefined) return value
  return { start, end: Math.min(start + at.length, value.end) }
}

function descend(tree: Tree, pointer: Pointer): Tree | undefined {
  const [step, ...rest] = pointer
  if (step === undefined) return tree
  const next =
    tree.kind === 'map'
      ? tree.entries.get(String(step))?.tree
      : tree.kind === 'list'
        ? tree.items[Number(step)]
        : undefined
  return next && descend(next, rest)
}
