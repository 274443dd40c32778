import { limits } from '../../engine/limits.ts'
import { keepLateAnswer } from '../../late/store.ts'
import { EXIT, type Invocation } from '../command.ts'
import { adoptHook, runLate, type Given, type Late } from '../late.ts'
import { watchSignals } from '../signals.ts'
import { callingHost } from '../host-call.ts'

/** What `run` starts for hooks that its host does not wait for. Speaks to nobody: results go to the state folder. */
export async function behind(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  // What `run` gives with a hook holds its event and its output, and is larger than a payload may be.
  const payload = io.readInput(args.options.has('adopt') ? Number.POSITIVE_INFINITY : limits.payloadBytes)
  if (typeof payload === 'string') return EXIT.problem
  if (args.options.has('adopt')) return adoptGiven(payload, invocation)
  const only = args.options.get('only') ?? []
  const interruption = watchSignals(() => Promise.resolve())
  const { signal } = interruption
  const late = await runLate(invocation, {
    only,
    dialect: await callingHost(invocation, payload),
    payload,
    signal,
  })
  interruption.stop()
  return keep(late)
}

/** A hook that declared itself async; its process was started by a `run` that has answered its host. */
async function adoptGiven(bytes: Uint8Array, invocation: Invocation): Promise<number> {
  const given = JSON.parse(Buffer.from(bytes).toString()) as Given
  const interruption = watchSignals(() => Promise.resolve())
  const late = await adoptHook(given, invocation, interruption.signal)
  interruption.stop()
  return keep(late)
}

function keep(late: Late | undefined): number {
  if (late === undefined) return EXIT.problem
  keepLateAnswer(late.state, late.session ?? '', late.effects)
  return EXIT.ok
}
