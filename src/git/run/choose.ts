import { issue, warning, type Issue } from '../../core/issue.ts'
import type { GitHook, Stage } from '../model.ts'
import { selects, selectsProject, type Selector } from './selectors.ts'

export type Wish = {
  readonly include: readonly Selector[]
  readonly skip: readonly Selector[]
  readonly groups: readonly string[]
  readonly requireGroups: readonly string[]
  readonly noGroups: readonly string[]
  readonly stage?: Stage
}

export type ProjectHooks = { readonly path: string; readonly hooks: readonly GitHook[] }

export type Chosen = { readonly hook: GitHook; readonly isSkipped: boolean }

export type Choice = {
  /** In the order given; without hooks: not printed. */
  readonly projects: readonly { readonly path: string; readonly hooks: readonly Chosen[] }[]
  readonly stage: Stage
  readonly warnings: readonly Issue[]
  /** Why nothing is left that could run. */
  readonly nothing?: Issue
}

const UNGROUPED = '@ungrouped'
/** Stages whose hooks get a message file, which nobody has named. */
const MESSAGE_STAGES: ReadonlySet<Stage> = new Set(['commit-msg', 'prepare-commit-msg'])

/** Which hooks run, which are shown as skipped, and at which stage. */
export function chooseHooks(projects: readonly ProjectHooks[], wish: Wish): Choice {
  const warnings = unusedSelectors(projects, wish)
  const included = projects.map(({ path, hooks }) => ({
    path,
    hooks: hooks.filter((hook) => isIncluded(path, hook, wish)),
  }))
  const named = included.flatMap(({ hooks }) => hooks)
  const stage = wish.stage ?? stageOf(named, wish)
  if (named.length === 0 && isFiltered(wish)) return nothingLeft(stage, warnings)
  const fits =
    hasGroupFilter(wish) && wish.stage === undefined
      ? takesFiles
      : (hook: GitHook) => hook.stages.includes(stage)
  if (fits === takesFiles && !named.some(takesFiles)) return nothingLeft(stage, warnings)
  const chosen = included.map(({ path, hooks }) => ({
    path,
    hooks: chosenOf(path, hooks.filter(fits), wish),
  }))
  return { projects: chosen, stage, warnings }
}

/** A project that is skipped as a whole is not shown; a hook that is skipped by name is. */
function chosenOf(path: string, hooks: readonly GitHook[], { skip }: Wish): readonly Chosen[] {
  if (skip.some((selector) => selectsProject(selector, path))) return []
  return hooks.map((hook) => ({ hook, isSkipped: skip.some((selector) => selects(selector, path, hook)) }))
}

export function isIncluded(path: string, hook: GitHook, wish: Wish): boolean {
  const { include, groups, requireGroups, noGroups } = wish
  const isIn = (group: string): boolean =>
    group === UNGROUPED ? hook.groups.length === 0 : hook.groups.includes(group)
  return (
    (include.length === 0 || include.some((selector) => selects(selector, path, hook))) &&
    (groups.length === 0 || groups.some(isIn)) &&
    requireGroups.every(isIn) &&
    !noGroups.some(isIn)
  )
}

function isFiltered(wish: Wish): boolean {
  return wish.include.length > 0 || hasGroupFilter(wish)
}

function hasGroupFilter({ groups, requireGroups, noGroups }: Wish): boolean {
  return groups.length + requireGroups.length + noGroups.length > 0
}

function takesFiles({ stages }: GitHook): boolean {
  return stages.some((stage) => !MESSAGE_STAGES.has(stage))
}

/** Hooks that were named one by one, and of which none runs before a commit, are meant to run now. */
function stageOf(named: readonly GitHook[], { include }: Wish): Stage {
  const isNamed = include.length > 0 && include.every((selector) => selector.id !== undefined)
  return isNamed && !named.some(({ stages }) => stages.includes('pre-commit')) ? 'manual' : 'pre-commit'
}

function nothingLeft(stage: Stage, warnings: readonly Issue[]): Choice {
  const nothing = issue('selector.nothing', {}, 'No hooks found after filtering with the given selectors')
  return { projects: [], stage, warnings, nothing }
}

export function unusedSelectors(projects: readonly ProjectHooks[], wish: Wish): readonly Issue[] {
  const isUsed = (selector: Selector): boolean =>
    projects.some(
      ({ path, hooks }) =>
        selectsProject(selector, path) || hooks.some((hook) => selects(selector, path, hook)),
    )
  const all = projects.flatMap(({ hooks }) => hooks)
  const isGroup = (name: string): boolean =>
    all.some(({ groups }) => (name === UNGROUPED ? groups.length === 0 : groups.includes(name)))
  const groupsOf = (flag: string, names: readonly string[]): readonly string[] =>
    names.filter((name) => !isGroup(name)).map((name) => `group selector \`--${flag}=${name}\``)
  return [
    ...wish.include.filter((each) => !isUsed(each)).map(({ text }) => `selector \`${text}\``),
    ...wish.skip.filter((each) => !isUsed(each)).map(({ text }) => `selector \`--skip=${text}\``),
    ...groupsOf('group', wish.groups),
    ...groupsOf('require-group', wish.requireGroups),
    ...groupsOf('no-group', wish.noGroups),
  ].map((what) => warning('selector.unused', {}, `${what} did not match any hooks`))
}
