import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import { compileFiles } from './compile.ts'
import { asPolicy, gather, type LoadRequest } from './gather.ts'
import { asFile, gatherGiven, settingsDialect } from './given.ts'
import { join } from './read-files.ts'

/**
 * Hooks that a program adds in the form of a settings file. Where it reads the settings themselves, they steer these
 * hooks like those of skills.
 */
export async function readSessionHooks(
  settings: unknown,
  name: string,
  request: LoadRequest,
): Promise<{ readonly hooks: readonly Hook[]; readonly issues: readonly Issue[] }> {
  const dialect = settingsDialect(request.dialects)
  if (dialect === undefined) throw new Error('no dialect takes settings as values')
  const own = asFile(settings, { dialect, path: `<${name}>`, scope: 'session' })
  const steering = request.sources.includes(dialect) ? [asPolicy(gather(request, [dialect]))] : []
  const { loaded } = await compileFiles(join([own, asPolicy(gatherGiven(request)), ...steering]), request)
  return { hooks: loaded.hooks, issues: loaded.issues }
}
