import type { HookSide } from '../../dialect.ts'
import { encodeInput } from './encode-input.ts'
import { environment } from './environment.ts'
import { decodeOutput } from './output.ts'

/** What hooks of this wire read and write, whichever file they came from. */
export function claudeHookSide(wire: string): HookSide {
  return { encodeInput: (event) => encodeInput(event, wire), environment, decodeOutput }
}
