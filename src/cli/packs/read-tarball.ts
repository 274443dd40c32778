import type { Buffer } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import { PACK_BOUNDS } from '../../config/pack-tree.ts'

/** A file of a package. */
export type PackedFile = { readonly bytes: Uint8Array; readonly isProgram: boolean }

/** Files of a package by path with slashes, without the folder that packages have around everything. */
export type PackedFiles = ReadonlyMap<string, PackedFile>

const BLOCK = 512
/** Headers, padding and folders come on top of the files. */
const MOST_BYTES = PACK_BOUNDS.bytes + PACK_BOUNDS.files * 4 * BLOCK

/**
 * Reads the tarball of a package as npm makes them: regular files and folders. A text says why it is refused: a link, a
 * path that leads out of it, two files of one name, or too much.
 */
export function readTarball(packed: Uint8Array): PackedFiles | string {
  const tar = unzip(packed)
  if (typeof tar === 'string') return tar
  const files = new Map<string, PackedFile>()
  let bytes = 0
  for (const entry of entriesOf(tar)) {
    if (typeof entry === 'string') return entry
    const name = nameOf(entry.path)
    if (name === undefined)
      return `it holds the path ${quoted(entry.path)}, which is not one inside a package`
    if (entry.type === FOLDER) continue
    if (entry.type !== FILE) return `it holds ${quoted(name)}, which is a link or a device`
    if ([...files.keys()].some((each) => each.toLowerCase() === name.toLowerCase()))
      return `it holds ${quoted(name)} twice`
    bytes += entry.bytes.byteLength
    if (
      bytes > PACK_BOUNDS.bytes ||
      files.size >= PACK_BOUNDS.files ||
      entry.bytes.byteLength > PACK_BOUNDS.fileBytes
    )
      return 'it is too large'
    files.set(name, { bytes: entry.bytes, isProgram: entry.isProgram })
  }
  return files
}

function unzip(packed: Uint8Array): Buffer | string {
  try {
    return gunzipSync(packed, { maxOutputLength: MOST_BYTES })
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return isLarge ? 'it is too large' : 'it is not a gzip file'
  }
}

const FILE = '0'
const FOLDER = '5'

type TarEntry = {
  readonly path: string
  readonly type: string
  readonly bytes: Uint8Array
  readonly isProgram: boolean
}

function* entriesOf(tar: Buffer): Generator<TarEntry | string> {
  let next: Extended = {}
  for (let at = 0; at + BLOCK <= tar.length;) {
    const header = tar.subarray(at, at + BLOCK)
    // Two empty blocks end it; what follows is nothing that npm would unpack.
    if (header.every((byte) => byte === 0)) return
    if (!hasSum(header)) return yield 'it is not a tar file'
    const size = next.size ?? numberAt(header, 124, 12)
    const type = header.toString('latin1', 156, 157).replace('\0', FILE)
    const bytes = tar.subarray(at + BLOCK, at + BLOCK + size)
    if (!Number.isSafeInteger(size) || size < 0 || bytes.length !== size)
      return yield 'it ends in the middle of a file'
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    if (type === 'g') continue
    if (type === 'x') next = extendedBy(bytes)
    else if (type === 'L') next = { path: textIn(bytes) }
    else {
      yield {
        path: next.path ?? pathOf(header),
        type,
        bytes,
        isProgram: (numberAt(header, 100, 8) & 0o111) !== 0,
      }
      next = {}
    }
  }
}

/** What a header of its own says about the entry after it. */
type Extended = { readonly path?: string; readonly size?: number }

function extendedBy(bytes: Buffer): Extended {
  const found = new Map<string, string>()
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(0x20, at)
    const length = Number(bytes.toString('latin1', at, Math.max(at, blank)))
    if (!Number.isInteger(length) || length <= blank - at) break
    const line = bytes.toString('utf8', blank + 1, at + length)
    const [, key = '', value = ''] = /^([^=]*)=(.*)\n$/s.exec(line) ?? []
    found.set(key, value)
    at += length
  }
  const [path, size] = [found.get('path'), found.get('size')]
  return { ...(path !== undefined && { path }), ...(size !== undefined && { size: Number(size) }) }
}

function pathOf(header: Buffer): string {
  const prefix = header.toString('latin1', 257, 262) === 'ustar' ? textIn(header.subarray(345, 500)) : ''
  const name = textIn(header.subarray(0, 100))
  return prefix === '' ? name : `${prefix}/${name}`
}

function textIn(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end)
}

function numberAt(header: Buffer, at: number, length: number): number {
  const text = header
    .toString('latin1', at, at + length)
    .replace(/[\0 ]+$/, '')
    .trim()
  return /^[0-7]*$/.test(text) ? Number.parseInt(text || '0', 8) : Number.NaN
}

function hasSum(header: Buffer): boolean {
  const blank = 8 * 0x20
  const own = header.subarray(148, 156).reduce((sum, byte) => sum + byte, 0)
  return header.reduce((sum, byte) => sum + byte, 0) - own + blank === numberAt(header, 148, 8)
}

/** The path inside the package; the first folder is `package` in most, and anything in some. */
function nameOf(path: string): string | undefined {
  const steps = path.replace(/\/+$/, '').split('/')
  const isPlain = steps.every((step) => step !== '' && step !== '.' && step !== '..')
  // oxlint-disable-next-line no-control-regex -- no name of a file may steer a terminal
  if (!isPlain || /[\\:\u0000-\u001F\u007F]/.test(path)) return undefined
  const name = steps.slice(1).join('/')
  return name === '' && !path.endsWith('/') && steps.length === 1 ? undefined : name
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100))
}
