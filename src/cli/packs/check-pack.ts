import { createHash } from 'node:crypto'
import type { NpmName } from '../../config/npm-packs.ts'
import type { LockedPack } from '../../config/pack-lock.ts'
import type { FetchedPack } from './fetch-pack.ts'
import { readTarball, type PackedFiles } from './read-tarball.ts'

/** A package that may be unpacked. */
export type CheckedPack = { readonly files: PackedFiles; readonly locked: LockedPack }

/** npm runs these when a package is installed (fault S51). */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']

/** Looks through a package before anything of it is written. A text says why it is refused. */
export function checkPack({ bytes, integrity }: FetchedPack, named: NpmName): CheckedPack | string {
  const files = readTarball(bytes)
  if (typeof files === 'string') return files
  const why = wrongManifest(files.get('package.json')?.bytes, named)
  if (why !== undefined) return why
  if (!files.has('pack.yaml')) return 'it has no pack.yaml, so it is not a pack'
  const digests = [...files].map(([name, file]) => [
    name,
    createHash('sha256').update(file.bytes).digest('hex'),
  ])
  const sorted = digests.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return { files, locked: { integrity, files: Object.fromEntries(sorted) as LockedPack['files'] } }
}

function wrongManifest(bytes: Uint8Array | undefined, { name, version }: NpmName): string | undefined {
  const manifest = bytes === undefined ? undefined : parse(bytes)
  if (manifest === undefined) return 'its package.json is missing or broken'
  if (manifest['name'] !== name || manifest['version'] !== version)
    return 'its package.json names another package or version'
  const script = INSTALL_SCRIPTS.find((each) => Object.hasOwn(mapping(manifest['scripts']), each))
  if (script !== undefined) return `it has an install script (${script}), and packs may not have one`
  const [dependency] = Object.keys(mapping(manifest['dependencies']))
  return dependency === undefined
    ? undefined
    : `it needs "${dependency.slice(0, 100)}", and packages that a pack depends on are not fetched; they have to be bundled into its files`
}

function parse(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return mapping(value)
  } catch {
    return undefined
  }
}

function mapping(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}
