import { clean } from '../_families/claude/text.ts'
import { trimmed } from './white-space.ts'

/** A no or a question that a hook wrote into an output that its host does not read. */
type Refusal = { readonly word: string; readonly reason?: string }

const WORDS = /"(?:permissionDecision|decision|behavior)"\s*:\s*"(deny|block|ask)"/i
const REASON = /"(?:permissionDecisionReason|reason|message)"\s*:\s*("(?:[^"\\]|\\.)*")/i

/** Returns the no that a text seems to hold, whatever stands around it. */
export function refusalIn(text: string): Refusal | undefined {
  const word = WORDS.exec(text)?.[1]
  if (word === undefined) return undefined
  const reason = reasonIn(text)
  return { word: word.toLowerCase(), ...(reason !== '' && { reason }) }
}

function reasonIn(text: string): string {
  const written = REASON.exec(text)?.[1]
  if (written === undefined) return ''
  try {
    return clean(trimmed(JSON.parse(written) as string))
  } catch {
    return ''
  }
}
