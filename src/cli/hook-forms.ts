import type { Hook } from '../core/hook.ts'
import type { Dialect, HookSide } from '../dialects/dialect.ts'
import { inlineForm } from '../shells/inline.ts'
import type { Workspace } from '../workspace/open.ts'
import type { InspectContext } from './inspect-context.ts'

type Forms = {
  readonly workspace: Pick<Workspace, 'run'>
  readonly ours: readonly Hook[]
  /** Hooks of files that were not loaded as a source. */
  readonly theirs?: readonly Hook[]
  readonly dialects: ReadonlyMap<string, Dialect>
}

/** How the hosts of these hooks start command strings. */
export async function formsOf({
  workspace: { run },
  ours,
  theirs = [],
  dialects,
}: Forms): Promise<InspectContext['formOf']> {
  const wires = [...new Set(ours.map(({ wire }) => wire))]
  const known = await Promise.all(wires.map(async (wire) => [wire, await run.hookSide(wire)] as const))
  const others = [...new Set(theirs.map(({ dialect }) => dialect))].map(
    async (name): Promise<readonly [string, HookSide | undefined]> => [
      name,
      await dialects.get(name)?.hooks(),
    ],
  )
  const byWire = new Map(known)
  const byDialect = new Map(await Promise.all(others))
  return ({ wire, dialect }, form) =>
    inlineForm(byWire.get(wire)?.inlineForms, form) ?? inlineForm(byDialect.get(dialect)?.inlineForms, form)
}
