import * as path from 'node:path'
import { issue, type Issue } from '../core/issue.ts'
import type { Files } from '../ports/files.ts'
import { sha256 } from './meaning.ts'
import { lockOf, readLock, type LockedPack } from './pack-lock.ts'
import { digestTree, readPackTree, type PackTree } from './pack-tree.ts'

/** A version of a package at npm. */
export type NpmName = { readonly name: string; readonly version: string }

const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/

/** The package that `npm:NAME@VERSION` names; a range or a tag is not a version. */
export function parseNpmName(use: string): NpmName | Issue {
  const [, name = '', version = ''] = /^npm:(@?[^@]*)(?:@(.*))?$/.exec(use) ?? []
  if (name.length > 214 || !NAME.test(name))
    return issue(
      'pack.name',
      {},
      `"use" must name a package as npm:NAME@VERSION.`,
      'Such as npm:some-pack@1.2.3.',
    )
  if (VERSION.test(version)) return { name, version }
  const said =
    version === '' ? `"npm:${name}" has no version` : `The version of "npm:${name}" is not an exact one`
  const hint = `A range or a tag would bring other code one day: write npm:${name}@1.2.3 with the version that you mean.`
  return issue('pack.version', {}, `${said}.`, hint)
}

/** Folders of unpacked packages, by the content of the package. */
export function contentFolder(stateDir: string, integrity: string): string {
  return path.join(stateDir, 'packs', sha256(integrity).slice(0, 40))
}

/** A pack of npm as its lock and the state folder have it. */
export type FoundNpmPack = {
  /** The lock and the folder of its content, whose change changes what was found. */
  readonly inputs: readonly string[]
} & (
  | { readonly folder: string; readonly integrity: string }
  /** Why it cannot be used. */
  | { readonly folder?: undefined; readonly problem: Issue }
)

/** Finds the content of a pack and compares each byte of it with the lock. Never fetches. */
export function findNpmPack(
  use: string,
  {
    config,
    stateDir,
    files,
  }: { readonly config: string; readonly stateDir: string | undefined; readonly files: Files },
): FoundNpmPack {
  const named = parseNpmName(use)
  const lockFile = lockOf(config)
  if ('code' in named) return { inputs: [], problem: named }
  const lock = readLock(lockFile, files)
  if (typeof lock === 'string')
    return {
      inputs: [lockFile],
      problem: issue(
        'pack.lock',
        {},
        `"${lockFile}" ${lock}.`,
        'Restore it from your repository, or add its packs again.',
      ),
    }
  const key = `${named.name}@${named.version}`
  const locked = Object.hasOwn(lock, key) ? lock[key] : undefined
  if (locked === undefined) return { inputs: [lockFile], problem: unlocked(use, lockFile) }
  const folder = contentFolder(stateDir ?? '', locked.integrity)
  const inputs = [lockFile, folder]
  const why = stateDir === undefined ? 'is not there' : differs(readPackTree(folder, files), locked)
  if (why === undefined)
    return { inputs, folder, integrity: `${locked.integrity} ${digestTree(locked.files)}` }
  return { inputs, problem: why === 'is not there' ? missing(use) : changed(use, why) }
}

/** What is unlike the lock; undefined: nothing. */
export function differs(tree: PackTree | string, { files }: Pick<LockedPack, 'files'>): string | undefined {
  if (typeof tree === 'string') return tree
  const names = new Set([...Object.keys(tree), ...Object.keys(files)])
  const name = [...names].toSorted().find((each) => own(tree, each) !== own(files, each))
  if (name === undefined) return undefined
  const what =
    own(tree, name) === undefined
      ? 'lacks'
      : own(files, name) === undefined
        ? 'has a new file'
        : 'has another'
  return `${what} "${name}"`
}

function own(tree: PackTree, name: string): string | undefined {
  return Object.hasOwn(tree, name) ? tree[name] : undefined
}

function unlocked(use: string, lockFile: string): Issue {
  return issue(
    'pack.unlocked',
    {},
    `"${use}" is not in "${lockFile}".`,
    `Run \`hookwright packs add ${use}\`, which fetches it and shows what it holds.`,
  )
}

function missing(use: string): Issue {
  return issue(
    'pack.missing',
    {},
    `The content of "${use}" is not on this machine.`,
    'Run `hookwright packs install`, which fetches what hookwright.lock names.',
  )
}

function changed(use: string, why: string): Issue {
  return issue(
    'pack.changed',
    {},
    `The content of "${use}" is not what hookwright.lock says: it ${why}.`,
    'Run `hookwright packs install`, which unpacks it again; if the lock was changed, find out by whom.',
  )
}
