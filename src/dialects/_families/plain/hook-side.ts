import type { InlineForms } from '../../../shells/inline.ts'
import type { HookSide } from '../../dialect.ts'
import { encodeInput } from './encode-input.ts'
import { environment } from './environment.ts'
import { decodeOutput } from './output.ts'
import type { Speaker } from './reply.ts'

/** What hooks of this host read and write, whichever file they came from. */
export function plainHookSide(speaker: Speaker, inlineForms?: InlineForms): HookSide {
  return {
    encodeInput: (event, hook) => encodeInput(event, hook, speaker),
    environment: (event, hook) => environment(event, hook, speaker),
    decodeOutput: (hook, event, said) => decodeOutput(said, { hook, event, ...speaker }),
    ...(inlineForms !== undefined && { inlineForms }),
  }
}
