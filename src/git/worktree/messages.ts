import { issue, notice, warning, type Issue } from '../../core/issue.ts'
import type { Journal } from './journal.ts'

export function saving(patch: string): Issue {
  return notice(
    'worktree.set-aside',
    { file: patch },
    `Unstaged changes detected. Temporarily saving them to \`${patch}\``,
  )
}

export function restored(patch: string): Issue {
  return notice('worktree.restored', { file: patch }, `Restored unstaged changes from \`${patch}\``)
}

export function recovered({ patch, intentToAdd, id }: Journal): Issue {
  return patch === undefined
    ? notice(
        'worktree.recovered',
        {},
        `Restored ${intentToAdd.length} intent-to-add entries of an interrupted run (${id})`,
      )
    : notice(
        'worktree.recovered',
        { file: patch },
        `Restored unstaged changes of an interrupted run from \`${patch}\``,
      )
}

export function dropped(patch: string): Issue {
  return warning(
    'worktree.conflict',
    { file: patch },
    'Hook changes conflicted with the saved unstaged changes. Reverting the hook changes',
    `The hook changes are kept in \`${patch}\`.`,
  )
}

export function left(
  paths: readonly string[],
  { patch, kept }: { readonly patch: string | undefined; readonly kept: string },
): Issue {
  const apply = patch === undefined ? '' : ` or merge them with \`git apply --reject ${patch}\``
  return warning(
    'worktree.left',
    patch === undefined ? {} : { file: patch },
    `Left alone, because they have changed since and the unstaged changes do not fit: ${list(paths)}.`,
    `Their unstaged versions are in \`${kept}\`: copy them from there${apply}.`,
  )
}

export function lost({ patch, entries }: Journal, folder: string): Issue {
  return warning(
    'worktree.lost',
    patch === undefined ? {} : { file: patch },
    `The unstaged changes that an interrupted run had set aside in \`${folder}\` are not there any more.`,
    patch === undefined
      ? undefined
      : `Apply them with \`git apply ${patch}\`: ${list(entries.map(({ path }) => path))}.`,
  )
}

export function leftAlone(paths: readonly string[]): Issue {
  const one = paths.length === 1
  return notice(
    'worktree.filtered',
    {},
    `${list(paths, 5)} ${one ? 'has a filter' : 'have filters'} that hookwright does not run: hooks see ${one ? 'it with its' : 'them with their'} unstaged changes.`,
  )
}

export function unmerged(paths: readonly string[]): Issue {
  return issue(
    'worktree.unmerged',
    {},
    `Found unresolved merge conflicts: ${list(paths)}.`,
    'Resolve the conflicts, stage the files with `git add`, and try again.',
  )
}

export function unstagedConfig(path: string, name: string): Issue {
  return issue(
    'worktree.config-unstaged',
    { file: path },
    `Configuration file \`${name}\` is not staged.`,
    `Stage it with \`git add ${name}\` and try again.`,
  )
}

export function atWork(
  { owner, root, patch }: Pick<Journal, 'owner' | 'root' | 'patch'>,
  journal: string,
): Issue {
  return issue(
    'worktree.busy',
    { file: journal },
    `Another run is at work in ${root}: process ${owner.pid} on ${owner.host} has set unstaged changes aside.`,
    `Wait until it has ended${patch === undefined ? '' : ` (the changes are also in \`${patch}\`)`}, then try again.`,
  )
}

export function failedAside(error: unknown): Issue {
  const { message } = error as Error
  return issue(
    'worktree.set-aside-failed',
    {},
    `The unstaged changes could not be set aside: ${message}. Every file is back in its place.`,
    'Stage or commit the changes, or make the file writable, and try again.',
  )
}

export function failedRestore(
  error: unknown,
  { patch, folder }: { patch: string | undefined; folder: string },
): Issue {
  const { message } = error as Error
  return issue(
    'worktree.restore-failed',
    patch === undefined ? {} : { file: patch },
    `Some unstaged changes could not be restored: ${message}.`,
    `Remove the cause and run again: the rest is in \`${folder}\` and will be restored then.`,
  )
}

const SHOWN = 10

function list(paths: readonly string[], shown = SHOWN): string {
  const names = paths.slice(0, shown).map((path) => (/^[\w./@+-]+$/.test(path) ? path : JSON.stringify(path)))
  const more = paths.length - names.length
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
