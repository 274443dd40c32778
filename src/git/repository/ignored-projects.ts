import { Buffer } from 'node:buffer'
import { relative, sep } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import { splitNames } from '../contracts/paths.ts'
import { failed } from './call-git.ts'
import type { Git } from '../contracts/git.ts'

/** Like `.gitignore`, for projects only. */
export const IGNORE_NAME = '.prekignore'

type Request = {
  readonly root: string
  /** Config files, from `root`. */
  readonly configs: readonly string[]
  /** Whether there is any `.prekignore`. */
  readonly ignoring: boolean
}

/** A tracked config in an ignored folder is no project either. */
export async function withoutIgnored(git: Git, request: Request): Promise<readonly string[] | Issue> {
  const [byGit, byUs] = await Promise.all([
    ignoredByGit(git, request),
    request.ignoring ? ignoredByUs(git, request) : [],
  ])
  if (isIssue(byGit)) return byGit
  if (isIssue(byUs)) return byUs
  const ignored = new Set(byUs)
  return request.configs.filter((name) => !ignored.has(name) && !byGit.has(folderOf(name)))
}

/** A workspace that is ignored itself was meant all the same, and so is everything in it. */
async function ignoredByGit(git: Git, { root, configs }: Request): Promise<ReadonlySet<string> | Issue> {
  const base = ['.', ...relative(git.root, root).split(sep)].filter(Boolean).join('/')
  const folders = [...new Set(configs.map(folderOf))].map((folder) => `${base}/${folder}`)
  const ignored = await checkIgnore(git, base === '.' ? folders : [base, ...folders])
  if (isIssue(ignored)) return ignored
  return new Set(ignored.includes(base) ? [] : ignored.map((name) => name.slice(base.length + 1)))
}

/** Names begin with `./`: this command does not know literal pathspecs, and a name may begin with a colon. */
async function checkIgnore(git: Git, names: readonly string[]): Promise<readonly string[] | Issue> {
  const args = ['check-ignore', '-z', '--stdin', '--no-index']
  const call = { input: Buffer.from(`${names.join('\0')}\0`), env: { GIT_LITERAL_PATHSPECS: '0' } }
  const output = await git.run(args, call)
  if (isIssue(output)) return output
  return output.code > 1 ? failed(args, output) : splitNames(output.stdout)
}

async function ignoredByUs(git: Git, { root, configs }: Request): Promise<readonly string[] | Issue> {
  const args = [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--ignored',
    `--exclude-per-directory=${IGNORE_NAME}`,
  ]
  const output = await git.read([...args, '--', ...configs], { cwd: root })
  return isIssue(output) ? output : splitNames(output)
}

function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/'))
}
