import type { Workspace } from '../workspace/open.ts'
import type { Event } from '../core/event.ts'
import { joinSignals, type JoinedSignal } from '../core/join-signals.ts'
import type { Run } from '../engine/run.ts'
import type { DispatchOptions } from '../engine/parts.ts'
import { createEventCheck } from './check-event.ts'
import { createDepth, type Depth } from './depth.ts'
import type { Engine } from './engine.ts'
import { refuseWork, type EngineLife } from './engine-life.ts'
import { completeEvent, type LooseInput } from './event-input.ts'
import { stream } from './stream.ts'
import { createTurns } from './turns.ts'

/** Runs the hooks of an event. `left`: aborts when nobody wants the result any more. */
export type RunEvent = (input: LooseInput, dispatch?: DispatchOptions, left?: AbortSignal) => Promise<Run>

type Watched = Promise<void> | undefined

type Parts = {
  readonly workspace: Workspace
  readonly life: EngineLife
  /** Told of every run. Undefined when there is nothing to wait for. */
  readonly heard: (run: Run) => Watched
}

/** What every run of one engine uses. */
type Running = Pick<Parts, 'life' | 'heard'> & {
  readonly core: Workspace['core']
  readonly complete: (input: LooseInput) => Event
  readonly nextTurn: () => Promise<void> | undefined
  readonly depth: Depth
}

type EventMethods = Pick<Engine, 'has' | 'budgetMs' | 'dispatch' | 'stream' | 'explain'> & {
  readonly run: RunEvent
}

/** What a program asks an engine about events: to run them, to plan them, whether there is a hook at all. */
export function eventMethods({ workspace, life, heard }: Parts): EventMethods {
  const { core } = workspace
  const complete = completing(workspace)
  const running: Running = { core, life, heard, complete, nextTurn: createTurns(), depth: createDepth() }
  const run: RunEvent = (input, dispatch, left) => runEvent(running, input, { dispatch, left, take: whole })
  return {
    has: core.has,
    budgetMs: core.budgetMs,
    run,
    dispatch: (input, dispatch) => runEvent(running, input, { dispatch, left: undefined, take: verdictOf }),
    stream: (input, dispatch = {}) => stream((watched, left) => run(input, watched, left), dispatch),
    explain: async (input) => core.explain(complete(input)),
  }
}

/** How one run is asked for, and what its caller takes of it. */
type Asked<Taken> = {
  readonly dispatch: DispatchOptions | undefined
  readonly left: AbortSignal | undefined
  readonly take: (run: Run) => Taken
}

function whole(run: Run): Run {
  return run
}

function verdictOf({ verdict }: Run): Run['verdict'] {
  return verdict
}

function completing({ places, clock }: Workspace): (input: LooseInput) => Event {
  const check = createEventCheck()
  return (input) => {
    check(input)
    return completeEvent(input, places, clock.now())
  }
}

const NO_OPTIONS: DispatchOptions = Object.freeze({})

/** The engine's own end cancels every run, on top of the caller's signal. */
async function runEvent<Taken>(
  running: Running,
  input: LooseInput,
  { dispatch = NO_OPTIONS, left, take }: Asked<Taken>,
): Promise<Taken> {
  const { core, life, heard, nextTurn, depth } = running
  refuseWork(life)
  const { idle } = life
  idle.enter()
  // Most dispatches have no signal of their own, and then there is nothing to join.
  const joined =
    dispatch.signal === undefined && left === undefined
      ? undefined
      : joinSignals(life.signal, dispatch.signal, left)
  try {
    const event = running.complete(input)
    const signal = joined === undefined ? life.signal : joined.signal
    const turn = nextTurn()
    // To wait for nothing would still cost a turn of the microtask queue.
    if (turn !== undefined) await turn
    const ran = depth.isFollowed(idle.active())
      ? depth.within(event.name, () => core.run(event, withSignal(dispatch, signal)))
      : core.run(event, withSignal(dispatch, signal))
    const done = await ran
    if (joined !== undefined) letGo(running, done, joined)
    // To wait for nothing would still cost a turn of the loop.
    const watched = heard(done)
    if (watched !== undefined) await watched
    return take(done)
  } catch (error) {
    joined?.drop()
    throw error
  } finally {
    idle.leave()
    depth.left(idle.active())
  }
}

/** Most dispatches have no options, and a spread of nothing is not free. */
function withSignal(dispatch: DispatchOptions, signal: AbortSignal): DispatchOptions {
  return dispatch === NO_OPTIONS ? { signal } : { ...dispatch, signal }
}

/** A hook in the background may still follow the caller's signal. */
function letGo({ core }: Running, { id, results }: Run, { drop }: JoinedSignal): void {
  if (results.some(({ outcome }) => outcome.kind === 'backgrounded'))
    void core.background.settled(id).then(drop)
  else drop()
}
