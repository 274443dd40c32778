import { resolve } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { HookType } from '../contracts/model.ts'
import type { Git } from '../contracts/git.ts'
import { parsePushLines, pushRange } from '../repository/push.ts'
import { readHookArgs, type StageFacts } from '../repository/stage-input.ts'
import type { GitRunRequest } from '../run/request.ts'

/** One call of a hook by git. */
export type HookCall = {
  readonly type: HookType
  readonly args: readonly string[]
  /** The folder git started us in, which its arguments are relative to. */
  readonly calledIn: string
  /** What git wrote to a pre-push hook. */
  readonly input: Uint8Array
  openGit(): Promise<Git | Issue>
}

/** What a run is about, as git's arguments and input say. */
export type CallFacts = Pick<GitRunRequest, 'input' | 'facts' | 'stage'>

/** `nothing`: there is nothing to push, so nothing to check. */
export async function readHookCall(call: HookCall): Promise<CallFacts | 'nothing' | Issue> {
  const facts = readHookArgs(call.type, call.args)
  if (isIssue(facts)) return facts
  if (call.type === 'pre-push') return readPush(call, facts)
  const { messageFile } = facts
  const absolute = messageFile === undefined ? {} : { messageFile: resolve(call.calledIn, messageFile) }
  return { stage: call.type, input: { kind: 'staged' }, facts: { ...facts, ...absolute } }
}

async function readPush(call: HookCall, facts: StageFacts): Promise<CallFacts | 'nothing' | Issue> {
  const lines = parsePushLines(Buffer.from(call.input).toString('utf8'))
  if (lines.length === 0) return 'nothing'
  const git = await call.openGit()
  if (isIssue(git)) return git
  const range = await pushRange(git, { lines, remote: facts.remoteName ?? '' })
  if (isIssue(range)) return range
  if (range.kind === 'nothing') return 'nothing'
  const { localRef: localBranch, remoteRef: remoteBranch } = range.line
  const known = { ...facts, to: range.to, localBranch, remoteBranch }
  return range.kind === 'all'
    ? { stage: 'pre-push', input: { kind: 'all' }, facts: known }
    : {
        stage: 'pre-push',
        input: { kind: 'range', from: range.from, to: range.to },
        facts: { ...known, from: range.from },
      }
}
