import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { decodePath, nameBelow, splitNames } from '../contracts/paths.ts'
import type { Git } from '../contracts/git.ts'

/** Names relative to the root of the work tree, each of them once. */
export type Names = readonly string[]

/** Without looking for renames: the new name of a renamed file is then an added one, and no content is compared. */
const NAMES = ['--name-only', '--no-renames', '-z']

/** What is about to be committed; while a merge is finished, only what nobody has merged automatically. */
export async function stagedFiles(git: Git): Promise<Names | Issue> {
  const message = mergeMessage(git)
  if (message !== undefined) return conflictedFiles(git, message)
  return namesOf(git, ['diff', '--cached', ...NAMES, '--diff-filter=ACMRTUXB'])
}

/** All tracked files below a folder of the work tree. */
export async function allFiles(git: Git, under: string = git.root): Promise<Names | Issue> {
  const names = await namesOf(git, ['ls-files', '-z', ...below(git, under)])
  // A file in conflict is listed once for every side of it.
  return isIssue(names) ? names : names.filter((name, index) => name !== names[index - 1])
}

export type TrackedFiles = {
  readonly names: Names
  /** Those that may be something else on disk than a plain file, although git sees no difference. */
  readonly odd: ReadonlySet<string>
}

/** All tracked files below a folder, and which of them are not simply files: links, submodules, sparse ones. */
export async function trackedFiles(git: Git, under: string = git.root): Promise<TrackedFiles | Issue> {
  const output = await git.read(['ls-files', '-z', '-v', '--stage', ...below(git, under)])
  if (isIssue(output)) return output
  const odd = new Set<string>()
  const names: string[] = []
  let last: string | undefined
  const text = decodePath(output)
  // One pass without a regex or a list of whole entries: with 20,000 files this is most of our own time.
  for (let start = 0, end = text.indexOf('\0'); end >= 0; start = end + 1, end = text.indexOf('\0', start)) {
    const tab = text.indexOf('\t', start)
    const name = text.slice(tab + 1, end)
    if (!isPlain(text, start, tab)) odd.add(name)
    // A file in conflict is listed once for every side of it.
    if (name !== last) names.push(name)
    last = name
  }
  return { names, odd }
}

/** `H 100644 <object> 0`: not sparse, not assumed unchanged, a file, and not in conflict. */
function isPlain(text: string, start: number, tab: number): boolean {
  const isFile = text.startsWith('H 100644 ', start) || text.startsWith('H 100755 ', start)
  return isFile && text.startsWith(' 0', tab - 2)
}

/** What changed since both sides parted, or between both trees where they have nothing in common. */
export async function changedFiles(
  git: Git,
  { from, to, under = git.root }: { readonly from: string; readonly to: string; readonly under?: string },
): Promise<Names | Issue> {
  if (from.startsWith('-')) return noRef(from)
  const diff = (range: string): readonly string[] => [
    'diff',
    ...NAMES,
    '--diff-filter=ACMRT',
    range,
    ...(below(git, under).length > 0 ? below(git, under) : ['--']),
  ]
  const names = await namesOf(git, diff(`${from}...${to}`))
  return isIssue(names) && names.code === 'git.failed' ? namesOf(git, diff(`${from}..${to}`)) : names
}

function below(git: Git, under: string): readonly string[] {
  const name = nameBelow(git.root, under)
  return name === '' ? [] : ['--', name]
}

/** What differs from both parents, and what git itself noted as in conflict. */
async function conflictedFiles(git: Git, message: string): Promise<Names | Issue> {
  const tree = await git.read(['write-tree'])
  if (isIssue(tree)) return tree
  const id = tree.toString('latin1').trim()
  const changed = await namesOf(git, ['diff', ...NAMES, '-m', id, 'HEAD', 'MERGE_HEAD', '--'])
  return isIssue(changed) ? changed : [...new Set([...changed, ...notedConflicts(message)])]
}

export function notedConflicts(message: string): Names {
  return message
    .split(/\r?\n/)
    .filter((line) => /^#?\t/.test(line))
    .map((line) => line.replace(/^#*/, '').trim())
    .filter((name) => name !== '')
}

function mergeMessage(git: Git): string | undefined {
  try {
    readFileSync(join(git.gitDir, 'MERGE_HEAD'))
    return decodePath(readFileSync(join(git.gitDir, 'MERGE_MSG')))
  } catch {
    return undefined
  }
}

async function namesOf(git: Git, args: readonly string[]): Promise<Names | Issue> {
  const output = await git.read(args)
  return isIssue(output) ? output : splitNames(output)
}

function noRef(ref: string): Issue {
  return issue(
    'git.bad-ref',
    {},
    `"${ref}" cannot be a ref: it begins with "-".`,
    'Name a branch, a tag or a commit.',
  )
}
