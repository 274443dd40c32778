import type { HookSide } from '../dialect.ts'
import { encodeInput } from './encode-input.ts'
import { environment } from './environment.ts'
import { inlineForms } from './inline-forms.ts'
import { decodeOutput } from './output.ts'

/** What hooks of the host read and write. */
export const hookSide: HookSide = { encodeInput, environment, inlineForms, decodeOutput }
