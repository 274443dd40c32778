import type { CarriedBy } from '../carried.ts'
import type { Carrier, CarrierRows } from './carrier.ts'
import { CONTAINER_ROWS } from './containers.ts'
import { FIND_AND_XARGS_ROWS } from './find-xargs.ts'
import { GIT_ROWS } from './git.ts'
import { carriedByCode } from './interpreters/carried.ts'
import { REMOTE_ROWS } from './remote.ts'
import { carriedByRunner } from './runners.ts'
import { SHELL_ROWS } from './shells.ts'
import { WINDOWS_PROGRAM_ROWS } from './windows-programs.ts'
import { WINDOWS_SHELL_ROWS } from './windows-shells.ts'
import { startsWrappedCommand, WRAPPER_ROWS } from './wrappers.ts'

const TABLES: readonly CarrierRows[] = [
  WRAPPER_ROWS,
  SHELL_ROWS,
  FIND_AND_XARGS_ROWS,
  GIT_ROWS,
  CONTAINER_ROWS,
  REMOTE_ROWS,
  WINDOWS_SHELL_ROWS,
  WINDOWS_PROGRAM_ROWS,
]

const ROWS: ReadonlyMap<string, Carrier> = new Map(
  TABLES.flatMap((table) =>
    Object.entries(table).flatMap(([names, row]) => names.split(' ').map((name) => [name, row] as const)),
  ),
)

/** Looked at for every program, whatever its name. */
const ALWAYS: readonly Carrier[] = [carriedByRunner, carriedByCode]

/** Returns what a program runs in turn, from what is known of programs by name. */
export const carriedBy: CarriedBy = (program, around) => {
  const command = { name: program.name, args: program.words.slice(1), program, around }
  const row = ROWS.get(program.name) ?? startsWrappedCommand
  return [row, ...ALWAYS].flatMap((carrier) => carrier(command))
}
