import * as path from 'node:path'
import { findPacks } from '../../config/find-packs.ts'
import type { Hook } from '../../core/hook.ts'
import type { Issue } from '../../core/issue.ts'
import type { FoundPack, Places } from '../../dialects/dialect.ts'
import { hookwright } from '../../dialects/hookwright/index.ts'
import { limits } from '../../engine/limits.ts'
import type { Files } from '../../ports/files.ts'
import type { PackedFiles } from './read-tarball.ts'

/** The hooks that a package would bring with the options it has by itself, and what is wrong with it. Writes nothing. */
export async function heldHooks(
  use: string,
  packed: PackedFiles,
  places: Places,
): Promise<{ readonly hooks: readonly Hook[]; readonly issues: readonly Issue[] }> {
  const side = await hookwright.config()
  const root = path.join(path.sep, 'pack')
  const usesOf = side.packUses ?? (() => [])
  const { packs } = findPacks(['.'], {
    file: { dialect: hookwright.name, path: path.join(root, 'use.yaml'), scope: 'user' },
    places,
    files: inMemory(packed, root),
    stateDir: undefined,
    maxBytes: limits.configBytes,
    maxDepth: limits.configDepth,
    usesOf,
  })
  const found = new Map([[use, packs.get('.') as FoundPack]])
  const file = path.join(root, 'use.yaml')
  const reading = side.read({ file, scope: 'user', value: { packs: [{ use }] }, packs: found }, places)
  return { hooks: reading.hooks, issues: reading.issues.filter(({ severity }) => severity === 'error') }
}

/** What is packed, as if it were unpacked. */
function inMemory(packed: PackedFiles, root: string): Files {
  const nameOf = (file: string): string => path.relative(root, file).replaceAll(path.sep, '/')
  const bytesOf = (file: string): Uint8Array | undefined => packed.get(nameOf(file))?.bytes
  return {
    readBytes: bytesOf,
    readPieces: () => undefined,
    kind: (file) => (bytesOf(file) === undefined ? undefined : 'file'),
    realpath: (file) => file,
    list: () => undefined,
  }
}
