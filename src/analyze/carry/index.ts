import type { CarriedBy } from '../carried.ts'
import { isWrapper } from '../programs/wrappers.ts'
import { ARCHIVE_ROWS } from './archives.ts'
import type { Carrier, CarrierRows } from './carrier.ts'
import { CONSOLE_ROWS } from './consoles.ts'
import { CONTAINER_ROWS } from './containers.ts'
import { EDITOR_ROWS } from './editors.ts'
import { carriedByEnvironment } from './environment.ts'
import { FIND_AND_XARGS_ROWS } from './find-xargs.ts'
import { GIT_ROWS } from './git.ts'
import { carriedByCode } from './interpreters/carried.ts'
import { RUNTIME_ROWS } from './interpreters/runtimes.ts'
import { carriedByLocalScript } from './local-scripts.ts'
import { BUILD_ROWS } from './project/build-tools.ts'
import { PACKAGE_SCRIPT_ROWS } from './project/package-scripts.ts'
import { LOADER_ROWS } from './loaders.ts'
import { RARE_WRAPPER_ROWS } from './rare-wrappers.ts'
import { REMOTE_ROWS } from './remote.ts'
import { carriedByRunner } from './runners.ts'
import { SCHEDULER_ROWS } from './schedulers.ts'
import { SHELL_ROWS } from './shells.ts'
import { WINDOWS_PROGRAM_ROWS } from './windows-programs.ts'
import { WINDOWS_SHELL_ROWS } from './windows-shells.ts'
import { carriedByStrayWords } from './stray-words.ts'
import { STREAM_ROWS } from './streams.ts'
import { startsWrappedCommand, WRAPPER_ROWS } from './wrappers.ts'

const TABLES: readonly CarrierRows[] = [
  WRAPPER_ROWS,
  RARE_WRAPPER_ROWS,
  SHELL_ROWS,
  FIND_AND_XARGS_ROWS,
  GIT_ROWS,
  CONTAINER_ROWS,
  REMOTE_ROWS,
  WINDOWS_SHELL_ROWS,
  LOADER_ROWS,
  WINDOWS_PROGRAM_ROWS,
  ARCHIVE_ROWS,
  CONSOLE_ROWS,
  EDITOR_ROWS,
  RUNTIME_ROWS,
  SCHEDULER_ROWS,
  STREAM_ROWS,
  PACKAGE_SCRIPT_ROWS,
  BUILD_ROWS,
]

const ROWS: ReadonlyMap<string, readonly Carrier[]> = rowsByName(TABLES)

/** Looked at for every program, whatever its name. */
const ALWAYS: readonly Carrier[] = [
  carriedByRunner,
  carriedByCode,
  carriedByEnvironment,
  carriedByLocalScript,
]

/** Returns what a program runs in turn, from what is known of programs by name. */
export const carriedBy: CarriedBy = (program, around) => {
  const command = { name: program.name, args: program.words.slice(1), program, around }
  const rows = ROWS.get(program.name) ?? startsUnknown(program.name)
  return [...rows, ...ALWAYS].flatMap((carrier) => carrier(command))
}

/** A name without a row is a wrapper, or may be one. */
function startsUnknown(name: string): readonly Carrier[] {
  return [isWrapper(name) ? startsWrappedCommand : carriedByStrayWords]
}

/** Several tables may know the same program in different ways. */
function rowsByName(tables: readonly CarrierRows[]): ReadonlyMap<string, readonly Carrier[]> {
  const byName = new Map<string, readonly Carrier[]>()
  for (const table of tables)
    for (const [names, row] of Object.entries(table))
      for (const name of names.split(' ')) byName.set(name, [...(byName.get(name) ?? []), row])
  return byName
}
