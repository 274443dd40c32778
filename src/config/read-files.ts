import type { Owner, Scope } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { FileFormat, Places } from '../dialects/dialect.ts'
import { dialectNames } from '../dialects/registry.ts'
import { hostHint } from '../dialects/suggest-host.ts'
import { isFileProblem, readText, type FileProblem, type Files } from '../ports/files.ts'
import { fileIssue } from './discover.ts'
import { isInside, realPath } from './places.ts'

/** One config file as found. */
export type FoundFile = {
  readonly dialect: string
  readonly path: string
  readonly scope: Scope
  readonly text: string
  /** Absent: the ending of the path says it. */
  readonly format?: FileFormat
  readonly owner?: Omit<Owner, 'name'> & { readonly name?: string }
  readonly forced?: boolean
  readonly isShipped?: boolean
  readonly isMain?: boolean
  /** Read for what it says about hooks of other files; its own were not asked for. */
  readonly isPolicyOnly?: boolean
  /** The calling host reads it by itself, so that its hooks run anyway. */
  readonly isReadByHost?: boolean
}

/** Why a file cannot be used. `scope` says whose it is: the user's own weighs more than a stranger's. */
export type BrokenFile = {
  readonly dialect: string
  readonly scope: Scope
  readonly issue: Issue
  /** The only events, as written, that it had hooks for. Absent: nobody can tell. */
  readonly events?: readonly string[]
}

/** `notes` are about things that load all the same. */
export type Gathered = {
  readonly files: readonly FoundFile[]
  readonly broken: readonly BrokenFile[]
  readonly notes?: readonly Issue[]
}

type Reading = {
  readonly files: Files
  readonly maxBytes: number
}

export function readFiles(found: readonly Omit<FoundFile, 'text'>[], { files, maxBytes }: Reading): Gathered {
  const read: FoundFile[] = []
  const broken: BrokenFile[] = []
  for (const file of found) {
    const text =
      file.format === 'program' ? programText(files, file.path) : readText(files, file.path, maxBytes)
    if (text === undefined) broken.push({ ...whose(file), issue: missing(file.path) })
    else if (isFileProblem(text)) broken.push({ ...whose(file), issue: fileIssue(file.path, text) })
    else read.push({ ...file, text })
  }
  return { files: read, broken }
}

/** A program may be of any size and hold any bytes; what it is made of concerns those who approve it. */
function programText(files: Files, path: string): string | FileProblem | undefined {
  const kind = files.kind(path)
  return kind === 'file' ? '' : isFileProblem(kind) ? kind : undefined
}

export function join(parts: readonly Gathered[]): Gathered {
  const notes = parts.flatMap((part) => part.notes ?? [])
  return {
    files: parts.flatMap((part) => part.files),
    broken: parts.flatMap((part) => part.broken),
    ...(notes.length > 0 && { notes }),
  }
}

/** What a caller names is a project's when it lies in the project, links followed, else the user's own choice. */
export function scopeByPlace(
  file: string,
  { places, files }: { readonly places: Places; readonly files: Files },
): 'project' | 'user' {
  const isOutside =
    !isInside(file, places.projectDir) && !isInside(realPath(file, files), realPath(places.projectDir, files))
  return isOutside ? 'user' : 'project'
}

function whose({ dialect, scope }: Omit<FoundFile, 'text'>): Omit<BrokenFile, 'issue'> {
  return { dialect, scope }
}

/** Named by the caller, or gone since it was found. */
function missing(file: string): Issue {
  const names = dialectNames.join(', ')
  return issue(
    'config.missing',
    { file },
    `"${file}" does not exist.`,
    hostHint(baseName(file), dialectNames) ?? `A source is ${names} or the path of a file.`,
  )
}

function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
}
