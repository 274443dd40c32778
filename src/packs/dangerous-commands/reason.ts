import { redact } from '../secrets/detect/index.ts'
import type { Finding } from './finding.ts'

const MOST_NAMED = 3
const MOST_CHARACTERS = 200

/** Returns why a call is stopped: what would happen, and what to do instead. */
export function reasonOf(findings: readonly Finding[]): string {
  // What cannot be known of a line adds nothing to what is known to be dangerous in it.
  const known = findings.filter(({ category }) => category !== 'unanalysable')
  const lines = (known.length > 0 && findings[0]?.category !== 'unanalysable' ? known : findings).map(
    ({ program, what }) => oneLine(`${program === '' ? 'this call' : `\`${program}\``} would ${what}`),
  )
  const named = [...new Set(lines)].slice(0, MOST_NAMED)
  const more = new Set(lines).size - named.length
  const rest = more > 0 ? ` (and ${more} more)` : ''
  return `Stopped by hookwright/dangerous-commands: ${named.join('; ')}${rest}. ${findings[0]?.instead ?? ''}`
}

/** Without what a person should not see: secrets, line ends, characters that change how a text looks. */
function oneLine(text: string): string {
  const plain = redact(text.replace(UNSEEN, ' '))
  return plain.length > MOST_CHARACTERS ? `${plain.slice(0, MOST_CHARACTERS)}…` : plain
}

const UNSEEN = /[\s\p{Cc}\p{Cf}]+/gu
