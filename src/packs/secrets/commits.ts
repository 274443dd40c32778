import * as path from 'node:path'
import type { Event } from '../../core/event.ts'
import type { PackContext } from '../code.ts'
import { plainText } from '../plain-text.ts'
import { openSafeGit, type SafeGit } from '../repository/safe-git.ts'
import { addedTexts } from './added.ts'
import { commitCalls, type CommitCall } from './commit-calls.ts'
import type { Text } from './hit.ts'
import type { Policy } from './policy.ts'

const TIMEOUT_MS = 15_000
const MOST_BYTES = 16 * 1_048_576

/** New files of one call that are read, and bytes of each. */
const MOST_FILES = 2_000
const MOST_FILE_BYTES = 2 * 1_048_576

/** The two sides are compared as they are: nothing is converted, and a file marked as binary is text as well. */
const COMPARE = [
  '-c',
  'core.quotePath=false',
  'diff-index',
  '-p',
  '-U0',
  '-M',
  '--text',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=all',
  '--src-prefix=a/',
  '--dst-prefix=b/',
]

/** Returns what a call is about to commit or stage, as far as it is new. */
export async function committedTexts(
  event: Event,
  policy: Policy,
  context: PackContext,
): Promise<readonly Text[]> {
  const texts: Text[] = []
  for (const call of commitCalls(event)) texts.push(...(await textsOfCall(call, policy, context)))
  return texts
}

async function textsOfCall(call: CommitCall, policy: Policy, context: PackContext): Promise<readonly Text[]> {
  const git = await openSafeGit(call.folder, context)
  if (git === undefined) return []
  const base = await baseOf(git)
  const paths = pathsOf(call, context)
  const staged = call.isCommit ? await compared(git, ['--cached', base]) : []
  const changed = call.files === 'none' ? [] : await compared(git, [base, '--', ...paths])
  const fresh =
    call.files === 'new' || call.files === 'ignored' ? await newFiles(git, { call, paths, context }) : []
  return [...staged, ...changed, ...fresh]
    .filter(({ name }) => name === undefined || !policy.isExcluded(name))
    .map(({ name, text, firstLine }) => ({
      place: 'commits' as const,
      where: name === undefined ? 'what would be committed' : `${plainText(name)}, which would be committed`,
      text,
      ...(firstLine !== undefined && { firstLine }),
    }))
}

type Added = { readonly name?: string; readonly text: string; readonly firstLine?: number }

/** A repository without a commit is compared with nothing. */
async function baseOf(git: SafeGit): Promise<string> {
  const head = await git({ args: ['rev-parse', '-q', '--verify', 'HEAD^{commit}'], timeoutMs: TIMEOUT_MS })
  if (head?.code === 0) return 'HEAD'
  const empty = await git({
    args: ['hash-object', '-t', 'tree', '--stdin'],
    timeoutMs: TIMEOUT_MS,
    input: '',
  })
  return empty?.stdout.trim() ?? 'HEAD'
}

async function compared(git: SafeGit, args: readonly string[]): Promise<readonly Added[]> {
  const output = await git({ args: [...COMPARE, ...args], timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES })
  if (output?.code !== 0 || output.isCut) return [TOO_LONG]
  return addedTexts(output.stdout)
}

/** Longer than what is looked through, so that it is reported. */
const TOO_LONG: Added = { text: ' '.repeat(MOST_BYTES) }

/** The words that are files or folders. Empty: any file of the folder. */
function pathsOf({ folder, words }: CommitCall, { files }: PackContext): readonly string[] {
  return words.filter((word) => files.kind(path.resolve(folder, word)) !== undefined)
}

type Fresh = {
  readonly call: CommitCall
  readonly paths: readonly string[]
  readonly context: PackContext
}

async function newFiles(git: SafeGit, { call, paths, context }: Fresh): Promise<readonly Added[]> {
  const isForced = call.files === 'ignored' && paths.length > 0
  const args = ['ls-files', '-z', '--others', ...(isForced ? [] : ['--exclude-standard']), '--', ...paths]
  const output = await git({ args, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES })
  if (output?.code !== 0 || output.isCut) return [TOO_LONG]
  const names = output.stdout.split('\0').filter((name) => name !== '')
  const texts = names.slice(0, MOST_FILES).flatMap((name) => readNew(name, call.folder, context))
  return names.length > MOST_FILES ? [...texts, TOO_LONG] : texts
}

/** Of a link git takes the path that it holds, not what is behind it. */
function readNew(name: string, folder: string, { files }: PackContext): readonly Added[] {
  const top = files.realpath(folder)
  if (typeof top !== 'string') return []
  const file = path.join(top, name)
  if (files.realpath(file) !== file) return []
  const bytes = files.readBytes(file, MOST_FILE_BYTES)
  if (!(bytes instanceof Uint8Array)) return bytes?.problem === 'too-large' ? [{ ...TOO_LONG, name }] : []
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  return [{ name, text: new TextDecoder(encoding).decode(bytes), firstLine: 1 }]
}
