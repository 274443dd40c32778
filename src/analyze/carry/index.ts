import type { CarriedBy } from '../carried.ts'
import type { Carrier, CarrierRows } from './carrier.ts'
import { FIND_AND_XARGS_ROWS } from './find-xargs.ts'
import { SHELL_ROWS } from './shells.ts'
import { startsWrappedCommand, WRAPPER_ROWS } from './wrappers.ts'

const TABLES: readonly CarrierRows[] = [WRAPPER_ROWS, SHELL_ROWS, FIND_AND_XARGS_ROWS]

const ROWS: ReadonlyMap<string, Carrier> = new Map(
  TABLES.flatMap((table) =>
    Object.entries(table).flatMap(([names, row]) => names.split(' ').map((name) => [name, row] as const)),
  ),
)

/** Returns what a program runs in turn, from what is known of programs by name. */
export const carriedBy: CarriedBy = (program, around) => {
  const command = { name: program.name, args: program.words.slice(1), program, around }
  return (ROWS.get(program.name) ?? startsWrappedCommand)(command)
}
