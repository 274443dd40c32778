import { isIssue } from '../../core/issue.ts'
import type { Effect, LateAnswer } from '../../core/decision.ts'
import { openWorkspace } from '../../compose.ts'
import { limits } from '../../engine/limits.ts'
import type { StepResult } from '../../engine/runner.ts'
import { addPending } from '../../log/pending.ts'
import { appendRun } from '../../log/store.ts'
import { recordOf } from '../../log/record.ts'
import { EXIT, type Invocation } from '../command.ts'
import { workspaceOptions } from '../workspace-options.ts'
import { chosenHost, decode, runId } from './run.ts'

/** What `run` starts for hooks that its host does not wait for. Speaks to nobody: results go to the state folder. */
export async function behind(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  const dialect = chosenHost(args)
  const only = args.options.get('only') ?? []
  const bytes = io.readInput(limits.payloadBytes)
  if (typeof bytes === 'string') return EXIT.problem
  const workspace = await openWorkspace({ ...workspaceOptions(invocation, dialect.name), only })
  const { core, state } = workspace
  const event = decode(bytes, { dialect, workspace, args })
  if (isIssue(event)) return EXIT.problem
  const ends: StepResult[] = []
  core.background.subscribe((change) => {
    if (change.kind === 'started') return
    addPending(state, event.sessionId ?? '', lateEffects(change))
    ends.push({ hook: change.step.hook, outcome: change.outcome, answer: change.answer })
  })
  const ran = await core.run(event)
  await core.background.settled()
  await workspace.close()
  const refused = ran.results.filter(({ outcome }) => outcome.kind !== 'backgrounded')
  appendRun(state, recordOf(runId(ran), { ...ran, results: [...refused, ...ends] }))
  return EXIT.ok
}

/** Nothing can wake an idle host from here: what should have comes first in what it hears next. */
function lateEffects({ wake, answer }: LateAnswer): readonly Effect[] {
  const first: Effect[] = wake === undefined ? [] : [{ kind: 'add-context', text: wake }]
  return [...first, ...answer.effects]
}
