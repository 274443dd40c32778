import { overlaps } from '../../analyze/wildcard.ts'

/** Names of files and folders that git keeps in its own folder; of those that have any name, the usual ending. */
const NAMES = (
  'HEAD ORIG_HEAD FETCH_HEAD MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD COMMIT_EDITMSG MERGE_MSG config index description ' +
  'hooks info logs objects refs heads tags remotes stash branches modules worktrees packed-refs shallow exclude attributes ' +
  'pre-commit prepare-commit-msg commit-msg post-commit pre-push pre-rebase pre-merge-commit post-merge post-checkout ' +
  'post-rewrite pre-applypatch applypatch-msg post-applypatch pre-receive update post-receive reference-transaction ' +
  'x.lock x.pack x.idx x.rev x.sample rebase-merge rebase-apply sequencer'
).split(' ')

/** True when a name that `find` looks for, in which `*` stands for anything, may be that of a file of git's own. */
export function mayBeOfGit(name: string): boolean {
  const shape = name.replace(/[?]|\[[^\]]{0,200}\]/g, '*').toLowerCase()
  return NAMES.some((each) => overlaps(shape, each.toLowerCase()))
}
