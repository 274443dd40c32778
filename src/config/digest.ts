import * as path from 'node:path'
import type { Hook, Start } from '../core/hook.ts'
import { isFileProblem, type Files } from '../ports/files.ts'
import { expandProjectDir, filledWordsOf, wordsOf, writtenForFilled } from './named-words.ts'
import { isInside } from './places.ts'

/** `path` is relative to the project, so that a digest is the same in every checkout. */
export type Script = { readonly path: string; readonly sha256: string }

/** What an approval covers: the hook's meaning, and the bytes of the files it names. */
export type Digest = {
  readonly digest: string
  readonly meaning: string
  readonly scripts: readonly Script[]
}

/** `dir` has its links followed; commands may name the project by the path it was reached by. */
export type Project = { readonly dir: string; readonly written: string }

const MAX_SCRIPT_BYTES = 16 * 1_048_576

/** Comments, key order and white space of the config file do not change it; anything a run would notice does. */
export function digestHook(hook: Hook, project: Project, files: Files): Digest {
  const meaning = digestMeaning(hook, project)
  const scripts = namedFiles(hook, project, files).flatMap((file) => hashFile(file, { project, files }))
  const parts = [meaning, ...scripts.map((script) => `${script.path}\0${script.sha256}`)]
  return { digest: sha256(parts.join('\n')), meaning, scripts }
}

/** Without a look at any file: what an unknown project names costs nothing. */
export function digestMeaning(hook: Hook, project: Project): string {
  return sha256(stable(meaningOf(hook, project)))
}

/** One digest for a whole set of hooks, whatever their order. */
export function digestAll(digests: readonly string[]): string {
  return sha256(digests.toSorted().join('\n'))
}

/** Without the audience: the session or agent that a program adds a hook for changes nothing about what it does. */
function meaningOf(hook: Hook, { written }: Project): unknown {
  const { id: _i, source: _s, dedup: _d, statusMessage: _m, audience: _a, ...meaning } = hook
  const { handler } = meaning
  if (handler.type !== 'command') return meaning
  const start = withoutPath(handler.start, written)
  return { ...meaning, handler: { ...handler, start } }
}

/** Readers put the project's path into commands; a digest must not depend on where the checkout lies. */
function withoutPath(start: Start, written: string): Start {
  const leaveOut = (text: string): string => text.replaceAll(written, '\0')
  switch (start.kind) {
    case 'argv':
      return { kind: 'argv', words: start.words.map(leaveOut) }
    case 'inline': {
      const { written: _, ...rest } = start
      return { ...rest, command: leaveOut(start.command) }
    }
    case 'script':
      return start
  }
}

/**
 * Files a command may run: every word of it that is a path inside the project, also below a folder that another word
 * names. A word in a shell script is found by cutting at white space, quotes and operators; what is built at run time
 * cannot be found this way.
 */
function namedFiles(hook: Hook, project: Project, files: Files): readonly string[] {
  const told = filesNamedBy(wordsOf(hook), hook, { project, files })
  const filled = filledWordsOf(hook)
  if (filled.length === 0) return told
  const all = filesNamedBy([...wordsOf(hook), ...filled], hook, { project, files })
  return all.filter((file) => told.includes(file) || isThere(file, files))
}

type Disk = { readonly project: Project; readonly files: Files }

function filesNamedBy(named: readonly string[], hook: Hook, { project, files }: Disk): readonly string[] {
  const { dir } = project
  const words = named.flatMap((word) => readings(expandProjectDir(word, dir)))
  const { source } = hook
  const roots = [path.dirname(source.file), ...(source.owner === undefined ? [] : [source.owner.root])]
  const bases = [dir, path.resolve(dir, workingDirectory(hook) ?? '.'), ...roots]
  const found = resolveAll(words, bases, project).filter((file) => file !== dir && isInside(file, dir))
  const folders = found.filter((file) => files.kind(file) === 'directory')
  const below = resolveAll(words, folders, project).filter((file) => isInside(file, dir))
  return [...new Set([...found, ...below])].toSorted()
}

/**
 * Paths of files go into the approval and are told, so a value of an option counts only where it names a file. A token
 * that is too long for the name of a file must not look like one that cannot be read.
 */
function isThere(file: string, files: Files): boolean {
  const kind = files.kind(file)
  return kind !== undefined && !(isFileProblem(kind) && kind.problem === 'failed')
}

/**
 * `$PWD/x` and `$(git rev-parse --show-toplevel)/x` (cut at its brackets) lead below the project as often as not, and
 * an interpreter finds `x.mjs` by the name `x`.
 */
function readings(word: string): readonly string[] {
  const bare = word.replace(/^\$\{?(?:env:)?\w+\}?(?=\/)/i, '')
  const below = bare.startsWith('/') ? [bare.replace(/^\/+/, '')] : []
  const spelled = [word, ...below].filter((each) => each !== '')
  return spelled.flatMap((each) =>
    path.extname(each) === '' ? [each, ...ENDINGS.map((ending) => each + ending)] : each,
  )
}

const ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.py', '.rb', '.sh']

/**
 * A hook that runs wherever the session is can meet another file of the name that was approved. Returns the files its
 * relative words name in `cwd` whose bytes nobody approved; for a word with an option of a plugin in it, the word.
 */
export function strayFiles(hook: Hook, cwd: string, { digest, files, project }: Stray): readonly string[] {
  if (workingDirectory(hook) !== undefined) return []
  const approved = new Set(digest.scripts.map((script) => script.sha256))
  const straysOf = (named: readonly string[]): readonly string[] => {
    const words = named.map((word) => expandProjectDir(word, project.dir))
    const relative = words.filter((word) => !path.isAbsolute(word))
    return resolveAll(relative, [cwd], project).filter((file) =>
      hashFile(file, { project, files }).some((script) => !approved.has(script.sha256)),
    )
  }
  const hidden = straysOf(filledWordsOf(hook)).some((file) => isThere(file, files))
  return [...straysOf(wordsOf(hook)), ...(hidden ? writtenForFilled(hook) : [])]
}

type Stray = { readonly digest: Digest; readonly files: Files; readonly project: Project }

function resolveAll(words: readonly string[], bases: readonly string[], project: Project): readonly string[] {
  return [
    ...new Set(words.flatMap((word) => bases.map((base) => followed(path.resolve(base, word), project)))),
  ]
}

function followed(file: string, { dir, written }: Project): string {
  return isInside(file, written) ? path.join(dir, path.relative(written, file)) : file
}

function workingDirectory({ handler }: Hook): string | undefined {
  // Servers run in the project directory, wherever the session is.
  if (handler.type === 'mcp_tool') return '.'
  return handler.type === 'command' ? handler.cwd : undefined
}

function hashFile(file: string, { project, files }: Disk): Script[] {
  const bytes = files.readBytes(file, MAX_SCRIPT_BYTES)
  if (bytes === undefined) return []
  const name = path.relative(project.dir, file).replaceAll(path.sep, '/')
  if (!isFileProblem(bytes)) return [{ path: name, sha256: sha256(bytes) }]
  // A folder has no bytes to run; any other unreadable file must not look like an absent one.
  return bytes.problem === 'directory' ? [] : [{ path: name, sha256: bytes.problem }]
}

/** Loaded on first use: a run in which no project hook matches must not pay for node:crypto (8 % of start-up). */
function sha256(content: string | Uint8Array): string {
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(content).digest('hex')
}

/** JSON with sorted keys; undefined values vanish. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
