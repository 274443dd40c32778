import { issue, type Issue } from '../../core/issue.ts'
import type { HookType, Stage } from '../contracts/model.ts'

/** What a run is about, as far as hooks are told by variables. */
export type StageFacts = {
  /** Commit before the change; `pre-push`, `post-checkout` and runs over a range. */
  readonly from?: string
  /** Commit after the change; `pre-push`, `post-checkout` and runs over a range. */
  readonly to?: string
  /** Path of the file with the commit message; `commit-msg` and `prepare-commit-msg`. */
  readonly messageFile?: string
  /** Where the message comes from, such as `template` or `merge`; `prepare-commit-msg`. */
  readonly messageSource?: string
  /** Commit whose message is reused; `prepare-commit-msg`. */
  readonly commitName?: string
  /** Name of the remote that is pushed to; `pre-push`. */
  readonly remoteName?: string
  /** Address of the remote that is pushed to; `pre-push`. */
  readonly remoteUrl?: string
  /** The ref that is pushed; `pre-push`. */
  readonly localBranch?: string
  /** The ref at the remote; `pre-push`. */
  readonly remoteBranch?: string
  /** `1`: a branch was checked out. `0`: files were; `post-checkout`. */
  readonly checkoutType?: string
  /** `1`: the merge was squashed, else `0`; `post-merge`. */
  readonly squash?: string
  /** `amend` or `rebase`; `post-rewrite`. */
  readonly rewriteCommand?: string
  /** What is rebased onto; `pre-rebase`. */
  readonly upstream?: string
  /** The branch that is rebased. Absent: the current one; `pre-rebase`. */
  readonly rebaseBranch?: string
}

/** Where a stage takes its files from; `chosen`: the command line says. */
export type StageInput = 'chosen' | 'staged' | 'message-file' | 'push-range' | 'none'

type StageRow = {
  readonly input: StageInput
  /** What git's arguments mean, in order. */
  readonly args: readonly (keyof StageFacts)[]
  /** How many of them git always gives; all of them by default. */
  readonly atLeast?: number
}

const TABLE: Readonly<Record<Stage, StageRow>> = {
  manual: { input: 'chosen', args: [] },
  'pre-commit': { input: 'staged', args: [] },
  'pre-merge-commit': { input: 'staged', args: [] },
  'commit-msg': { input: 'message-file', args: ['messageFile'] },
  'prepare-commit-msg': {
    input: 'message-file',
    args: ['messageFile', 'messageSource', 'commitName'],
    atLeast: 1,
  },
  'pre-push': { input: 'push-range', args: ['remoteName', 'remoteUrl'] },
  'post-checkout': { input: 'none', args: ['from', 'to', 'checkoutType'] },
  'post-commit': { input: 'none', args: [] },
  'post-merge': { input: 'none', args: ['squash'] },
  'post-rewrite': { input: 'none', args: ['rewriteCommand'] },
  'pre-rebase': { input: 'none', args: ['upstream', 'rebaseBranch'], atLeast: 1 },
}

/** Origin is what was, source is what will be: the names are pre-commit's. */
const VARIABLES: Readonly<Record<keyof StageFacts, readonly string[]>> = {
  from: ['PRE_COMMIT_FROM_REF', 'PRE_COMMIT_ORIGIN'],
  to: ['PRE_COMMIT_TO_REF', 'PRE_COMMIT_SOURCE'],
  messageFile: [],
  messageSource: ['PRE_COMMIT_COMMIT_MSG_SOURCE'],
  commitName: ['PRE_COMMIT_COMMIT_OBJECT_NAME'],
  remoteName: ['PRE_COMMIT_REMOTE_NAME'],
  remoteUrl: ['PRE_COMMIT_REMOTE_URL'],
  localBranch: ['PRE_COMMIT_LOCAL_BRANCH'],
  remoteBranch: ['PRE_COMMIT_REMOTE_BRANCH'],
  checkoutType: ['PRE_COMMIT_CHECKOUT_TYPE'],
  squash: ['PRE_COMMIT_IS_SQUASH_MERGE'],
  rewriteCommand: ['PRE_COMMIT_REWRITE_COMMAND'],
  upstream: ['PRE_COMMIT_PRE_REBASE_UPSTREAM'],
  rebaseBranch: ['PRE_COMMIT_PRE_REBASE_BRANCH'],
}

export function stageInput(stage: Stage): StageInput {
  return TABLE[stage].input
}

/** What git's arguments for a hook type say, or that there are too few or too many. */
export function readHookArgs(type: HookType, args: readonly string[]): StageFacts | Issue {
  const row = TABLE[type]
  if (args.length < (row.atLeast ?? row.args.length) || args.length > row.args.length)
    return wrongCount(type, args)
  return Object.fromEntries(args.map((arg, index) => [row.args[index], arg]))
}

/** The variables hooks get. prek and pre-commit disagree about squash merges: both are served. */
export function stageEnv(facts: StageFacts): Readonly<Record<string, string>> {
  const pairs = Object.entries(facts).flatMap(([fact, value]) =>
    VARIABLES[fact as keyof StageFacts].map((variable) => [variable, value] as const),
  )
  return {
    PRE_COMMIT: '1',
    ...Object.fromEntries(pairs),
    ...(facts.squash === '1' && { PRE_COMMIT_SQUASH_MERGE: '1' }),
  }
}

function wrongCount(type: HookType, args: readonly string[]): Issue {
  const received = args.length === 0 ? 'no arguments' : `${counted(args.length)}: \`${args.join(' ')}\``
  return issue(
    'git.hook-args',
    {},
    `hook \`${type}\` expects ${expected(TABLE[type])} but received ${received}`,
    'Let git start this hook; it passes the arguments itself.',
  )
}

function expected({ args, atLeast = args.length }: StageRow): string {
  if (args.length === 0) return 'no arguments'
  return atLeast === args.length
    ? `exactly ${counted(atLeast)}`
    : `between ${atLeast} and ${counted(args.length)}`
}

function counted(count: number): string {
  return count === 1 ? '1 argument' : `${count} arguments`
}
