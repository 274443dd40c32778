import * as path from 'node:path'
import {
  isFileProblem,
  type Entry,
  type FileKind,
  type FileProblem,
  type Files,
} from '../../src/ports/files.ts'

/** What stands at a path: text, bytes, a link to another path, or a problem. Parent folders are implied. */
export type MemoryEntry = string | Uint8Array | { readonly link: string } | FileProblem

export function memoryFiles(entries: Readonly<Record<string, MemoryEntry>>): Files {
  const paths = Object.keys(entries)
  const isFolder = (place: string): boolean => paths.some((each) => each.startsWith(withSlash(place)))

  function follow(place: string, hops = 0): string {
    const entry = entries[place]
    return isLink(entry) && hops < 8 ? follow(path.resolve(path.dirname(place), entry.link), hops + 1) : place
  }

  function kind(place: string): FileKind | FileProblem | undefined {
    const target = follow(place)
    const entry = entries[target]
    if (isFileProblem(entry)) return entry
    if (isLink(entry)) return 'dangling'
    if (entry !== undefined) return 'file'
    if (isFolder(target)) return 'directory'
    return target === place ? undefined : 'dangling'
  }

  function readBytes(place: string, maxBytes: number): Uint8Array | FileProblem | undefined {
    const entry = entries[follow(place)]
    if (isFileProblem(entry)) return entry
    if (entry === undefined || isLink(entry)) {
      return kind(place) === 'directory' ? { problem: 'directory', detail: 'EISDIR' } : undefined
    }
    const bytes = typeof entry === 'string' ? new TextEncoder().encode(entry) : entry
    return bytes.length > maxBytes ? { problem: 'too-large', detail: `more than ${maxBytes} bytes` } : bytes
  }

  return {
    kind,
    readBytes,
    readPieces(place, maxBytes, take) {
      const bytes = readBytes(place, maxBytes)
      if (bytes === undefined || isFileProblem(bytes)) return bytes
      take(bytes)
      return bytes.length
    },
    realpath: (place) => (kind(place) === undefined ? undefined : follow(place)),
    list(place) {
      if (!isFolder(place)) return undefined
      const below = paths.filter((each) => each.startsWith(withSlash(place)))
      const names = new Set(below.map((each) => each.slice(withSlash(place).length).split('/')[0] ?? ''))
      return [...names].map((name): Entry => ({ name, kind: entryKind(withSlash(place) + name) }))
    },
  }

  function entryKind(place: string): Entry['kind'] {
    if (isLink(entries[place])) return 'link'
    return isFolder(place) ? 'directory' : 'file'
  }
}

function isLink(entry: MemoryEntry | undefined): entry is { readonly link: string } {
  return typeof entry === 'object' && 'link' in entry
}

function withSlash(place: string): string {
  return place.endsWith('/') ? place : `${place}/`
}
