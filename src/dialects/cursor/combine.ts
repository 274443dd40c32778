import type { Hook, Scope } from '../../core/hook.ts'
import { notice, type Issue } from '../../core/issue.ts'
import type { Calling, Combined, ConfigReading, Places } from '../dialect.ts'
import { NAME } from './name.ts'

/** From the weakest to the strongest: where two hooks rewrite a call, the stronger one has the last word. */
const PRIORITY: readonly Scope[] = ['session', 'plugin', 'user', 'local', 'project', 'managed']

/** All hooks of all files run; nothing overrides anything, and equal entries run twice. */
export function combine(
  readings: readonly ConfigReading[],
  _places: Places,
  { host }: Calling = {},
): Combined {
  const weakestFirst = readings.toSorted((a, b) => PRIORITY.indexOf(a.scope) - PRIORITY.indexOf(b.scope))
  const hooks = weakestFirst.flatMap((reading) => reading.hooks)
  return { hooks, issues: host === undefined || host === NAME ? [] : hooks.flatMap(withoutContent) }
}

/** Other hosts do not hand over what is in the file that will be read. */
function withoutContent({ id, native, source }: Hook): readonly Issue[] {
  if (native !== 'beforeReadFile') return []
  const problem = `Hook ${id} gets no "content" of the file when another host calls, only its path.`
  const place = { file: source.file, pointer: source.pointer, hook: id }
  return [
    notice('hook.content', place, problem, 'Let the hook read the file itself where "content" is absent.'),
  ]
}
