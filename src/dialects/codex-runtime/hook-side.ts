import { noAnswer, type Answer } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { tellRewrites } from '../../core/held-back.ts'
import type { Hook } from '../../core/hook.ts'
import { issue, warning, type Issue } from '../../core/issue.ts'
import type { Said } from '../../core/outcome.ts'
import { complaint, crashed, failed, launchOrCrash } from '../_families/claude/failures.ts'
import { phases } from '../_families/runtime/phases.ts'
import type { HookSide } from '../dialect.ts'
import { asidesOf } from './asides.ts'
import { eventWire, nearestPhase } from './context.ts'
import type { HookPatch, Reading } from './contract.ts'
import { BLOCK_CODE, readPostOutput, readPreExit, readPreOutput } from './output.ts'
import { settlePatch } from './patch.ts'

const WIRE = 'codex-runtime'

/** The runtime sets no variables of its own, and its hooks say nothing before their end. */
export const hookSide: HookSide = {
  encodeInput,
  environment: () => ({}),
  // The runtime waits for the end of stdout, whoever holds it, and not for that of stderr, which it does not read.
  endsAt: 'stdout-end',
  finalCodes: [BLOCK_CODE],
  decodeOutput,
  asides: asidesOf(decodeOutput),
}

function encodeInput(event: Event): string | Uint8Array {
  return event.payload?.wire === WIRE ? event.payload.bytes : JSON.stringify(eventWire(event))
}

/** What has no exit code is read as if it had ended well. */
function decodeOutput(hook: Hook, event: Event, said: Said): Answer {
  const phase = nearestPhase(event.name)
  const isPost = phase !== undefined && phases[phase].kind === 'post'
  if (said.kind === 'answered')
    return toAnswer(isPost ? readPostOutput(0) : readBody(said.body), { hook, event })
  const code = said.code ?? -1
  const reading = isPost ? readPostOutput(code) : readPreExit(code, said.stdout)
  return toAnswer(reading, { hook, event, said })
}

type Exit = Extract<Said, { kind: 'exited' }>
type From = { readonly hook: Hook; readonly event: Event; readonly said?: Exit }

function readBody(body: unknown): Reading {
  return readPreOutput(0, typeof body === 'string' ? body : (JSON.stringify(body) ?? ''))
}

function toAnswer(reading: Reading, { hook, event, said }: From): Answer {
  switch (reading.kind) {
    case 'noop':
      return noAnswer
    case 'mutate':
      return mutated(reading.patch, hook, event)
    case 'block':
      return { ...noAnswer, decision: 'deny', reason: reading.message, issues: unfinished(hook, said) }
    case 'unreadable':
      return unreadable(reading.problem, { hook, event, ...(said && { said }) })
    case 'too-long':
      return tooLong(reading.droppedBytes, hook)
    case 'failed':
      return said === undefined ? noAnswer : crash(said, hook, event)
  }
}

/** The runtime does not read what a hook printed that failed; a prompt that was to be replaced is told of. */
function crash(said: Exit, hook: Hook, event: Event): Answer {
  const failure = failed(launchOrCrash(said, hook), crashed(said, hook))
  const printed = readPreExit(0, said.stdout)
  return printed.kind === 'mutate' ? tellRewrites(failure, mutated(printed.patch, hook, event)) : failure
}

function unfinished(hook: Hook, said: Exit | undefined): readonly Issue[] {
  if (said?.openAfterMs === undefined) return []
  const message = `It blocked with exit code ${BLOCK_CODE}, but its stdout was still open after ${said.openAfterMs / 1_000} s: the end of the reason may be missing.`
  const hint = 'Redirect the stdout of what it leaves running, as in "server >/dev/null &".'
  return [warning('output.unfinished', { hook: hook.id }, message, hint)]
}

/** On a phase that takes no patch at all it is the host that cannot honour it, and that is said elsewhere. */
function mutated(patch: HookPatch, hook: Hook, event: Event): Answer {
  const phase = nearestPhase(event.name)
  const { effect, problems } = settlePatch(
    patch,
    phase === undefined || phases[phase].takes.length === 0 ? 'PreTurn' : phase,
  )
  const issues = problems.map((problem) => warning('output.patch', { hook: hook.id }, `${problem}.`))
  return { ...noAnswer, effects: Object.keys(effect).length > 1 ? [effect] : [], issues }
}

function unreadable(problem: string, { hook, said }: From): Answer {
  const message = `Its output could not be read: ${problem}.`
  const hint = 'Print nothing, or one JSON object; leave with exit 2 to block.'
  return failed(
    'protocol-error',
    withComplaint(issue('output.json', { hook: hook.id }, message, hint), hook, said),
  )
}

function tooLong(droppedBytes: number, hook: Hook): Answer {
  const message = `Its stdout is too long to be read: ${droppedBytes} bytes were left out, because at most 1 MiB is kept.`
  return failed('overflow', issue('output.size', { hook: hook.id }, message, 'Print one short JSON object.'))
}

function withComplaint(problem: Issue, hook: Hook, said: Exit | undefined): Issue {
  const detail = said === undefined ? '' : complaint(said, hook)
  return detail === '' ? problem : { ...problem, detail }
}
