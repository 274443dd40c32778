import * as path from 'node:path'
import type { Scope } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { FileFormat, FileSpec } from '../dialects/dialect.ts'
import { isFileProblem, type FileProblem, type Files } from '../ports/files.ts'

export type Found = { readonly path: string; readonly scope: Scope; readonly format?: FileFormat }

/** `scope` says whose file it is: a broken file of the user weighs more than one of an unknown project. */
export type DiscoveryIssue = Issue & { readonly scope: Scope }

export type Discovery = { readonly found: readonly Found[]; readonly issues: readonly DiscoveryIssue[] }

/** Runs on every tool call: one system call per absent name, and no folder is listed unless a spec asks for it. */
export function discover(specs: readonly FileSpec[], files: Files): Discovery {
  const found: Found[] = []
  const issues: DiscoveryIssue[] = []
  for (const spec of specs) {
    const { paths, problems } = look(spec, files)
    const { scope, format } = spec
    found.push(...paths.map((each) => ({ path: each, scope, ...(format && { format }) })))
    issues.push(...problems.map((problem) => ({ ...problem, scope: spec.scope })))
  }
  return { found, issues }
}

/** Returns the format of a file that a caller named, by the spec for files of its name. Undefined: its ending says it. */
export function formatAmong(specs: readonly FileSpec[], file: string): FileFormat | undefined {
  return specs.find((spec) => spec.format !== undefined && isNamedAs(spec, file))?.format
}

/** By the name of the file and of its folder: a file that is named directly may lie anywhere. */
function isNamedAs(spec: FileSpec, file: string): boolean {
  const name = path.basename(file)
  switch (spec.find) {
    case 'file':
      return sameEnd(spec.path, file)
    case 'folder':
      return name.endsWith(spec.suffix) && sameEnd(path.join(spec.path, name), file)
    case 'nearest':
      return spec.names.some((each) => path.basename(each) === name)
  }
}

function sameEnd(a: string, b: string): boolean {
  return (
    path.basename(a) === path.basename(b) && path.basename(path.dirname(a)) === path.basename(path.dirname(b))
  )
}

/** A path that exists and cannot be used, as an issue. Shared with whoever reads the file afterwards. */
export function fileIssue(file: string, { problem, detail }: FileProblem): Issue {
  const { code, what, hint } = SENTENCES[problem]
  return issue(`config.${code}`, { file }, `"${file}" ${what.replace('%', detail)}.`, hint)
}

const SENTENCES: Readonly<Record<FileProblem['problem'], { code: string; what: string; hint: string }>> = {
  directory: {
    code: 'directory',
    what: 'is a directory, but a file is expected there',
    hint: 'Move the directory away, or put the hooks in a file of that name.',
  },
  special: {
    code: 'special',
    what: 'is a pipe, socket or device, but a file is expected there',
    hint: 'Replace it with a regular file.',
  },
  dangling: {
    code: 'dangling',
    what: 'is a symbolic link that leads to no file',
    hint: 'Point the link at an existing file, or remove it.',
  },
  denied: {
    code: 'denied',
    what: 'cannot be read (%)',
    hint: 'Give the current user permission to read it and its folders.',
  },
  'too-large': {
    code: 'too-large',
    what: 'is too large: it has %',
    hint: 'Move long scripts into files of their own and name them in "command".',
  },
  'not-utf8': {
    code: 'encoding',
    what: 'is not UTF-8 text',
    hint: 'Save the file as UTF-8.',
  },
  failed: {
    code: 'unreadable',
    what: 'cannot be read (%)',
    hint: 'See what that system error says about the disk or the path.',
  },
}

type Look = { readonly paths: readonly string[]; readonly problems: readonly Issue[] }

const NOTHING: Look = { paths: [], problems: [] }

function look(spec: FileSpec, files: Files): Look {
  switch (spec.find) {
    case 'file':
      return lookAt(spec.path, files)
    case 'folder':
      return lookInside(spec.path, { ...spec, files, levels: levelsOf(spec.deep) })
    case 'nearest':
      return lookUpwards(spec, files)
  }
}

function lookAt(file: string, files: Files): Look {
  const kind = files.kind(file)
  if (kind === undefined) return NOTHING
  if (kind === 'file') return { paths: [file], problems: [] }
  const problem = isFileProblem(kind) ? kind : { problem: kind, detail: kind }
  return { paths: [], problems: [fileIssue(file, problem)] }
}

function lookUpwards(spec: Extract<FileSpec, { find: 'nearest' }>, files: Files): Look {
  for (const folder of foldersUp(spec.from, spec.upTo)) {
    const looks = spec.names.map((name) => lookAt(path.join(folder, name), files))
    const paths = looks.flatMap((each) => each.paths)
    const problems = looks.flatMap((each) => each.problems)
    if (paths.length > 1) return { paths: [], problems: [...problems, severalFiles(paths)] }
    if (paths.length + problems.length > 0) return { paths, problems }
  }
  return NOTHING
}

/** From `from` up to and including `upTo`; only `from` when it is not inside `upTo`. */
function foldersUp(from: string, upTo: string): string[] {
  const below = path.relative(upTo, from)
  const inside = below !== '..' && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below)
  if (!inside || below === '') return [from]
  const folders = [from]
  for (let level = below.split(path.sep).length; level > 0; level--) {
    folders.push(path.dirname(folders.at(-1) ?? from))
  }
  return folders
}

function severalFiles(paths: readonly string[]): Issue {
  const names = paths.map((each) => `"${path.basename(each)}"`).join(' and ')
  const [first = ''] = paths
  return issue(
    'config.several',
    { file: first },
    `Folder "${path.dirname(first)}" holds ${names}, but only one of them may exist.`,
    'Keep one file and move the hooks of the others into it.',
  )
}

const MAX_LEVELS = 16

function levelsOf(deep: boolean | number): number {
  return typeof deep === 'number' ? deep : deep ? MAX_LEVELS : 0
}

type Inside = { readonly suffix: string; readonly files: Files; readonly levels: number }

function lookInside(folder: string, inside: Inside): Look {
  const entries = inside.files.list(folder)
  if (entries === undefined) return NOTHING
  if (isFileProblem(entries)) return { paths: [], problems: [fileIssue(folder, entries)] }
  const visible = entries.filter((entry) => !entry.name.startsWith('.'))
  const looks = visible.toSorted(byName).map((entry) => {
    const place = path.join(folder, entry.name)
    // Linked folders are not entered, so a loop of links cannot trap the search.
    if (entry.kind === 'directory') {
      return inside.levels > 0 ? lookInside(place, { ...inside, levels: inside.levels - 1 }) : NOTHING
    }
    return entry.name.endsWith(inside.suffix) ? lookAt(place, inside.files) : NOTHING
  })
  return { paths: looks.flatMap((each) => each.paths), problems: looks.flatMap((each) => each.problems) }
}

type Listed = { readonly name: string; readonly kind: string }

/** Files before folders, then by code unit: the order is the same on every machine and in every locale. */
function byName(a: Listed, b: Listed): number {
  const isBelow = (entry: Listed): number => (entry.kind === 'directory' ? 1 : 0)
  if (isBelow(a) !== isBelow(b)) return isBelow(a) - isBelow(b)
  if (a.name === b.name) return 0
  return a.name < b.name ? -1 : 1
}
