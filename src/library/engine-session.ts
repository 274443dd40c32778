import type { Event } from '../core/event.ts'
import type { CommonFields } from '../dialects/claude-code/event-fields.ts'
import type { DispatchOptions } from '../engine/parts.ts'
import { overDefaults, type GivenEvent } from './claim-fields.ts'
import type { Engine } from './engine.ts'
import type { EventInput, LooseInput } from './event-input.ts'
import type { AnyEvent } from './event-names.ts'
import type { SessionCheck, SessionCheckOptions } from './function-hooks.ts'
import { isObject } from '../core/argument.ts'

/** What every event of a session carries unless the event itself says otherwise. */
export type SessionDefaults = Partial<
  Pick<Event, 'cwd' | 'projectDir' | 'transcriptPath' | 'permissionMode' | 'agent'>
> & {
  /** Common fields of Claude Code's payload; those of an event are added to them. */
  readonly fields?: CommonFields
}

/** One session of an engine: its events carry its id and defaults, and hooks added here fire for it alone. */
export type EngineSession = Pick<
  Engine,
  'dispatch' | 'run' | 'stream' | 'explain' | 'on' | 'addHooks' | 'addFrontmatter'
> & {
  readonly sessionId: string
  /** As the engine's, for an event of this session. */
  budgetMs(event: AnyEvent): number | undefined
  /** Changes defaults for later events; those not named stay. */
  update(defaults: SessionDefaults): void
  /** As the engine's, for this session. */
  onCheck(
    event: Parameters<Engine['onCheck']>[0],
    options: WithoutSession<SessionCheckOptions>,
    check: SessionCheck,
  ): () => void
}

/** Of each member of a union. */
type WithoutSession<Options> = Options extends unknown ? Omit<Options, 'sessionId'> : never

type Dispatching = Omit<Engine, 'session'>

export function createSession(
  engine: Dispatching,
  sessionId: string,
  given: SessionDefaults,
  check: (defaults: SessionDefaults) => void,
): EngineSession {
  check(given)
  let defaults = given

  /** What is no event is left to the engine, which refuses it. */
  function within<Input extends LooseInput>(input: Input): Input {
    if (!isObject(input) || (input.fields !== undefined && !isObject(input.fields))) return input
    return { ...overDefaults(input as GivenEvent, defaults), sessionId } as unknown as Input
  }

  return {
    sessionId,
    update(changed) {
      check(changed)
      const { fields } = changed
      defaults = { ...defaults, ...changed, ...(fields && { fields: { ...defaults.fields, ...fields } }) }
    },
    dispatch: <Name extends AnyEvent>(input: EventInput<Name>, options?: DispatchOptions) =>
      engine.dispatch<Name>(within(input), options),
    run: <Name extends AnyEvent>(input: EventInput<Name>, options?: DispatchOptions) =>
      engine.run<Name>(within(input), options),
    stream: <Name extends AnyEvent>(input: EventInput<Name>, options?: DispatchOptions) =>
      engine.stream<Name>(within(input), options),
    explain: <Name extends AnyEvent>(input: EventInput<Name>) => engine.explain<Name>(within(input)),
    budgetMs: (event) => engine.budgetMs(event, sessionId),
    on: (event, options, run) => engine.on(event, { ...options, sessionId }, run),
    onCheck: (event, options, run) => engine.onCheck(event, { ...options, sessionId }, run),
    addHooks: (settings, options) => engine.addHooks(settings, { ...options, sessionId }),
    addFrontmatter: (file, options) => engine.addFrontmatter(file, { ...options, sessionId }),
  }
}
