import * as path from 'node:path'
import { analyze } from '../../analyze/analyze.ts'
import type { Program, Word } from '../../analyze/line.ts'
import { gitSubcommand } from '../../analyze/programs/git.ts'
import type { Event } from '../../core/event.ts'
import { commandsOf, type CalledCommand } from '../calls/commands.ts'

/** What a call takes over into a repository. */
export type CommitCall = {
  /** Absolute path of the folder in which git runs. */
  readonly folder: string
  /** True: what is staged is committed. */
  readonly isCommit: boolean
  /** Which changed files of the work tree go along: none, those that git knows, new ones too, or ignored ones too. */
  readonly files: 'none' | 'tracked' | 'new' | 'ignored'
  /** Words of the call that may be paths, as it has them. Empty: any file may be meant. */
  readonly words: readonly string[]
}

/** Subcommands that commit or stage nothing of the work tree. */
const OTHERS: ReadonlySet<string> = new Set(
  (
    'am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore checkout cherry cherry-pick ' +
    'clean clone config count-objects credential daemon describe diff diff-files diff-index diff-tree difftool ' +
    'fast-export fast-import fetch filter-branch for-each-ref format-patch fsck gc grep hash-object help init lfs log ' +
    'ls-files ls-remote ls-tree maintenance merge merge-base merge-file merge-tree mergetool mv name-rev notes pack-refs ' +
    'prune pull push range-diff read-tree rebase reflog remote replace rerere reset restore rev-list rev-parse revert rm ' +
    'send-email shortlog show show-branch show-ref sparse-checkout stash status submodule switch symbolic-ref tag ' +
    'unpack-objects update-ref var verify-commit verify-tag version whatchanged worktree --version --help'
  ).split(' '),
)

const ALL_TRACKED =
  /^(?:--all|-[A-Za-z]{0,40}a[A-Za-z]{0,40}|--include|--only|-[io]|-[pu]|--patch|--update|--interactive)$/

/** Returns what a call commits or stages, whichever way it is written. */
export function commitCalls(event: Event): readonly CommitCall[] {
  return [...commandsOf(event).flatMap((command) => inCommand(command, event)), ...byTool(event)]
}

function inCommand(command: CalledCommand, { cwd }: Event): readonly CommitCall[] {
  const { line, language, folder = '.' } = command
  if (!/git|commit/i.test(line) && !/[$`\\]/.test(line)) return []
  const start = path.resolve(cwd, folder)
  const { programs, unanalysable } = analyze(line, { language })
  const found = programs.flatMap((program) => inProgram(program, start))
  const isDoubtful = found.length === 0 && unanalysable.length > 0 && /commit/i.test(line)
  return isDoubtful ? [{ folder: start, isCommit: true, files: 'none', words: [] }] : found
}

function inProgram({ name, words, folder }: Program, start: string): readonly CommitCall[] {
  if (name !== 'git') return []
  const texts = words.map(({ text }) => text)
  const at = gitSubcommand(texts, 0)
  const place = within(texts.slice(1, at), folder.kind === 'known' ? path.resolve(start, folder.path) : start)
  const subcommand = texts[at]
  const rest = words.slice(at + 1)
  switch (subcommand) {
    case undefined:
      return []
    case 'commit':
      return [{ folder: place, isCommit: true, files: trackedBy(rest), words: wordsOf(rest) }]
    case 'add':
    case 'stage':
      return [{ folder: place, isCommit: false, files: newBy(rest), words: wordsOf(rest) }]
    case 'update-index':
      return [{ folder: place, isCommit: false, files: 'ignored', words: wordsOf(rest) }]
    default:
      // An alias of the config, which may commit everything.
      return OTHERS.has(subcommand) ? [] : [{ folder: place, isCommit: true, files: 'tracked', words: [] }]
  }
}

/** `-C` leads to other folders, one after the other. */
function within(options: readonly string[], start: string): string {
  return options.reduce(
    (folder, option, at) => (options[at - 1] === '-C' ? path.resolve(folder, option) : folder),
    start,
  )
}

function trackedBy(rest: readonly Word[]): CommitCall['files'] {
  const isAll = rest.some(({ text, known }) => !known || ALL_TRACKED.test(text))
  return isAll || rest.some(({ text }, at) => isPath(text, rest[at - 1]?.text)) ? 'tracked' : 'none'
}

/** Neither an option nor the value of one, as far as can be seen. */
function isPath(text: string, before = ''): boolean {
  return (
    !text.startsWith('-') &&
    !/^(?:-[A-Za-z]*[mFCct]|--(?:message|file|author|date|template|cleanup|fixup|squash|trailer|reuse-message|reedit-message))$/.test(
      before,
    )
  )
}

function newBy(rest: readonly Word[]): CommitCall['files'] {
  return rest.some(({ text }) => /^(?:--force|-[A-Za-z]{0,40}f[A-Za-z]{0,40})$/.test(text))
    ? 'ignored'
    : 'new'
}

/** Empty where one word is only known at run time. */
function wordsOf(rest: readonly Word[]): readonly string[] {
  if (rest.some(({ known }) => !known)) return []
  return rest.map(({ text }) => text).filter((text) => text !== '' && !text.startsWith('-'))
}

/** Tools of MCP servers that commit or stage. */
function byTool({ tool, cwd }: Event): readonly CommitCall[] {
  const name = tool?.name ?? ''
  if (!name.startsWith('mcp__') || !/git/i.test(name)) return []
  const isCommit = /commit/i.test(name)
  if (!isCommit && !/(?:^|[_-])(?:add|stage)(?:$|[_-])/i.test(name.slice(5))) return []
  const folder = [tool?.input['repo_path'], tool?.input['path'], tool?.input['cwd']].find(
    (value) => typeof value === 'string',
  )
  const place = path.resolve(cwd, typeof folder === 'string' ? folder : '.')
  return [{ folder: place, isCommit, files: isCommit ? 'none' : 'new', words: [] }]
}
