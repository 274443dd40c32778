import * as path from 'node:path'
import { analyze } from '../../analyze/analyze.ts'
import type { Folder, Language, Program } from '../../analyze/line.ts'
import type { Event } from '../../core/event.ts'
import { commandsOf } from '../calls/commands.ts'
import type { PackContext } from '../code.ts'
import { askGit } from '../projects/ask-git.ts'
import { realPath, type Look } from '../projects/look.ts'
import { callIn, gitCallOf, type GitCall } from './git-call.ts'
import { commitFolderOf } from './commit-tool.ts'
import { makesCommit } from './makes-commit.ts'

/** Aliases that call aliases; git itself stops only at a circle. */
const MOST_ALIASES = 8

type Around = { readonly context: PackContext; readonly look: Look }

/** A line and the folder in which it starts. */
type Line = {
  readonly text: string
  readonly language: Language
  readonly cwd: string
  readonly depth: number
}

/** Returns the folders in which a call makes commits, without links and each once. Empty: it makes none. */
export async function commitFolders(event: Event, around: Around): Promise<readonly string[]> {
  const named = commitFolderOf(event)
  // A line that stands for such a tool does not know the folder.
  const commands = named.length > 0 ? [] : commandsOf(event)
  const lines = commands.map(({ line, language, folder = '.' }) => ({
    text: line,
    language,
    cwd: path.resolve(event.cwd, folder),
    depth: 0,
  }))
  const folders = [...named]
  for (const line of lines) folders.push(...(await foldersIn(line, around)))
  const real = folders.map((folder) => realPath(around.context.files, path.resolve(event.cwd, folder)))
  return [...new Set(real.filter((folder) => folder !== undefined))]
}

async function foldersIn(line: Line, around: Around): Promise<readonly string[]> {
  const { look } = around
  const { programs } = analyze(line.text, {
    language: line.language,
    read: (name) => look.text(path.resolve(line.cwd, name)),
  })
  const folders: string[] = []
  for (const program of programs) {
    const call = gitCallOf(program)
    if (call === undefined) continue
    const cwd = inFolder(line.cwd, program.folder)
    const start = { call, cwd: [...call.folders].reduce((at, next) => path.resolve(at, next), cwd) }
    folders.push(...(await commitsOf(start, { ...around, language: line.language, depth: line.depth })))
  }
  return folders
}

/** Where the folder is only known at run time, the commit is taken to be one of the folder in which the line starts. */
function inFolder(cwd: string, folder: Folder): string {
  return folder.kind === 'known' && !folder.path.startsWith('~') ? path.resolve(cwd, folder.path) : cwd
}

type Called = { readonly call: GitCall; readonly cwd: string }
type Depth = Around & { readonly language: Language; readonly depth: number }

async function commitsOf({ call, cwd }: Called, around: Depth): Promise<readonly string[]> {
  const { subcommand, args } = call
  // A subcommand that is only known at run time may be the one.
  if (subcommand.includes('*') || makesCommit(subcommand, args)) return [cwd]
  if (subcommand === '' || isOwnCommand(subcommand) || around.depth >= MOST_ALIASES) return []
  const value =
    call.aliases[subcommand.toLowerCase()] ?? (await configuredAlias(subcommand, cwd, around.context))
  if (value === undefined) return []
  const depth = around.depth + 1
  if (value.startsWith('!'))
    return foldersIn({ text: [value.slice(1), ...args].join(' '), language: 'bash', cwd, depth }, around)
  const next = callIn(['git', ...wordsOf(value), ...args])
  const aliases = { ...call.aliases, ...next.aliases }
  const nextCwd = next.folders.reduce((at, folder) => path.resolve(at, folder), cwd)
  return commitsOf({ call: { ...next, aliases }, cwd: nextCwd }, { ...around, depth })
}

/** git takes no alias of these names. Names that are not here cost a question to git, nothing more. */
const OWN: ReadonlySet<string> = new Set(
  (
    'add am apply archive bisect blame branch bundle cat-file check-ignore checkout cherry-pick clean clone config ' +
    'describe diff diff-files diff-index diff-tree fetch for-each-ref format-patch fsck gc grep help init log ' +
    'ls-files ls-remote ls-tree merge merge-base mv notes pull push range-diff rebase reflog remote reset restore ' +
    'rev-list rev-parse revert rm shortlog show stash status submodule switch symbolic-ref tag update-index ' +
    'update-ref version worktree write-tree commit commit-tree'
  ).split(' '),
)

function isOwnCommand(subcommand: string): boolean {
  return OWN.has(subcommand)
}

/** To read the config starts nothing; the alias is not run. */
async function configuredAlias(name: string, cwd: string, context: PackContext): Promise<string | undefined> {
  if (!/^[\w.-]{1,100}$/.test(name) || realPath(context.files, cwd) === undefined) return undefined
  const reply = await askGit({ cwd, args: ['config', '-z', '--get', `alias.${name}`] }, context)
  return reply?.code === 0 ? reply.stdout.replace(/\0$/, '') : undefined
}

/** An alias is split as a shell splits words. */
function wordsOf(alias: string): readonly string[] {
  const [program] = analyze(alias).programs as readonly (Program | undefined)[]
  return program?.words.map(({ text }) => text) ?? alias.split(/\s+/)
}
