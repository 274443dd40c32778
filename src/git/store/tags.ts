import { isIssue, type Issue } from '../../core/issue.ts'
import type { ForeignGit } from './foreign-git.ts'

/** A tag that names a commit. `at`: seconds since 1970, of an annotated tag its own. */
export type Tag = { readonly name: string; readonly commit: string; readonly at: number }

/** Newest first; of equally old ones the higher version. */
export async function readTags(git: ForeignGit): Promise<readonly Tag[] | Issue> {
  const format =
    '%(refname:lstrip=2)%09%(creatordate:unix)%09%(objecttype)%09%(objectname)%09%(*objecttype)%09%(*objectname)'
  const output = await git(['for-each-ref', `--format=${format}`, 'refs/tags'])
  if (isIssue(output)) return output
  return output.stdout
    .split('\n')
    .flatMap(readTag)
    .toSorted((a, b) => b.at - a.at || compareVersions(b.name, a.name))
}

function readTag(line: string): readonly Tag[] {
  const [name = '', at = '', type, hash = '', peeledType, peeled = ''] = line.split('\t')
  if (type === 'commit') return [{ name, commit: hash, at: Number(at) }]
  return peeledType === 'commit' ? [{ name, commit: peeled, at: Number(at) }] : []
}

/** Of several tags on one commit: one that looks like a version, and most like the present `rev`. */
export function bestTag(tags: readonly Tag[], rev: string): Tag | undefined {
  const versions = tags.filter(({ name }) => name.includes('.'))
  const ranked = (versions.length > 0 ? versions : tags).map((tag) => ({
    tag,
    edits: distance(rev, tag.name),
  }))
  return ranked.toSorted((a, b) => a.edits - b.edits)[0]?.tag
}

/** Numbers by value; a pre-release comes before its release. Tags that are no versions are lowest. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  if (left === undefined || right === undefined)
    return Number(left !== undefined) - Number(right !== undefined)
  const length = Math.max(left.numbers.length, right.numbers.length)
  for (let index = 0; index < length; index++) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  if (left.rest === '' || right.rest === '') return Number(left.rest === '') - Number(right.rest === '')
  return left.rest < right.rest ? -1 : Number(left.rest > right.rest)
}

function partsOf(name: string): { readonly numbers: readonly number[]; readonly rest: string } | undefined {
  const found = /^v?(\d+(?:\.\d+)*)(.*)$/.exec(name)
  return found ? { numbers: (found[1] ?? '').split('.').map(Number), rest: found[2] ?? '' } : undefined
}

/** Edits from one text to another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
