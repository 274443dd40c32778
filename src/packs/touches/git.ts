import { gitSubcommand } from '../../analyze/programs/git.ts'
import type { Word } from '../../analyze/line.ts'
import { has, restOf, takeOptions, texts, valuesOf } from './options.ts'
import { each, literal, within, type Touch, type Toucher } from './touch.ts'

/** The words of a git command. */
export type GitCall = {
  /** The folders of `-C`, in order. */
  readonly folders: readonly Word[]
  /** The subcommand. Absent: there is none. */
  readonly command?: Word
  /** Its arguments. */
  readonly args: readonly Word[]
  /** Options of git itself. */
  readonly before: readonly Word[]
}

/** Takes the words of a git command apart; the first of `words` is git. */
export function gitCall(words: readonly Word[]): GitCall {
  const at = gitSubcommand(texts(words), 0)
  const before = words.slice(1, at)
  const folders = before.filter((_, index) => before[index - 1]?.text === '-C')
  const command = words[at]
  return { folders, ...(command && { command }), args: words.slice(at + 1), before }
}

/** The paths that `git clean` keeps to; undefined when it goes through the whole tree. */
export function cleanedPaths(args: readonly Word[]): readonly Word[] | undefined {
  const { operands } = takeOptions(args, { valued: '-e --exclude' })
  // A pathspec such as `:/` or `*` takes the whole tree.
  const isNarrow = operands.every(({ text }) => !text.startsWith(':') && /\w{2}|^\$/.test(text))
  return isNarrow && operands.length > 0 ? operands : undefined
}

type Use = (args: readonly Word[]) => readonly Touch[]

const HERE: readonly Touch[] = [{ how: 'change', file: literal('.'), below: true }]

/** Files behind `--`, else those that look like paths and not like names of commits. */
function pathsIn(args: readonly Word[]): readonly Word[] {
  const at = args.findIndex(({ text }) => text === '--')
  if (at !== -1) return args.slice(at + 1)
  return takeOptions(args, { valued: '-s --source -b -B --conflict -m' }).operands.filter(({ text }) =>
    /[./*~]/.test(text),
  )
}

const restored: Use = (args) => each('write', pathsIn(args))

const shown: Use = (args) =>
  each('read', [...pathsIn(args), ...takeOptions(args).operands.flatMap((word) => inCommit(word))])

/** `HEAD:path`, and `:0:path` for what is staged. */
function inCommit(word: Word): readonly Word[] {
  const [start] = /^(?::[0-3]:|[^:]{0,255}:)(?=.)/.exec(word.text) ?? []
  return start === undefined ? [] : [restOf(word, start.length)]
}

/** A file whose text goes into a commit, a tag or a note. */
const message: Use = (args) =>
  each(
    'read',
    valuesOf(takeOptions(args, { valued: '-m -F --file -C -c -t --author --date' }), '-F', '--file'),
  )

/** Subcommands that touch files of the work tree. */
const USES: Readonly<Record<string, Use>> = {
  checkout: restored,
  restore: (args) =>
    has(takeOptions(args), '--staged', '-S') && !has(takeOptions(args), '--worktree', '-W')
      ? []
      : each('write', takeOptions(args, { valued: '-s --source' }).operands),
  rm: (args) =>
    has(takeOptions(args), '--cached')
      ? []
      : each(has(takeOptions(args), '-r') ? 'delete-tree' : 'delete', takeOptions(args).operands),
  clean: (args) =>
    has(takeOptions(args), '-n', '--dry-run') ? [] : each('delete-tree', cleanedPaths(args) ?? []),
  mv: (args) => {
    const { operands } = takeOptions(args)
    const target = operands.at(-1)
    if (target === undefined || operands.length < 2) return []
    const sources = operands.slice(0, -1)
    return [
      ...each('move', sources),
      ...each('write', [target, ...sources.map((file) => within(target, file))]),
    ]
  },
  apply: (args) =>
    has(takeOptions(args), '--check', '--stat', '--numstat', '--summary')
      ? []
      : [
          ...each('read', takeOptions(args, { valued: '-p --directory --exclude --include -C' }).operands),
          ...HERE,
        ],
  am: (args) => [...each('read', takeOptions(args).operands), ...HERE],
  show: shown,
  'cat-file': shown,
  annotate: shown,
  difftool: shown,
  whatchanged: shown,
  'format-patch': shown,
  'checkout-index': (args) => each('read', takeOptions(args, { valued: '--prefix --stage' }).operands),
  'send-email': (args) => each('read', takeOptions(args, { valued: '--to --cc --from --subject' }).operands),
  commit: message,
  tag: message,
  notes: message,
  config: (args) => each('any', valuesOf(takeOptions(args, { valued: '-f --file' }), '-f', '--file')),
  blame: (args) => each('read', pathsIn(args)),
  diff: (args) => [...each('read', pathsIn(args)), ...each('write', valuesOf(takeOptions(args), '--output'))],
  grep: (args) => each('read', args.some(({ text }) => text === '--') ? pathsIn(args) : []),
  log: (args) => (has(takeOptions(args), '-p', '--patch') ? each('read', pathsIn(args)) : []),
  'hash-object': (args) => each('read', takeOptions(args, { valued: '-t' }).operands),
  archive: (args) =>
    each('write', valuesOf(takeOptions(args, { valued: '-o --output --prefix --format' }), '-o', '--output')),
}

/** Files that a git command touches. */
export const git: Toucher = (_, { words }) => {
  const { command, args, folders } = gitCall(words)
  const use = command === undefined || !Object.hasOwn(USES, command.text) ? undefined : USES[command.text]
  const folder = folders.at(-1)
  const found = use?.(args) ?? []
  return folder === undefined
    ? found
    : found.map((touch) => ({
        ...touch,
        file: /^[/~$]/.test(touch.file.text) ? touch.file : below(folder, touch.file),
      }))
}

function below(folder: Word, file: Word): Word {
  return {
    text: `${folder.text}/${file.text}`,
    shape: `${folder.shape}/${file.shape}`,
    known: folder.known && file.known,
    isGlob: folder.isGlob || file.isGlob,
  }
}
