import type { Hook } from '../core/hook.ts'
import type { Issue, Place } from '../core/issue.ts'
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
  'guard.fragile': ['command'],
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
    return { ...problem, place: partPlace(problem.code, hook, at) ?? at.written(hook, keys) ?? problem.place }
  })
}

/** The part of the command that a problem is about, where it is one. */
function partPlace(code: string, hook: Hook, at: EntryPlaces): Place | undefined {
  const { start } = hook.handler.type === 'command' ? hook.handler : {}
  if (code.startsWith('program.') && start?.kind === 'argv' && start.words[0] !== undefined)
    return at.word(hook, ['command'], start.words[0])
  const exit = code === 'guard.fragile' && start?.kind === 'script' ? start.source.search(/\bexit 2\b/) : -1
  return exit === -1 ? undefined : at.command(hook, { start: exit, end: exit + 'exit 2'.length })
}
