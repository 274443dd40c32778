import { basename, dirname } from 'node:path'
import type { Entry, FileProblem, Files } from '../ports/files.ts'

/** What a file held when it was last accepted; undefined when it was not there. */
export type Held = Uint8Array | FileProblem | undefined

/**
 * The disk as it was accepted: these files are read as they were then, whatever stands there now. An edit that a hook
 * vetoed stays out of every later reading too, until the file changes again.
 */
export function heldFiles(files: Files, held: ReadonlyMap<string, Held>): Files {
  return {
    readBytes: (path, maxBytes) => (held.has(path) ? held.get(path) : files.readBytes(path, maxBytes)),
    readPieces(path, maxBytes, take) {
      const content = held.get(path)
      if (!held.has(path)) return files.readPieces(path, maxBytes, take)
      if (!(content instanceof Uint8Array)) return content
      take(content)
      return content.length
    },
    kind(path) {
      if (!held.has(path)) return files.kind(path)
      const content = held.get(path)
      return content instanceof Uint8Array ? 'file' : content
    },
    realpath(path) {
      const found = files.realpath(path)
      if (!held.has(path)) return found
      return held.get(path) === undefined ? undefined : (found ?? path)
    },
    list: (path) => listed(path, files.list(path), held),
  }
}

function listed(
  folder: string,
  entries: readonly Entry[] | FileProblem | undefined,
  held: ReadonlyMap<string, Held>,
): readonly Entry[] | FileProblem | undefined {
  const here = [...held].filter(([path]) => dirname(path) === folder)
  if (here.length === 0 || (entries !== undefined && 'problem' in entries)) return entries
  const names = new Map(here.map(([path, content]) => [basename(path), content]))
  const others = (entries ?? []).filter(({ name }) => !names.has(name) || names.get(name) !== undefined)
  const known = new Set(others.map(({ name }) => name))
  const gone = [...names].filter(([name, content]) => content !== undefined && !known.has(name))
  const all = [...others, ...gone.map(([name]): Entry => ({ name, kind: 'file' }))]
  return entries === undefined && all.length === 0 ? undefined : all
}
