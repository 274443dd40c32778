import type { DispatchOptions } from '../engine/parts.ts'
import { isFromHost } from './check-event.ts'
import { overDefaults, type GivenEvent } from './claim-fields.ts'
import type { Engine, EngineSession, SessionDefaults } from './engine.ts'
import type { EventInput, LooseInput } from './event-input.ts'
import type { AnyEvent } from './event-names.ts'
import { isObject } from '../core/argument.ts'

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
    // An event that a host has sent is complete, and its fields stay where its dialect put them.
    if (isFromHost(input)) return { ...input, sessionId }
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
    use: (pack, options) => engine.use(pack, { ...options, sessionId }),
    addHooks: (settings, options) => engine.addHooks(settings, { ...options, sessionId }),
    addFrontmatter: (file, options) => engine.addFrontmatter(file, { ...options, sessionId }),
  }
}
