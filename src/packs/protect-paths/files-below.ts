import type { Word } from '../../analyze/line.ts'
import { matchSegments } from '../../conditions/segments.ts'
import { isFileProblem, type Files } from '../../ports/files.ts'
import { takeOptions, valuesOf } from '../touches/options.ts'
import type { Protected } from './protected.ts'

/** Names of one look; folders further up come first. */
const MOST_NAMES = 20_000

/** Git's own files are not work of anybody, and packages bring keys for their own tests. */
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** A protected file that is there now. */
export type FileBelow = { readonly path: string; readonly pattern: string }

/** Returns a file in some folders, or below them, that a pattern without a folder protects. */
export function fileBelow(
  folders: readonly string[],
  { fits, names }: Protected,
  { files, words }: { readonly files: Files; readonly words: readonly Word[] },
): FileBelow | undefined {
  const takes = filterOf(words)
  const pending = [...folders]
  let left = MOST_NAMES
  for (let at = 0; at < pending.length && left > 0; at++) {
    const folder = pending[at] as string
    const entries = files.list(folder)
    if (entries === undefined || isFileProblem(entries)) continue
    left -= entries.length
    for (const { name, kind } of entries) {
      const path = `${folder === '/' ? '' : folder}/${name}`
      if (kind === 'directory') {
        if (!PASSED_OVER.has(name) && takes.folder(name)) pending.push(path)
      } else if (names(name) && takes.file(name)) {
        const pattern = fits([path])
        if (pattern !== undefined) return { path, pattern }
      }
    }
  }
  return undefined
}

type Filter = { readonly file: (name: string) => boolean; readonly folder: (name: string) => boolean }

/** `--include`, `--exclude`, `--exclude-dir`, and the `-g` of ripgrep, whose `!` excludes. */
function filterOf(words: readonly Word[]): Filter {
  const taken = takeOptions(words.slice(1), { valued: '--include --exclude --exclude-dir -g --glob' })
  const given = (...options: readonly string[]): readonly string[] =>
    valuesOf(taken, ...options).map(({ text }) => text)
  const globs = given('-g', '--glob')
  const included = [...given('--include'), ...globs.filter((glob) => !glob.startsWith('!'))]
  const negated = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1))
  const excluded = [...given('--exclude'), ...negated]
  const excludedFolders = [...excluded, ...given('--exclude-dir')]
  return {
    file: (name) => (included.length === 0 || isNamed(included, name)) && !isNamed(excluded, name),
    folder: (name) => !isNamed(excludedFolders, name),
  }
}

function isNamed(globs: readonly string[], name: string): boolean {
  return globs.some((glob) => matchSegments([lastPart(glob)], [name]))
}

function lastPart(glob: string): string {
  const bare = glob.replace(/\/{1,9}(?:\*{1,2})?$/, '')
  return bare.slice(bare.lastIndexOf('/') + 1)
}
