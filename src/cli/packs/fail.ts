import { EXIT, type Invocation } from '../command.ts'
import { oneLine } from '../render/issue-line.ts'

/** Tells why nothing was done. */
export function fail({ io }: Pick<Invocation, 'io'>, why: string): number {
  io.err(`hookwright: ${oneLine(why)}\n`)
  return EXIT.problem
}
