import type { Event } from '../../core/event.ts'
import { argumentsIn, callsOf, type Argument } from './calls.ts'

/** A text in the arguments of a call. */
export type CalledText = Argument & {
  /** Canonical name of the tool. */
  readonly tool: string
  /** The file that the call writes or edits, as it has it. Absent: the call names none. */
  readonly file?: string
}

/** Returns every text that a call takes, in any argument of any tool, in order. */
export function textsOf(event: Pick<Event, 'tool'>): readonly CalledText[] {
  return callsOf(event).flatMap(({ name, input }) => {
    const file = [input['file_path'], input['notebook_path'], input['path']].find(
      (path) => typeof path === 'string',
    )
    const place = typeof file === 'string' ? { file } : {}
    return argumentsIn(input).map((argument) => ({ ...argument, tool: name, ...place }))
  })
}
