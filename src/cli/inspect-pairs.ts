import * as path from 'node:path'
import type { Hook } from '../core/hook.ts'
import { warning, type Issue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { createEntryReader, type EntryCommand } from './entry-commands.ts'
import { baseOf, scriptOf } from './inspect-inline.ts'
import type { InspectContext } from './inspect-context.ts'

type Around = Pick<InspectContext, 'places' | 'files'> & {
  readonly dialects: ReadonlyMap<string, Dialect>
}

/** Scripts that entries name for another system. */
export function inspectPairs(hooks: readonly Hook[], around: Around): readonly Issue[] {
  const commandsOf = createEntryReader(around)
  return hooks.flatMap((hook) => {
    const { handler, disabled } = hook
    if (disabled !== undefined || handler.type !== 'command' || handler.start.kind !== 'inline') return []
    const chosen = handler.start.command
    const others = commandsOf(hook).filter(({ command }) => command !== chosen)
    return others.flatMap((other) => missingScript(other, hook, around) ?? [])
  })
}

function missingScript({ key, command }: EntryCommand, hook: Hook, around: Around): Issue | undefined {
  const named = scriptOf(command)?.file
  // Where another system has its root or its drives cannot be seen from here.
  if (named === undefined || /^(?:[\\/]|[A-Za-z]:)/.test(named)) return undefined
  const file = path.resolve(baseOf(hook, around), named.replaceAll('\\', '/'))
  if (around.files.kind(file) !== undefined) return undefined
  const place = { file: hook.source.file, pointer: [...hook.source.pointer, key], hook: hook.id }
  const problem = `Script "${named}", which hook ${hook.id} names under "${key}", was not found.`
  return warning('script.missing', place, problem, 'Create it, or correct the path.')
}
