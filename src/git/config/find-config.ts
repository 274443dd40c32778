import { join } from 'node:path'
import { issue, warning, type Issue } from '../../core/issue.ts'
import { isFileProblem, readText, type FileProblem, type Files } from '../../ports/files.ts'
import { hideOutside } from './outside.ts'
import { holdsGitHooks, OWN_NAMES } from './own-file.ts'
import type { ReadConfig } from './read-config.ts'
import { readGitConfigOnce } from './read-once.ts'
import { MAX_CONFIG_BYTES, tooLarge } from './read-tree.ts'
import type { Known } from './reading.ts'

/** In the order in which they win. */
export const CONFIG_NAMES = ['prek.toml', '.pre-commit-config.yaml', '.pre-commit-config.yml'] as const

export type FoundConfig = { readonly path?: string; readonly issues: readonly Issue[] }

/**
 * The config file of one folder; not of those above it. A file of Hookwright's own counts when it holds git hooks, and
 * beside another config it is an error.
 */
export function findConfigFile(dir: string, files: Files): FoundConfig {
  const found = CONFIG_NAMES.filter((name) => isThere(files.kind(join(dir, name))))
  const own = OWN_NAMES.filter((name) => holdsHooks(join(dir, name), files))
  const [first, second] = [...found, ...own]
  if (first === undefined) return { issues: [] }
  const path = join(dir, first)
  if (own.length > 0 && second !== undefined) return { path, issues: [twoAtOnce([...own, ...found], dir)] }
  return { path, issues: found.length > 1 ? [several(found, path)] : [] }
}

function holdsHooks(path: string, files: Files): boolean {
  const text = files.kind(path) === 'file' ? readText(files, path, MAX_CONFIG_BYTES) : undefined
  return typeof text === 'string' && holdsGitHooks(text, path)
}

function twoAtOnce([own = '', other = '']: readonly string[], dir: string): Issue {
  const message = `Git hooks stand in \`${own}\` (under \`git\`) and in \`${other}\`; one folder has one config.`
  return issue('config.two', { file: join(dir, own) }, message, 'Move the hooks into one of them.')
}

/** One that cannot be read is found all the same: reading it then says why. */
function isThere(kind: ReturnType<Files['kind']>): boolean {
  return kind === 'file' || kind === 'dangling' || isFileProblem(kind)
}

function several(names: readonly string[], path: string): Issue {
  const listed = names.map((name) => `\`${name}\``).join(', ')
  const message = `Multiple configuration files found (${listed}); using \`${path}\``
  return warning('config.several', { file: path }, message, 'Keep one of them.')
}

export type LoadInput = {
  /** As messages name it; default: the path. */
  readonly shownAs?: string
  readonly files: Files
  readonly known: Known
}

/** Read and checked; a file that cannot be read is an issue. */
export function loadGitConfig(
  path: string,
  { shownAs = path, files, known }: LoadInput,
): ReadConfig & { readonly text?: string } {
  const text = readText(files, path, MAX_CONFIG_BYTES)
  if (typeof text === 'string') {
    const read = readGitConfigOnce(text, shownAs, known)
    return { ...read, issues: hideOutside(path, read.issues, files), text }
  }
  if (text === undefined)
    return { issues: [issue('config.missing', { file: shownAs }, `"${shownAs}" does not exist.`)] }
  return { issues: [unreadable(shownAs, text)] }
}

const PROBLEMS: Readonly<Record<Exclude<FileProblem['problem'], 'too-large'>, string>> = {
  directory: 'is a folder',
  special: 'is not a regular file',
  dangling: 'is a link that leads nowhere',
  denied: 'may not be read',
  'not-utf8': 'is not UTF-8',
  failed: 'cannot be read',
}

function unreadable(file: string, { problem, detail }: FileProblem): Issue {
  if (problem === 'too-large') return tooLarge(file)
  return issue('config.unreadable', { file }, `"${file}" ${PROBLEMS[problem]} (${detail}).`)
}
