import type { Word } from '../../line.ts'
import type { ReportCode } from '../reports.ts'

/** What a program writes, or gets to read. */
export type Flow =
  | { readonly kind: 'text'; readonly text: Word }
  | {
      /** Nothing of it can be read from the line. */
      readonly kind: 'unknown'
      /** What to report of a program that runs it. */
      readonly code: ReportCode
    }

/** Returns the text of a flow when all of it is known. */
export function knownText(flow: Flow | undefined): string | undefined {
  return flow?.kind === 'text' && flow.text.known ? flow.text.text : undefined
}

/** Returns a flow that cannot be read. */
export function unknownFlow(code: ReportCode): Flow {
  return { kind: 'unknown', code }
}
