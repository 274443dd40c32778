import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { issue, type Issue, type Place } from '../../core/issue.ts'
import { shownUrl } from '../../core/url.ts'
import { keyOf } from './store.ts'

/** A repository of hooks as a config names it, and where. */
export type Remote = {
  readonly url: string
  readonly rev: string
  readonly place?: Place
  /** Set where only one commit may be used, whatever `rev` stands for. */
  readonly pin?: Pin
}

/** The commit that was approved, and the hooks it was approved for. */
export type Pin = { readonly commit: string; readonly hooks: readonly string[] }

/** True for the hash of one object. Everything else is a name that may stand for another commit tomorrow. */
export function isFullHash(rev: string): boolean {
  return /^[0-9a-f]{40}$/i.test(rev)
}

/**
 * A path that begins with a dot, or leads to a folder, is read from the config's folder; anything else is git's to
 * understand. The former also when it leads nowhere any more: its clone is still of use.
 */
export function resolveUrl(url: string, configDir: string): string {
  const path = resolve(configDir, url)
  return /^\.\.?(?:[\\/]|$)/.test(url) || isFolder(path) ? path : url
}

/** `commit`: the approved one. A clone of a full hash is the same with and without it. */
export function repoKey(url: string, rev: string, commit?: string): string {
  const isMovable = commit !== undefined && !isFullHash(rev)
  return keyOf(['repo', url, rev, ...(isMovable ? [commit] : [])])
}

/** git would read such words as options or patterns. */
export function checkRemote({ url, rev, place = {} }: Remote): Issue | undefined {
  if (url.startsWith('-'))
    return issue(
      'repo.url',
      place,
      `Repository "${url}" begins with "-" and is neither a URL nor an existing folder.`,
      'Write a URL, or a path that begins with "./".',
    )
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  if (url === '' || /[\0-\x1F\x7F]/.test(url))
    return issue('repo.url', place, 'The repository has no URL that git accepts.', 'Write a URL or a path.')
  if (rev === '' || /^[-+^]|[\0-\x20\x7F:*?[\\]|\.\./.test(rev))
    return issue(
      'repo.rev',
      place,
      `rev "${rev}" of ${shownUrl(url)} is no name of a commit.`,
      'Write a tag, a branch or the hash of a commit.',
    )
  return undefined
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
