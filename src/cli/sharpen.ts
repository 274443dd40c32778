import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { EntryPlaces } from './entry-places.ts'

/** The keys of an entry that a problem is about, the most telling first. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  'program.missing': ['command', 'bash', 'exec', 'powershell'],
  'program.locked': ['command', 'bash', 'exec', 'powershell'],
  'program.batch': ['command', 'bash', 'exec', 'powershell'],
  'script.missing': ['command', 'bash', 'exec', 'powershell'],
  'script.locked': ['command', 'bash', 'exec', 'powershell'],
  'script.exit-code': ['powershell', 'command'],
  'script.twin': ['bash', 'powershell', 'command'],
  'shell.missing': ['shell', 'bash', 'powershell', 'command'],
  'guard.fragile': ['onFailure', 'command'],
  'rule.decision': ['deny', 'ask', 'allow'],
  'mcp.server': ['server'],
  'model.missing': ['prompt', 'type'],
  'hook.asks': ['asks'],
  'host.cannot-prevent': ['guard', 'deny', 'ask', 'onFailure'],
  'bridge.matcher': ['matcher', 'id', 'command'],
  'bridge.double': ['command', 'bash', 'exec', 'powershell'],
}

/** Issues that point at a whole entry, pointed at the key in it that they are about. */
export function sharpen(issues: readonly Issue[], hooks: readonly Hook[], at: EntryPlaces): readonly Issue[] {
  const byId = new Map(hooks.map((hook) => [hook.id, hook]))
  return issues.map((problem) => {
    const { hook: id, file, pointer, line } = problem.place
    const hook = id === undefined ? undefined : byId.get(id)
    const keys = Object.hasOwn(KEYS, problem.code) ? KEYS[problem.code] : undefined
    const isEntry = hook !== undefined && file === hook.source.file && pointer === hook.source.pointer
    if (!isEntry || keys === undefined || line !== undefined) return problem
    return { ...problem, place: at.written(hook, keys) ?? problem.place }
  })
}
