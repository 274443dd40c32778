import type { PackContext } from '../code.ts'
import { plainText } from '../plain-text.ts'
import { openSafeGit, type GitText } from '../repository/safe-git.ts'
import { redact } from '../secrets/detect/index.ts'

/** How long git may take for everything. */
const MOST_MS = 1_000
const MOST_BYTES = 262_144

export type RepositoryWishes = { readonly commits: number; readonly status: number }

const CHANGES: Readonly<Record<string, string>> = {
  '1': 'changed',
  '2': 'renamed',
  u: 'in conflict',
  '?': 'new',
}

/** Returns lines about the repository of a folder. Empty: it is in none. */
export async function repositoryLines(
  folder: string,
  wishes: RepositoryWishes,
  context: PackContext,
): Promise<readonly string[]> {
  const end = performance.now() + MOST_MS
  const left = (): number => Math.max(50, end - performance.now())
  const git = await openSafeGit(folder, context, left())
  if (git === undefined) return []
  const [status, log] = await Promise.all([
    git({
      args: [
        'status',
        '--porcelain=v2',
        '--branch',
        '-z',
        '--ignore-submodules=all',
        '--untracked-files=normal',
      ],
      timeoutMs: left(),
      maxBytes: MOST_BYTES,
    }),
    git({
      args: ['log', `-n${wishes.commits}`, '--no-show-signature', '--no-color', '--format=%h %cs %s', '-z'],
      timeoutMs: left(),
      maxBytes: MOST_BYTES,
    }),
  ])
  return [
    ...statusLines(status, wishes.status),
    ...(log?.code === 0 && wishes.commits > 0 ? logLines(log.stdout) : []),
  ]
}

function statusLines(status: GitText | undefined, most: number): readonly string[] {
  if (status === undefined) return [`git did not answer within ${MOST_MS / 1_000} s`]
  if (status.code !== 0) return [`git cannot tell which files have changed: exit code ${status.code}`]
  const entries = status.stdout.split('\0').filter((entry) => entry !== '')
  const header = (name: string): string | undefined =>
    entries.find((entry) => entry.startsWith(`# ${name} `))?.slice(name.length + 3)
  const files = changedFiles(entries)
  const more = files.length - most
  const orMore = status.isCut ? ' or more' : ''
  return [
    `branch: ${branchText(header)}`,
    files.length === 0 ? 'changed files: none' : `changed files: ${files.length}${orMore}`,
    ...files.slice(0, most).map((file) => `  ${file}`),
    ...(most > 0 && more > 0 ? [`  and ${status.isCut ? 'at least ' : ''}${more} more`] : []),
  ]
}

function branchText(header: (name: string) => string | undefined): string {
  const head = shown(header('branch.head') ?? '(unknown)', 80)
  if (head === '(detached)') return `none, detached at ${shown((header('branch.oid') ?? '').slice(0, 7), 7)}`
  const upstream = header('branch.upstream')
  if (upstream === undefined) return `${head}, without an upstream`
  const [, ahead = '0', behind = '0'] = /^\+(\d+) -(\d+)$/.exec(header('branch.ab') ?? '') ?? []
  return `${head}, ${ahead} ahead of and ${behind} behind ${shown(upstream, 80)}`
}

/** Of a renamed file the old name is an entry of its own. */
function changedFiles(entries: readonly string[]): readonly string[] {
  return entries.flatMap((entry, at) => {
    const how = CHANGES[entry[0] ?? '']
    const isOldName = entries[at - 1]?.startsWith('2 ') === true
    if (how === undefined || entry[1] !== ' ' || isOldName) return []
    const fields = { '1': 8, '2': 9, u: 10, '?': 1 }[entry[0] ?? ''] ?? 1
    return [`${how} ${shown(entry.split(' ').slice(fields).join(' '), 120)}`]
  })
}

/** A name or subject is cut before it is looked at, so that a long one costs little. */
function shown(text: string, most: number): string {
  return plainText(redact(text.slice(0, 4 * most)), most)
}

function logLines(output: string): readonly string[] {
  const commits = output.split('\0').filter((line) => line !== '')
  return commits.length === 0 ? [] : ['last commits:', ...commits.map((line) => `  ${shown(line, 100)}`)]
}
