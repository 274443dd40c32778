import { resolve } from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { compilePattern, isPatternProblem } from '../patterns/pattern.ts'
import type { Pattern, Stage } from '../contracts/model.ts'
import { nameBelow } from '../contracts/paths.ts'
import { changedFiles, stagedFiles, trackedFiles } from '../repository/candidates.ts'
import { chosenFiles } from '../repository/chosen-files.ts'
import type { Git } from '../contracts/git.ts'
import { stageInput, type StageFacts } from '../repository/stage-input.ts'
import type { FileInput } from './request.ts'

/** What a stage is about, once the caller's wish and the stage's own rule are one. */
export type RunInput =
  | FileInput
  | { readonly kind: 'message'; readonly file: string }
  | { readonly kind: 'none' }

export function inputOf(
  stage: Stage,
  { input, facts }: { input: FileInput; facts: StageFacts },
): RunInput | Issue {
  switch (stageInput(stage)) {
    case 'none':
      return stage === 'pre-rebase' && facts.upstream === undefined ? noUpstream() : { kind: 'none' }
    case 'message-file':
      return facts.messageFile === undefined ? noMessage(stage) : { kind: 'message', file: facts.messageFile }
    case 'chosen':
    case 'staged':
    case 'push-range':
      return input
  }
}

/** Whether hooks see the work tree as it is staged: where they judge what will be committed. */
export function setsAside({ kind }: RunInput): boolean {
  return kind === 'staged' || kind === 'range'
}

export type Candidates = {
  /** From the root of the work tree. */
  readonly names: readonly string[]
  readonly warnings: readonly Issue[]
  /** Set where all names are tracked: those that need a look at the disk even where git sees no difference. */
  readonly odd?: ReadonlySet<string>
  /** The config's own `files` and `exclude` have no say: nobody chose this file. */
  readonly isMessage: boolean
}

export type CandidateContext = { readonly cwd: string; readonly workspace: string }

export async function candidatesOf(
  git: Git,
  input: RunInput,
  { cwd, workspace }: CandidateContext,
): Promise<Candidates | Issue> {
  switch (input.kind) {
    case 'none':
      return asCandidates([])
    case 'message':
      return { ...asCandidates([nameOf(git, resolve(cwd, input.file))]), isMessage: true }
    case 'staged':
      return orIssue(await stagedFiles(git))
    case 'all':
      return tracked(git, workspace)
    case 'range':
      return orIssue(await changedFiles(git, { from: input.from, to: input.to }))
    case 'chosen':
      return chosen(git, input, cwd)
  }
}

async function tracked(git: Git, workspace: string): Promise<Candidates | Issue> {
  const files = await trackedFiles(git, workspace)
  return isIssue(files) ? files : { ...asCandidates(files.names), odd: files.odd }
}

async function chosen(
  git: Git,
  { files, directories, globs }: Extract<FileInput, { kind: 'chosen' }>,
  cwd: string,
): Promise<Candidates | Issue> {
  const compiled = globs.map(compileGlob)
  const problem = compiled.find(isIssue)
  if (problem) return problem
  const tests = (compiled as readonly Pattern[]).map((pattern) => (name: string) => pattern.test(name))
  const found = await chosenFiles(git, { cwd, files, directories, globs: tests })
  return isIssue(found) ? found : { ...asCandidates(found.names), warnings: found.issues }
}

function compileGlob(glob: string): Pattern | Issue {
  const made = compilePattern({ glob })
  return isPatternProblem(made)
    ? issue('glob.invalid', {}, `--glob "${glob}": ${made.message}`, made.hint)
    : made
}

function asCandidates(names: readonly string[]): Candidates {
  return { names, warnings: [], isMessage: false }
}

function orIssue(names: readonly string[] | Issue): Candidates | Issue {
  return isIssue(names) ? names : asCandidates(names)
}

function nameOf(git: Git, path: string): string {
  return nameBelow(git.root, path)
}

function noUpstream(): Issue {
  return issue(
    'git.no-upstream',
    {},
    'Hooks of the stage pre-rebase need to know what is rebased onto.',
    'Name it with --pre-rebase-upstream REF.',
  )
}

function noMessage(stage: Stage): Issue {
  return issue(
    'git.no-message',
    {},
    `Hooks of the stage ${stage} need the file with the message.`,
    'Name it with --commit-msg-filename FILE.',
  )
}
