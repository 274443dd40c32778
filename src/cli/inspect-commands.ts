import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { EntryPlaces } from './entry-places.ts'
import { scriptsOf } from './hook-scripts.ts'
import type { InspectContext } from './inspect-context.ts'
import { inspectHabits } from './inspect-habits.ts'
import { inspectPrograms } from './inspect-programs.ts'
import { inspectSecrets } from './inspect-secrets.ts'

type Around = InspectContext & {
  readonly dialects: ReadonlyMap<string, Dialect>
  readonly at: EntryPlaces
}

export type CommandsInspected = {
  readonly issues: readonly Issue[]
  /** Script files that were looked at. */
  readonly files: readonly string[]
}

/** What can be seen in the commands of hooks and in the scripts of the project that they start. */
export function inspectCommands(hooks: readonly Hook[], around: Around): CommandsInspected {
  const running = hooks.filter(({ disabled }) => disabled === undefined)
  const inspected = running.map((hook) => {
    const scripts = scriptsOf(hook, around)
    const issues = [
      ...inspectPrograms(scripts, around),
      ...inspectHabits(scripts),
      ...inspectSecrets(hook, scripts),
    ]
    return { issues, files: scripts.flatMap(({ file }) => file ?? []) }
  })
  return {
    issues: inspected.flatMap(({ issues }) => issues),
    files: [...new Set(inspected.flatMap(({ files }) => files))],
  }
}
