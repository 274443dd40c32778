import type { Asides } from '../../dialect.ts'
import { readDeclaration } from './declaration.ts'
import { decodeLate } from './late-answer.ts'
import { readQuestion, summarise, takesQuestions, withoutQuestions, writeReply } from './questions.ts'

/** What hooks of this wire may say while they run, and after it. */
export const claudeAsides: Asides = {
  readDeclaration,
  decodeLate,
  takesQuestions,
  readQuestion,
  writeReply,
  withoutQuestions,
  summarise,
}
