import type { Hook } from '../../src/core/hook.ts'
import type { Issue } from '../../src/core/issue.ts'
import { createEntryPlaces } from '../../src/cli/entry-places.ts'
import { scriptsOf, type HookScript } from '../../src/cli/hook-scripts.ts'
import type { InspectContext } from '../../src/cli/inspect-context.ts'
import { hook, places } from './builders.ts'
import { dialects } from './dialects.ts'
import { memoryFiles, type MemoryEntry } from './memory-files.ts'

const PROJECT = '/home/dev/app'
const CONFIG = `${PROJECT}/hookwright.yaml`

export type Machine = {
  /** Files of the project by their path in it; those of the machine by their absolute path. */
  readonly files?: Readonly<Record<string, MemoryEntry>>
  /** Programs on PATH. */
  readonly programs?: readonly string[]
  /** Files of the project that may not be started. */
  readonly locked?: readonly string[]
}

export type Inspecting = {
  readonly hook: Hook
  readonly scripts: readonly HookScript[]
  readonly around: InspectContext
}

/** A hook with this command in the form of `shell: bash`, on a machine with these files and programs. */
export function inspecting(command: string, machine: Machine = {}, fields: Partial<Hook> = {}): Inspecting {
  const ours = hook({
    id: 'gate',
    handler: { type: 'command', start: { kind: 'script', shell: 'bash', source: command, args: [] } },
    source: { file: CONFIG, pointer: ['hooks', 'PreToolUse', 0], scope: 'project' },
    ...fields,
  })
  const text = `hooks:\n  PreToolUse:\n    - command: |-\n${command.replaceAll(/^/gm, '        ')}\n`
  const around = contextOf(machine, text)
  const at = createEntryPlaces({ ...around, dialects })
  return { hook: ours, around, scripts: scriptsOf(ours, { ...around, dialects, at }) }
}

function contextOf({ files = {}, programs = [], locked = [] }: Machine, config: string): InspectContext {
  const placed = Object.entries(files).map(([name, entry]) => [
    name.startsWith('/') ? name : `${PROJECT}/${name}`,
    entry,
  ])
  return {
    places: places(),
    files: memoryFiles({ [CONFIG]: config, ...(Object.fromEntries(placed) as Record<string, MemoryEntry>) }),
    mayRun: (file) => !locked.some((name) => file === `${PROJECT}/${name}`),
    formOf: () => undefined,
    onPath: (program) => (programs.includes(program) ? `/usr/bin/${program}` : undefined),
  }
}

/** Severity, code and the name in quotes of each. */
export function shortly(issues: readonly Issue[]): readonly string[] {
  return issues.map(({ severity, code, message }) =>
    `${severity} ${code} ${/"([^"]*)"/.exec(message)?.[1] ?? ''}`.trim(),
  )
}
