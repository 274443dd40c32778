import type { Hook } from '../../core/hook.ts'
import { issue, type Issue } from '../../core/issue.ts'
import { misfit, misspelt } from '../../core/misfit.ts'
import { at, isObject, shapeIssue, type JsonObject } from '../_families/claude/shape.ts'
import type { ConfigFile, ConfigReading, ConfigSide, Places } from '../dialect.ts'
import { combine } from './combine.ts'
import { readHookMap } from './hook-map.ts'
import { fileKind, labelOf, type FileKind } from './kinds.ts'
import { SURFACES, type Surface } from './surfaces.ts'

export function configSideOn(surface: Surface): ConfigSide {
  return { read: (file, places) => read(file, { places, surface }), combine }
}

type Around = { readonly places: Places; readonly surface: Surface }

/** One file of any source. */
export function read(file: ConfigFile, around: Around): ConfigReading {
  const { value } = file
  if (!isObject(value)) {
    const problem = { name: 'A hook file', expected: 'an object', got: value }
    return reading(file, { issues: [shapeIssue({ file: file.file }, problem)] })
  }
  const kind = fileKind(file)
  const chosen = ownSurface(value, file)
  const surface = typeof chosen === 'string' ? chosen : around.surface
  const wrong = kind === 'hooks' ? wrongVersion(value, file, surface) : undefined
  if (wrong !== undefined) return reading(file, { issues: [wrong] })
  const said = typeof chosen === 'object' ? [chosen] : []
  if (hasNoHooks(value, kind)) return reading(file, { issues: said, switches: switchesOf(value, kind) })
  const found = readHookMap(value['hooks'], {
    ...around,
    file,
    kind,
    surface,
    label: labelOf(file, around.places),
  })
  const hooks = isOff(value, { kind, surface, file }) ? found.hooks.map(switchedOff) : found.hooks
  const issues = kind === 'claude' ? found.issues.map(asWarning) : found.issues
  return reading(file, { hooks, issues: [...said, ...issues], switches: switchesOf(value, kind) })
}

function reading(file: ConfigFile, found: Partial<ConfigReading>): ConfigReading {
  return { file: file.file, scope: file.scope, hooks: [], issues: [], switches: {}, imports: [], ...found }
}

/** Claude Code's files are right when Claude Code can read them; what Copilot makes of them breaks nothing. */
function asWarning(problem: Issue): Issue {
  return problem.severity === 'error' ? { ...problem, severity: 'warning' } : problem
}

/** Settings without hooks are settings; a manifest may name a file instead. */
function hasNoHooks({ hooks }: JsonObject, kind: FileKind): boolean {
  return (hooks === undefined && kind !== 'hooks') || (kind === 'manifest' && !isObject(hooks))
}

/** `"hookwright": { "surface": "guide" }`: hosts ignore keys they do not know. */
function ownSurface({ hookwright: own }: JsonObject, { file }: ConfigFile): Surface | Issue | undefined {
  if (own === undefined) return undefined
  const said = isObject(own) ? own['surface'] : own
  const known = SURFACES.find((each) => each === said)
  if (known !== undefined) return known
  const problem = `"surface" must be one of ${SURFACES.join(', ')}, not ${misspelt(said, SURFACES)}.`
  return issue('config.value', at({ file }, 'hookwright', 'surface'), problem)
}

/** VS Code does not look at it. */
function wrongVersion({ version }: JsonObject, { file }: ConfigFile, surface: Surface): Issue | undefined {
  if (version === undefined || version === 1 || surface === 'vscode') return undefined
  const expected = 'the number 1'
  const problem = `"version" must be ${expected}, not ${misfit(version, expected)}; the host rejects the whole file.`
  return issue('config.version', at({ file }, 'version'), problem, 'Write "version": 1.')
}

type Switching = { readonly kind: FileKind; readonly surface: Surface; readonly file: ConfigFile }

/** In a hook file it is about that file; VS Code looks at it in Claude Code's settings only. */
function isOff({ disableAllHooks }: JsonObject, { kind, surface, file }: Switching): boolean {
  if (disableAllHooks !== true || file.scope === 'managed') return false
  return surface === 'vscode' ? kind === 'claude' : true
}

function switchedOff(hook: Hook): Hook {
  return { ...hook, disabled: 'switched off by "disableAllHooks" in its file', offInFile: true }
}

/** Settings of a repository steer all of its hooks; those of the user their own alone: docs/hosts/copilot.md#switches. */
function switchesOf({ disableAllHooks }: JsonObject, kind: FileKind): Readonly<Record<string, unknown>> {
  const steers = kind === 'settings' || kind === 'claude'
  return steers && disableAllHooks === true ? { disableAllHooks: true } : {}
}
