import type { Hook } from '../../core/hook.ts'
import { warning, type Issue } from '../../core/issue.ts'
import type { Calling, Combined, ConfigReading, Places } from '../dialect.ts'
import { NAME } from './name.ts'
import { fileKind } from './kinds.ts'

/** All files in the order the host runs them; nothing overrides anything, and equal entries run twice. */
export function combine(
  readings: readonly ConfigReading[],
  _places: Places,
  { host }: Calling = {},
): Combined {
  const off = readings.find(
    ({ scope, switches }) =>
      (scope === 'project' || scope === 'local') && switches['disableAllHooks'] === true,
  )
  const hooks = readings.flatMap((reading) => reading.hooks).map((hook) => leftToClaude(hook, host))
  if (off === undefined) return { hooks, issues: [] }
  return { hooks: hooks.map(switchedOff), issues: [onlyProject(off)] }
}

/** Another host that wants Claude Code's files reads them as Claude Code does. */
function leftToClaude(hook: Hook, host: string | undefined): Hook {
  if (host === undefined || host === NAME || fileKind({ file: hook.source.file }) !== 'claude') return hook
  return { ...hook, disabled: "Claude Code's own file; Copilot runs it only when Copilot itself is calling" }
}

function switchedOff(hook: Hook): Hook {
  const { scope } = hook.source
  const isOfProject = scope === 'project' || scope === 'local'
  return isOfProject && hook.disabled === undefined
    ? { ...hook, disabled: 'switched off by "disableAllHooks"', offInFile: true }
    : hook
}

/** The host would switch off all but those of a policy; a project does not reach that far here. */
function onlyProject({ file, scope }: ConfigReading): Issue {
  const problem = `"disableAllHooks" in a ${scope} file turns off the hooks of this project only; yours keep running.`
  const hint = 'Copilot itself would turn off all but those of a policy.'
  return warning('config.scope', { file, pointer: ['disableAllHooks'] }, problem, hint)
}
