import * as path from 'node:path'
import { matchSegments } from '../conditions/segments.ts'
import { isFileProblem, type Entry, type Files } from '../ports/files.ts'

/** Files that fit an absolute pattern; links to folders are not followed. At most one more than `most`. */
export function matching(pattern: string, files: Files, most: number): readonly string[] {
  const { root, wanted, deep } = readPattern(pattern)
  if (wanted.length === 0) return files.kind(pattern) === 'file' ? [pattern] : []
  const isMatch = (file: string): boolean => matchSegments(wanted, stepsBelow(root, file))
  return filesBelow(root, files, most, { deep, isMatch })
}

/** Links to folders that the pattern would go through. */
export function linkedFolders(pattern: string, files: Files): readonly string[] {
  const { root, wanted, deep } = readPattern(pattern)
  const heads = wanted.slice(1).map((_, at) => wanted.slice(0, at + 1))
  if (heads.length === 0) return []
  const isMatch = (file: string, kind: Entry['kind']): boolean =>
    kind === 'link' && heads.some((head) => matchSegments(head, stepsBelow(root, file)))
  return filesBelow(root, files, MAX_LINKS, { deep, isMatch }).filter(
    (file) => files.kind(file) === 'directory',
  )
}

const MAX_LINKS = 100

/** `wanted`: the parts of the path from the first one with a wildcard; empty when no part has one. */
function readPattern(pattern: string): {
  readonly root: string
  readonly wanted: readonly string[]
  readonly deep: number
} {
  const steps = pattern.split(/[/\\]/)
  const fixed = steps.findIndex((step) => /[*?[]/.test(step))
  if (fixed === -1) return { root: pattern, wanted: [], deep: 0 }
  const deep = steps.includes('**') ? Number.POSITIVE_INFINITY : steps.length - fixed
  return { root: steps.slice(0, fixed).join('/') || '/', wanted: steps.slice(fixed), deep }
}

function stepsBelow(root: string, file: string): readonly string[] {
  return path.relative(root, file).split(path.sep)
}

type Walk = { readonly deep?: number; readonly isMatch?: (file: string, kind: Entry['kind']) => boolean }

/** What tools write for themselves, and what is too much to read: no search path of a hook is meant to hold them. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', '__pycache__'])
const MAX_ENTRIES = 20_000

/** Files and links below a folder; at most one more than `most`. */
export function filesBelow(
  root: string,
  files: Files,
  most: number,
  { deep = 8, isMatch = () => true }: Walk = {},
): readonly string[] {
  const found: string[] = []
  const pending = [{ folder: root, level: 1 }]
  let seen = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const entries = files.list(next.folder)
    if (entries === undefined || isFileProblem(entries)) continue
    for (const { name, kind } of entries) {
      const file = path.join(next.folder, name)
      if (++seen > MAX_ENTRIES) return Array.from({ length: most + 1 }, () => root)
      if (kind === 'directory' && next.level < deep && !SKIPPED.has(name))
        pending.push({ folder: file, level: next.level + 1 })
      else if (kind !== 'directory' && isMatch(file, kind)) found.push(file)
      if (found.length > most) return found
    }
  }
  return found
}
