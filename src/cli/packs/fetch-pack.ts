import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import type { NpmName } from '../../config/npm-packs.ts'
import { PACK_BOUNDS } from '../../config/pack-tree.ts'
import type { Env } from '../../ports/env.ts'
import { systemFiles } from '../../ports/files.ts'
import { collect } from '../../process/collect.ts'

/** The bytes of a package, and their digest as npm writes it. */
export type FetchedPack = { readonly bytes: Uint8Array; readonly integrity: string }

/** What `npm pack` prints is short; a bound all the same. */
const MOST_OUTPUT = 4 * 1_048_576
const PATIENCE_MS = 120_000

/**
 * Lets the person's own npm fetch a package, so that its registry, its proxy and its login are npm's. No script of
 * anybody runs. A text says why it failed.
 */
export async function fetchPack(
  { name, version }: NpmName,
  { env, cwd, signal }: { readonly env: Env; readonly cwd: string; readonly signal: AbortSignal },
): Promise<FetchedPack | string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hookwright-pack-'))
  try {
    const args = ['pack', `${name}@${version}`, '--ignore-scripts', '--pack-destination', folder]
    const ended = await collect({
      file: 'npm',
      args,
      cwd,
      env: env.variables,
      maxBytes: MOST_OUTPUT,
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    })
    if (ended.kind === 'not-started') return `npm could not be started: ${ended.issue.message}`
    if (ended.kind !== 'exited') return 'npm did not end in time'
    if (ended.code !== 0) return `npm failed: ${reasonIn(ended.stderr.toString())}`
    return readFetched(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readFetched(folder: string): FetchedPack | string {
  const [first, ...more] = readdirSync(folder)
  if (first === undefined || more.length > 0) return 'npm did not write one tarball'
  const bytes = systemFiles.readBytes(path.join(folder, first), PACK_BOUNDS.bytes)
  if (!(bytes instanceof Uint8Array)) return 'its tarball is too large'
  return { bytes, integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}` }
}

const MOST_CHARACTERS = 300

/** The lines that say what is wrong. */
function reasonIn(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !/^(?:npm warn|A complete log|Log files)/.test(line))
  return lines.slice(0, 4).join(' ').slice(0, MOST_CHARACTERS)
}
