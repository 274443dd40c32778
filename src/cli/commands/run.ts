import type { Hook } from '../../core/hook.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { Run } from '../../engine/run.ts'
import { recordOf } from '../../log/record.ts'
import { appendRun } from '../../log/store.ts'
import { scratchRoot } from '../../workspace/handler-loaders.ts'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import { lastValue } from '../args.ts'
import { canDeclare, heirOf, startBehind } from '../background.ts'
import type { Invocation } from '../command.ts'
import {
  callingHost,
  decode,
  dispatchOptions,
  isMade,
  madeCall,
  namedHost,
  nameEvent,
  readPayload,
} from '../host-call.ts'
import { decideOnce } from '../once.ts'
import { createSpinner } from '../render/spinner.ts'
import { broke, fail, sendRun, sendStopped, type Call } from '../replies.ts'
import { watchCrashes, watchSignals, type Interruption } from '../signals.ts'
import { workspaceOptions } from '../workspace-options.ts'

/** The bridge a host calls: payload on stdin, the host's own reply on stdout, stderr and exit code. */
export async function run(given: Invocation): Promise<number> {
  namedHost(given.args)
  const options = dispatchOptions(given.args)
  const made = isMade(given.args) ? await madeCall(given) : undefined
  const invocation = made?.invocation ?? given
  const { args } = invocation
  const bytes = made?.bytes ?? readPayload(invocation)
  const dialect = await callingHost(invocation, bytes)
  const call: Call = { dialect, invocation, event: lastValue(args, 'event') ?? '' }
  const cleanUp = (): Promise<void> => removeScratch(call)
  const interruption = watchSignals(cleanUp)
  const unwatch = watchCrashes((error) => broke(error, call), cleanUp)
  try {
    return isIssue(bytes) ? fail(bytes, call) : await answer(bytes, { call, options, interruption })
  } catch (error) {
    if (call.workspace === undefined) nameEvent(bytes, call)
    return broke(error, call)
  } finally {
    interruption.stop()
    unwatch()
  }
}

type Answering = {
  readonly call: Call
  readonly options: ReturnType<typeof dispatchOptions>
  readonly interruption: Interruption
}

/** Load, decode, then plan, run, decide and finish (engine/pipeline.ts), record, encode. */
async function answer(bytes: Uint8Array, { call, options, interruption }: Answering): Promise<number> {
  const delegated: Hook[] = []
  const workspace = await load(call, { delegated, interruption, deadlineMs: options.deadlineMs })
  const event = decode(bytes, { ...call, workspace, args: call.invocation.args })
  if (isIssue(event)) return fail(event, { ...call, event: event.event ?? call.event })
  call.event = event.name
  call.decoded = event
  const ran = await workspace.core.run(event, { ...options, signal: interruption.signal })
  call.ran = ran
  if (canDeclare(ran, delegated, call))
    return declare(ran, delegated, { call, workspace, bytes, interruption })
  const unstarted = delegated.length === 0 ? undefined : await startBehind(delegated, bytes, call.invocation)
  const done = await withDrift(withIssue(ran, unstarted), call, workspace)
  const unlogged = appendRun(workspace.state, recordOf(done.id, done))
  const code = interruption.by
    ? sendStopped(interruption.by, call)
    : await sendRun(done, { call, workspace, unlogged })
  await workspace.close()
  return code
}

type Loading = {
  readonly delegated: Hook[]
  readonly interruption: Interruption
  readonly deadlineMs: number | undefined
}

/** Background hooks run in another process, so that the host does not wait for them. */
async function load(call: Call, { delegated, interruption, deadlineMs }: Loading): Promise<Workspace> {
  const { dialect, invocation } = call
  const { io } = invocation
  const workspace = await openWorkspace({
    ...workspaceOptions(invocation, dialect.name),
    ...(io.watched && { onProgress: createSpinner(io) }),
    carriesLate: true,
    selfGuard: true,
    ...(dialect.actionOf && { once: decideOnce(call, interruption.signal, deadlineMs) }),
    delegate: (hook) => {
      delegated.push(hook)
      return { kind: 'backgrounded', ms: 0 }
    },
    heirOf: (hook, about, watch) => heirOf(hook, about, { watch, invocation }),
  })
  call.workspace = workspace
  return workspace
}

type Declaring = {
  readonly call: Call
  readonly workspace: Workspace
  readonly bytes: Uint8Array
  readonly interruption: Interruption
}

/** Where all hooks run in the background and the host knows such hooks, this process goes on as one itself. */
async function declare(
  ran: Run,
  hooks: readonly Hook[],
  { call: { dialect, invocation }, workspace, bytes, interruption }: Declaring,
): Promise<number> {
  const unlogged = appendRun(workspace.state, recordOf(ran.id, ran))
  const { goOnBehind } = await import('../delegate.ts')
  return goOnBehind(ran, hooks, {
    dialect,
    invocation,
    workspace,
    unlogged,
    bytes,
    signal: interruption.signal,
  })
}

/** Only at the start of a session, because it reads the host's file. If it throws, the verdict is sent anyway. */
async function withDrift(done: Run, { dialect }: Call, workspace: Workspace): Promise<Run> {
  if (done.plan.event.name !== 'SessionStart' || workspace.state.stamp('bridges.json') === undefined)
    return done
  const { tellDrift } = await import('../session-drift.ts')
  return tellDrift(done, workspace, dialect)
}

function withIssue(done: Run, problem: Issue | undefined): Run {
  if (problem === undefined) return done
  return { ...done, verdict: { ...done.verdict, issues: [...done.verdict.issues, problem] } }
}

async function removeScratch({ workspace }: Call): Promise<void> {
  if (workspace === undefined) return
  const { removeAllScratch } = await import('../../ports/scratch.ts')
  removeAllScratch(scratchRoot(workspace.state))
}
