import { CHANGES_FOLDER } from './builtin-folders.ts'
import { RUNS_TEXT } from './builtin-texts.ts'
import { SETS_VARIABLES } from './builtin-variables.ts'
import type { Builtin } from './builtin.ts'
import { MAKES_COPIES } from './copies.ts'
import { nameOf } from './names.ts'

/** What builtins of the shell do to the shell itself, by name. */
export const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...[CHANGES_FOLDER, RUNS_TEXT, SETS_VARIABLES, MAKES_COPIES].flatMap((table) =>
    Object.entries(table).flatMap(([names, row]) => names.split(' ').map((name) => [name, row] as const)),
  ),
  ['command', runBuiltin],
  ['builtin', runBuiltin],
])

/** `command cd x` changes the folder as `cd x` does. */
function runBuiltin({ args, ...call }: Parameters<Builtin>[0]): void {
  const at = args.findIndex(({ text }) => text !== '-p' && text !== '--')
  const first = args[at]
  const name = first === undefined ? undefined : nameOf(first)
  if (name === undefined || at > 2) return
  BUILTINS.get(name)?.({ ...call, name, args: args.slice(at + 1) })
}
