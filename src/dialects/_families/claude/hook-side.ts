import type { Event } from '../../../core/event.ts'
import type { Asides, HookSide } from '../../dialect.ts'
import { readDeclaration } from './declaration.ts'
import { encodeInput } from './encode-input.ts'
import { environment, takesEnvFile } from './environment.ts'
import { hookName } from './hook-name.ts'
import { inlineForms } from './inline-forms.ts'
import { decodeLate } from './late-answer.ts'
import { decodeOutput } from './output.ts'
import { textCaps } from './text.ts'
import { readQuestion, summarise, takesQuestions, withoutQuestions, writeReply } from './questions.ts'

const asides: Asides = {
  readDeclaration,
  decodeLate,
  questions: {
    takes: takesQuestions,
    read: readQuestion,
    writeReply,
    remove: withoutQuestions,
    summarise,
    nameOf: hookName,
  },
}

/** What hooks of this wire read and write, whichever file they came from. */
export function claudeHookSide(wire: string): HookSide {
  const encode = (event: Event): string | Uint8Array => encodeInput(event, wire)
  return { encodeInput: encode, environment, takesEnvFile, inlineForms, decodeOutput, asides, textCaps }
}
