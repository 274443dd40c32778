import { createHash, type Hash } from 'node:crypto'
import * as path from 'node:path'
import { isFileProblem } from '../../ports/files.ts'
import type { PackContext } from '../code.ts'
import { askGit } from '../projects/ask-git.ts'

const MOST_FILES = 50_000
const MOST_BYTES = 256 * 1_048_576
/** Files between two moments in which others of this process get their turn. */
const IN_A_ROW = 100

/** Files that git usually ignores, and that say what is installed or how programs are set up. */
const IGNORED_INPUTS = [
  '.env',
  '.env.local',
  '.env.test',
  '.env.test.local',
  'node_modules/.package-lock.json',
  'node_modules/.modules.yaml',
  'node_modules/.yarn-state.yml',
  '.pnp.cjs',
  '.venv/pyvenv.cfg',
]
/** Variables that choose the programs which run. */
const VARIABLES = ['PATH', 'NODE_OPTIONS', 'VIRTUAL_ENV', 'PYTHONPATH']

/**
 * Returns a digest of what a check of the repository may read: HEAD, the index, the bytes of every file that is tracked,
 * or untracked and not ignored, and what says which programs are installed in the top folder. Undefined: it cannot be
 * known, or there is too much.
 */
export async function treeState(root: string, context: PackContext): Promise<string | undefined> {
  const ask = async (...args: readonly string[]): Promise<string | undefined> => {
    const reply = await askGit({ cwd: root, args }, context)
    return reply?.code === 0 ? reply.stdout : undefined
  }
  const head = await askGit({ cwd: root, args: ['rev-parse', '-q', '--verify', 'HEAD'] }, context)
  const index = await ask('ls-files', '-z', '--stage')
  const listed = await ask('ls-files', '-z', '--cached', '--others', '--exclude-standard')
  if (head === undefined || index === undefined || listed === undefined) return undefined
  const names = [...new Set(listed.split('\0'))].filter((name) => name !== '')
  if (names.length > MOST_FILES || names.some(isUnreadable) || hasSubmodule(index)) return undefined
  const variables = VARIABLES.map((name) => context.variables[name] ?? '').join('\0')
  const hash = createHash('sha256').update(`${head.stdout}\0${index}\0${variables}\0`)
  const all = [...new Set([...names, ...IGNORED_INPUTS])]
  return (await addFiles(hash, { root, names: all, context })) ? hash.digest('hex') : undefined
}

/** The name of a folder is that of another repository; a name that is not UTF-8 cannot be opened. */
function isUnreadable(name: string): boolean {
  return name.endsWith('/') || name.includes('\uFFFD')
}

/** What is in another repository is not listed here. */
function hasSubmodule(index: string): boolean {
  return /(?:^|\0)160000 /.test(index)
}

type Adding = { readonly root: string; readonly names: readonly string[]; readonly context: PackContext }

/** False: there is too much, or nobody waits any more. */
async function addFiles(hash: Hash, { root, names, context }: Adding): Promise<boolean> {
  let left = MOST_BYTES
  for (const [at, name] of names.entries()) {
    const file = createHash('sha256')
    const size = context.files.readPieces(path.join(root, name), left, (piece) => file.update(piece))
    if (isFileProblem(size) && size.problem === 'too-large') return false
    left -= typeof size === 'number' ? size : 0
    const kind = isFileProblem(size) ? size.problem : size === undefined ? 'absent' : 'file'
    hash.update(`${name}\0${kind}\0${file.digest('hex')}\0`)
    if (at % IN_A_ROW === 0) await new Promise((resolve) => setImmediate(resolve))
    if (context.signal.aborted) return false
  }
  return true
}
