import * as path from 'node:path'
import { describeHandler, type Hook } from '../core/hook.ts'
import { noVariables, type HostVariables } from '../core/host-variables.ts'
import { MODULE, noNames, type Gap, type NamedFiles } from '../core/named-files.ts'
import { unseal } from '../core/sealed.ts'
import { isFileProblem, type FileProblem, type Files } from '../ports/files.ts'
import { candidatesOf, givenFolders, outsidePaths, type Disk } from './candidates.ts'
import { digestMeaning, sha256, type Project } from './meaning.ts'
import { pinnedFiles } from './pins.ts'
import { isInside, realPath } from './places.ts'
import { startsSomething } from './with-names.ts'

/** A file that an approval covers. */
export type Script = {
  /** Path relative to the project, so that a digest is the same in every checkout. */
  readonly path: string
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string
}

/** What a part of a covered file names in turn. True as long as the file has these bytes. */
export type FollowedPart = { readonly sha256: string; readonly names: NamedFiles }

/** By path and part, as `partKey` joins them. */
export type FollowedParts = Readonly<Record<string, FollowedPart>>

/** Tells what a part of a file names; undefined: nothing that is loaded can tell. */
export type Follow = (
  key: string,
  part: string,
  content: FileContent & { readonly variables: HostVariables },
) => NamedFiles | undefined

export type FileContent = { readonly bytes: Uint8Array; readonly sha256: string }

/** What an approval covers: the hook's meaning, and the bytes of the files it names. */
export type Digest = {
  readonly digest: string
  readonly meaning: string
  readonly scripts: readonly Script[]
  readonly followed: FollowedParts
  /** What an approval of it does not cover. */
  readonly gaps: readonly Gap[]
}

/** Larger files are hashed piece by piece. */
const MAX_SCRIPT_BYTES = 16 * 1_048_576
/** Larger than any program; a bound on the time of a look. */
const MAX_HASHED_BYTES = 512 * 1_048_576

/** Approvals of versions that looked at fewer files do not count. */
const FORM = 'coverage 2'

/** Comments, key order and white space of the config file do not change it; anything a run would notice does. */
export function digestHook(
  hook: Hook,
  { project, files, follow }: Disk & { readonly follow: Follow },
): Digest {
  const meaning = digestMeaning(hook, project)
  const { scripts, followed, gaps } = createCover(hook, { project, files, follow })
  const parts = [FORM, meaning, ...scripts.map((script) => `${script.path}\0${script.sha256}`)]
  return {
    digest: sha256(parts.join('\n')),
    meaning,
    scripts,
    followed,
    gaps: distinct([...gaps, ...usualGaps(hook, scripts)]),
  }
}

function distinct(gaps: readonly Gap[]): readonly Gap[] {
  return [...new Map(gaps.map((gap) => [`${gap.kind} ${gap.what}`, gap])).values()]
}

type Cover = Pick<Digest, 'scripts' | 'followed' | 'gaps'>

type Scene = {
  readonly named: NamedFiles
  /** Where its names may lead to files. */
  readonly bases: readonly string[]
  /** Where it is run. */
  readonly from: string
  readonly depth: number
}

/** More than anybody nests. */
const MAX_DEPTH = 5
const MAX_SCENES = 64
/** Modules import each other in longer chains, and in circles. */
const MODULE_BOUNDS = { depth: 64, scenes: 256 }

const IMPORTS = 'modules that import very many others'

/** Reads every file that is named, and those that a package's scripts or a module's imports name in turn. */
function createCover(hook: Hook, given: Disk & { readonly follow: Follow }): Cover {
  const { project, files, follow } = given
  const variables = hook.named?.variables ?? noVariables
  const disk: Disk = { project, files, projectVariables: variables.project }
  const scripts = new Map<string, Script>()
  const parts = new Map<string, FollowedPart>()
  const gaps: Gap[] = []
  if (startsSomething(hook) && hook.named === undefined) scripts.set('', { path: '', sha256: unread() })

  const pending: Scene[] = scenesOf(hook, project)
  for (let count = 0; count < pending.length; count++) {
    const { named, bases, from, depth } = pending[count] as Scene
    const isTold = named !== (hook.namedFilled && unseal(hook.namedFilled))
    const { paths, tooMany, linked = [] } = candidatesOf(named, bases, disk)
    for (const file of paths) if (isTold || isThere(file, files)) keep(file)
    gaps.push(...named.gaps, ...tooMany.map((what) => ({ kind: 'too-large' as const, what })))
    for (const link of linked) gaps.push({ kind: 'run-time', what: `${link}, a link to a folder` })
    for (const folder of givenFolders(named, bases, disk))
      gaps.push({ kind: 'run-time', what: `the files in ${folder}` })
    for (const what of outsidePaths(named, from, disk)) gaps.push({ kind: 'outside', what })
    for (const { file, part } of named.followed) {
      const isModule = part === MODULE
      const most = isModule ? MODULE_BOUNDS : { depth: MAX_DEPTH, scenes: MAX_SCENES }
      if (depth >= most.depth || pending.length >= most.scenes) {
        gaps.push({ kind: 'too-large', what: isModule ? IMPORTS : `scripts of ${file} that run others` })
        break
      }
      // An import leads to one place; a program looks for `package.json` in the folders above, too.
      const sought = isModule ? { ...noNames, words: [file] } : { ...noNames, upward: [file] }
      for (const found of candidatesOf(sought, bases, disk).paths) enter(found, part, depth)
    }
  }
  const pins = pinnedFiles(hook.pins ?? [], disk)
  for (const file of pins.paths) keep(file)
  for (const script of pins.refused) scripts.set(script.path, script)
  gaps.push(...pins.gaps)
  if (hook.handler.type === 'pack' && hook.handler.programs === 'project')
    gaps.push({ kind: 'own-files', what: describeHandler(hook.handler) })
  if ([...scripts.keys()].some((name) => /(?:^|\/)node_modules\//.test(name)))
    gaps.push({ kind: 'packages', what: 'node_modules' })

  function keep(file: string): void {
    const name = nameIn(file, project)
    if (scripts.has(name) || files.kind(file) === undefined) return
    for (const { problem, ...script } of hashFile(file, { project, files })) {
      scripts.set(name, script)
      if (problem !== undefined)
        gaps.push({ kind: problem === 'too-large' ? 'too-large' : 'unread', what: name })
    }
  }

  function enter(file: string, part: string, depth: number): void {
    const key = `${nameIn(file, project)}#${part}`
    const bytes = parts.has(key) ? undefined : files.readBytes(file, MAX_SCRIPT_BYTES)
    if (bytes === undefined || isFileProblem(bytes)) return
    const content = { bytes, sha256: sha256(bytes) }
    const names = follow(key, part, { ...content, variables })
    // Unlike any digest of an approval, so that nothing runs whose files nobody looked at.
    if (names === undefined) scripts.set(key, { path: key, sha256: unread() })
    else {
      parts.set(key, { sha256: content.sha256, names })
      // A module that is a link imports from the folder that it leads to.
      const from = path.dirname(part === MODULE ? realPath(file, files) : file)
      const bases = [...new Set([path.dirname(file), from])]
      pending.push({ named: names, bases, from, depth: depth + 1 })
    }
  }

  const sorted = [...scripts.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return { scripts: sorted, followed: Object.fromEntries(parts), gaps }
}

/** Differs each time, so that no approval can hold it. */
function unread(): string {
  const { randomUUID } = process.getBuiltinModule('node:crypto')
  return `not read ${randomUUID()}`
}

function scenesOf(hook: Hook, { dir }: Project): Scene[] {
  const { source, named, namedFilled } = hook
  const folder = path.dirname(source.file)
  // Its own folder alone, where its worker finds it.
  if (hook.handler.type === 'module')
    return named === undefined ? [] : [{ named, bases: [folder], from: folder, depth: 0 }]
  const roots = [folder, ...(source.owner === undefined ? [] : [source.owner.root])]
  const from = path.resolve(dir, workingDirectory(hook) ?? '.')
  const bases = [...new Set([dir, from, ...roots])]
  const filled = namedFilled && unseal(namedFilled)
  return [named, filled].flatMap((each) =>
    each === undefined ? [] : [{ named: each, bases, from, depth: 0 }],
  )
}

/** What every program and every script does, and no text of a command tells. */
function usualGaps(hook: Hook, scripts: readonly Script[]): readonly Gap[] {
  const programs = (hook.named?.programs ?? []).map((what) => ({ kind: 'programs' as const, what }))
  return [...scripts.map(({ path: what }) => ({ kind: 'own-files' as const, what })), ...programs]
}

/**
 * Paths of files go into the approval and are told, so a value of an option counts only where it names a file. A token
 * that is too long for the name of a file must not look like one that cannot be read.
 */
export function isThere(file: string, files: Files): boolean {
  const kind = files.kind(file)
  return kind !== undefined && !(isFileProblem(kind) && kind.problem === 'failed')
}

export function workingDirectory({ handler }: Hook): string | undefined {
  // Servers run in the project directory, wherever the session is.
  if (handler.type === 'mcp_tool') return '.'
  // Found from the folder of its config, wherever the session is.
  if (handler.type === 'module') return '.'
  return handler.type === 'command' ? handler.cwd : undefined
}

type Hashed = Script & { readonly problem?: FileProblem['problem'] }

/** Empty for what has no bytes to run: nothing, or a folder. */
export function hashFile(file: string, { project, files }: Disk): Hashed[] {
  const name = nameIn(file, project)
  // Always first: what is compared again after a run is what was read this way.
  const bytes = files.readBytes(file, MAX_SCRIPT_BYTES)
  if (bytes === undefined) return []
  if (!isFileProblem(bytes)) return [{ path: name, sha256: inPlace(sha256(bytes), file, { project, files }) }]
  const found = bytes.problem === 'too-large' ? hashPieces(file, files) : bytes
  if (typeof found === 'string') return [{ path: name, sha256: inPlace(found, file, { project, files }) }]
  const { problem } = found
  if (problem === 'directory') return []
  // Other bytes could run each time, so no approval may hold; nothing can run where a link leads to nothing.
  if (problem === 'dangling' || problem === 'failed') return [{ path: name, sha256: problem }]
  return [{ path: name, sha256: unread(), problem }]
}

/**
 * The digest of a file of the project that a link leads to also says where that is: what a script or a module finds
 * beside itself is there, so equal bytes in another folder are another file.
 */
function inPlace(digest: string, file: string, { project: { dir }, files }: Disk): string {
  if (!isInside(file, dir)) return digest
  const target = path.relative(realPath(dir, files), realPath(file, files))
  if (target === path.relative(dir, file)) return digest
  return sha256(`${digest} at ${target.replaceAll(path.sep, '/')}`)
}

function hashPieces(file: string, files: Files): string | FileProblem {
  const { createHash } = process.getBuiltinModule('node:crypto')
  const hash = createHash('sha256')
  const read = files.readPieces(file, MAX_HASHED_BYTES, (piece) => void hash.update(piece))
  if (read === undefined) return { problem: 'dangling', detail: 'gone' }
  return isFileProblem(read) ? read : hash.digest('hex')
}

function nameIn(file: string, { dir }: Project): string {
  return path.relative(dir, file).replaceAll(path.sep, '/')
}
