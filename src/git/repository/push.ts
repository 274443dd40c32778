import { isIssue, type Issue } from '../../core/issue.ts'
import type { Git } from '../contracts/git.ts'

/** One ref that git is about to push. */
export type PushLine = {
  readonly localRef: string
  readonly localSha: string
  readonly remoteRef: string
  readonly remoteSha: string
}

export type PushRange =
  | { readonly kind: 'range'; readonly from: string; readonly to: string; readonly line: PushLine }
  /** The history begins in this push: every tracked file counts. */
  | { readonly kind: 'all'; readonly to: string; readonly line: PushLine }
  | { readonly kind: 'nothing' }

/** A local ref may be any expression, so that words are counted from the right. */
const LINE = /^(.+) ([0-9a-f]{40,64}) (\S+) ([0-9a-f]{40,64})$/
const ZEROS = /^0+$/

/** What git writes to a pre-push hook; a line that is none is skipped. */
export function parsePushLines(input: string): readonly PushLine[] {
  return input.split(/\r?\n/).flatMap((text) => {
    const [, localRef, localSha, remoteRef, remoteSha] = LINE.exec(text) ?? []
    return localRef && localSha && remoteRef && remoteSha
      ? [{ localRef, localSha, remoteRef, remoteSha }]
      : []
  })
}

/** The first line that pushes something decides. */
export async function pushRange(
  git: Git,
  { lines, remote }: { readonly lines: readonly PushLine[]; readonly remote: string },
): Promise<PushRange | Issue> {
  for (const line of lines) {
    const range = ZEROS.test(line.localSha) ? undefined : await rangeOf(git, { line, remote })
    if (range) return range
  }
  return { kind: 'nothing' }
}

async function rangeOf(
  git: Git,
  { line, remote }: { readonly line: PushLine; readonly remote: string },
): Promise<PushRange | Issue | undefined> {
  const { localSha: to, remoteSha } = line
  const extendsRemote = ZEROS.test(remoteSha) ? false : await isAncestor(git, { of: to, commit: remoteSha })
  if (isIssue(extendsRemote)) return extendsRemote
  if (extendsRemote) return { kind: 'range', from: remoteSha, to, line }
  const first = await firstNewCommit(git, { to, remote })
  if (isIssue(first) || first === undefined) return first
  return first.parent === undefined
    ? { kind: 'all', to, line }
    : { kind: 'range', from: first.parent, to, line }
}

/** No as well for a commit that was never fetched. */
async function isAncestor(
  git: Git,
  { of, commit }: { readonly of: string; readonly commit: string },
): Promise<boolean | Issue> {
  const output = await git.run(['merge-base', '--is-ancestor', commit, of])
  return isIssue(output) ? output : output.code === 0
}

async function firstNewCommit(
  git: Git,
  { to, remote }: { readonly to: string; readonly remote: string },
): Promise<{ readonly parent?: string } | undefined | Issue> {
  const args = ['rev-list', to, '--topo-order', '--reverse', '--parents', '--not', `--remotes=${remote}`]
  const output = await git.read(args)
  if (isIssue(output)) return output
  const end = output.indexOf('\n')
  if (end <= 0) return undefined
  const [, parent] = output.toString('latin1', 0, end).split(' ')
  return parent === undefined ? {} : { parent }
}
