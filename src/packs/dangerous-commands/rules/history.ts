import type { Word } from '../../../analyze/line.ts'
import { cleanedPaths, gitCall } from '../../touches/git.ts'
import { has, takeOptions, valuesOf, type Taken } from '../../touches/options.ts'
import type { Finding } from '../finding.ts'
import { asksForHelp, shown, type Rule } from '../look.ts'

/** Returns what a subcommand would do; undefined when it rewrites nothing. */
type Judge = (taken: Taken, args: readonly Word[]) => string | undefined

const WHOLE_TREE = /^(?:\.{1,2}\/?|:\/|:\(top\)|\*|\.\/\*)$/

const JUDGES: Readonly<Record<string, Judge>> = {
  push: pushed,
  reset: (taken) => {
    if (has(taken, '--hard')) return 'throw away every change that is not committed'
    // Without a commit it only ends a merge.
    return has(taken, '--keep', '--merge') && taken.operands.length > 0
      ? 'move the branch away from its commits'
      : undefined
  },
  checkout: (taken, args) => {
    if (has(taken, '-f', '--force')) return 'throw away changes that are not committed'
    if (valuesOf(taken, '-B').length > 0 && isEarlier(taken.operands)) return movedAway(taken, '-B')
    return args.some(({ text }) => WHOLE_TREE.test(text))
      ? 'throw away every change in the work tree'
      : undefined
  },
  switch: (taken) => {
    if (has(taken, '-f', '--force', '--discard-changes')) return 'throw away changes that are not committed'
    const isMoved = valuesOf(taken, '-C', '--force-create').length > 0 && isEarlier(taken.operands)
    return isMoved ? movedAway(taken, '-C', '--force-create') : undefined
  },
  restore: (taken, args) => {
    const isStaged = has(taken, '-S', '--staged') && !has(taken, '-W', '--worktree')
    return !isStaged && args.some(({ text }) => WHOLE_TREE.test(text))
      ? 'throw away every change in the work tree'
      : undefined
  },
  // In folders that it names it deletes less than `rm -rf` of them, and is judged as that.
  clean: (taken, args) =>
    has(taken, '-f', '--force') &&
    !has(taken, '-n', '--dry-run', '-i', '--interactive', '-x', '-X') &&
    cleanedPaths(args) === undefined
      ? 'delete every file that git does not know'
      : undefined,
  stash: ({ operands }) => {
    const act = operands[0]?.text
    return act === 'drop' || act === 'clear' ? `throw away stashed changes (${act})` : undefined
  },
  branch: (taken) => {
    const isForced = has(taken, '-D') || (has(taken, '-d', '--delete') && has(taken, '-f', '--force'))
    if (isForced) return `delete a branch that may not be merged (${shown(taken.operands[0])})`
    const isMoved = has(taken, '-f', '--force') && !has(taken, '-m', '-M', '-c', '-C', '--move', '--copy')
    return isMoved ? movedAway(taken) : undefined
  },
  tag: () => undefined,
  reflog: ({ operands }) =>
    /^(?:expire|delete|drop)$/.test(operands[0]?.text ?? '')
      ? 'delete the record of earlier commits'
      : undefined,
  gc: (taken) =>
    taken.options.some(
      ({ name, value }) =>
        name === '--prune' && value !== undefined && !/week|month|year|never/.test(value.text),
    )
      ? 'delete commits that no branch holds'
      : undefined,
  prune: (taken) => (has(taken, '-n', '--dry-run') ? undefined : 'delete objects that no branch holds'),
  'filter-branch': () => 'rewrite the history',
  'filter-repo': () => 'rewrite the history',
  rebase: (taken) => (has(taken, '--root') ? 'rewrite the history from its first commit on' : undefined),
  'update-ref': (taken) => {
    if (has(taken, '-d', '--stdin')) return 'delete or move refs'
    const [ref, target] = taken.operands
    return target !== undefined && /^(?:refs\/heads\/|HEAD$|ORIG_HEAD$)/.test(ref?.text ?? '')
      ? movedAway(taken)
      : undefined
  },
  fetch: (taken) => {
    const refs = taken.operands.slice(1).map(({ text }) => text)
    const forced = refs.find((ref) => ref.startsWith('+') || has(taken, '-f', '--force'))
    return forced !== undefined && /:(?!refs\/(?:remotes|tags)\/)./.test(forced)
      ? `overwrite a branch with what is fetched (${forced.slice(0, 80)})`
      : undefined
  },
  'symbolic-ref': (taken) => (has(taken, '-d', '--delete') ? 'delete a ref' : undefined),
  replace: () => undefined,
  worktree: (taken) =>
    taken.operands[0]?.text === 'remove' && has(taken, '-f', '--force')
      ? 'remove a work tree with changes that are not committed'
      : undefined,
  submodule: (taken) =>
    taken.operands[0]?.text === 'deinit' && has(taken, '-f', '--force')
      ? 'remove a submodule with its changes'
      : undefined,
  'read-tree': (taken) =>
    has(taken, '--reset') && has(taken, '-u') ? 'throw away every change that is not committed' : undefined,
  'checkout-index': (taken) =>
    has(taken, '-f', '--force') && has(taken, '-a', '--all')
      ? 'throw away every change in the work tree'
      : undefined,
}

/** A start that is an older commit: the branch loses those behind it. */
function isEarlier(operands: readonly Word[]): boolean {
  return /[~^]|^[0-9a-f]{7,40}$|@\{/.test(operands[0]?.text ?? '')
}

function movedAway(taken: Taken, ...options: readonly string[]): string {
  return `move a branch away from its commits (${shown(valuesOf(taken, ...options)[0] ?? taken.operands[0])})`
}

const VALUED =
  '-m -b -B -C -c -s --source -S -o --push-option --receive-pack --exec --repo -e -X --strategy -n'

/** Rewrites of what is committed, and of work that nothing else holds. */
export const rewritesHistory: Rule = (look) => {
  const { name, program } = look
  if (/^git-filter-repo$|^bfg$/.test(name)) return finding(name, 'rewrite the history')
  if (name === 'hg' || name === 'svn') return otherHistory(name, look.texts)
  if (name !== 'git' || asksForHelp(look)) return undefined
  const { command, args } = gitCall(program.words)
  if (command !== undefined && !command.known && !command.isGlob) return unknownCommand(command)
  const subcommand = command?.text ?? ''
  const judge = Object.hasOwn(JUDGES, subcommand) ? JUDGES[subcommand] : undefined
  const what = judge?.(takeOptions(args, { valued: valuedBy(subcommand) }), args)
  return what === undefined || args.some(({ text }) => text === '--help') ? undefined : finding(name, what)
}

/** Letters that take a value differ: `-n` and `-S` of some are flags. */
function valuedBy(subcommand: string): string {
  if (subcommand === 'push') return '-o --push-option --receive-pack --exec --repo'
  if (subcommand === 'rebase' || subcommand === 'commit') return VALUED
  if (subcommand === 'branch' || subcommand === 'fetch')
    return '-u --set-upstream-to --depth --deepen -j --refmap -o'
  if (subcommand === 'update-ref') return '-m'
  return '-s --source -b -B -c -C --force-create -m --expire --expire-unreachable'
}

function pushed(taken: Taken): string | undefined {
  const target = taken.operands.slice(1).map(({ text }) => text)
  if (has(taken, '-n', '--dry-run')) return undefined
  if (has(taken, '-f') || taken.options.some(({ name }) => name.startsWith('--for')))
    return 'overwrite what is published on the branch (force push)'
  if (taken.options.some(({ name }) => name.startsWith('--mi')))
    return 'overwrite every branch of the remote (--mirror)'
  if (
    has(taken, '-d') ||
    taken.options.some(({ name }) => name.startsWith('--de')) ||
    target.some((ref) => /^\+?:./.test(ref))
  )
    return 'delete a branch or tag of the remote'
  if (taken.options.some(({ name }) => name.startsWith('--prun')))
    return 'delete branches of the remote that are not here (--prune)'
  const forced = target.find((ref) => ref.startsWith('+'))
  return forced === undefined
    ? undefined
    : `overwrite what is published on the branch (${forced.slice(0, 80)})`
}

function otherHistory(name: string, texts: readonly string[]): Finding | undefined {
  const isHg = name === 'hg' && /^(?:strip|purge|rollback)$/.test(texts[0] ?? '')
  const isRevert = texts[0] === 'revert' && texts.some((text) => /^(?:-R|--recursive|-a|--all)$/.test(text))
  return isHg || isRevert ? finding(name, 'throw away changes') : undefined
}

function unknownCommand(command: Word): Finding {
  return {
    category: 'unanalysable',
    program: 'git',
    what: `run a git command that only a run can tell (${shown(command)})`,
    instead: 'Write out the git command.',
  }
}

function finding(program: string, what: string): Finding {
  return {
    category: 'history',
    program,
    what,
    instead: 'Commit or stash first and push without force, or let a person do it.',
  }
}
