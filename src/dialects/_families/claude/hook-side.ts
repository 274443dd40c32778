import type { Answer } from '../../../core/decision.ts'
import type { Event } from '../../../core/event.ts'
import type { InlineForms } from '../../../shells/inline.ts'
import type { Asides, HookSide } from '../../dialect.ts'
import { readDeclaration } from './declaration.ts'
import { encodeInput } from './encode-input.ts'
import { environment, takesEnvFile } from './environment.ts'
import { specOf } from './event-table.ts'
import { hookName } from './hook-name.ts'
import { decodeLate } from './late-answer.ts'
import { decodeOutput } from './output.ts'
import type { HookContract } from './profile.ts'
import { readQuestion, summarise, withoutQuestions, writeReply } from './questions.ts'

/** What hooks of this contract read and write, whichever file they came from. */
export function claudeHookSide(contract: HookContract, inlineForms?: InlineForms): HookSide {
  const { events, hookTextCaps } = contract
  return {
    encodeInput: (event, hook) => encodeInput(event, hook, contract),
    environment: (event, hook, inherited, given) => environment({ event, hook, contract }, inherited, given),
    takesEnvFile: (event, hook, inherited) => takesEnvFile({ event, hook, contract }, inherited),
    decodeOutput: (hook, event, said) =>
      inCanonicalNames(decodeOutput(said, { hook, event, events }), event, contract),
    asides: asidesOf(contract),
    ...(inlineForms && { inlineForms }),
    ...(hookTextCaps !== undefined && { textCaps: hookTextCaps }),
  }
}

/** A new input is in the arguments of the contract's host. */
function inCanonicalNames(answer: Answer, event: Event, { calls }: HookContract): Answer {
  if (calls === undefined) return answer
  const effects = answer.effects.map((effect) =>
    effect.kind === 'rewrite-input' ? { ...effect, input: calls.inCanonical(event, effect.input) } : effect,
  )
  return { ...answer, effects }
}

function asidesOf({ events }: HookContract): Asides {
  return {
    readDeclaration,
    decodeLate: (hook, event, outcome) => decodeLate(outcome, { hook, event, events }),
    questions: {
      takes: (event) => specOf(events, event).asks,
      read: readQuestion,
      writeReply,
      remove: withoutQuestions,
      summarise,
      nameOf: (event, hook) => hookName(event, hook, specOf(events, event)),
    },
  }
}
