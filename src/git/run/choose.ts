import { issue, warning, type Issue } from '../../core/issue.ts'
import type { GitHook, Stage } from '../contracts/model.ts'
import { selects, selectsProject, type Selector } from './selectors.ts'

export type Wish = {
  readonly include: readonly Selector[]
  readonly skip: readonly Selector[]
  /** Where the skips were said: an option or a variable. */
  readonly skipsFrom: string
  readonly groups: readonly string[]
  readonly requireGroups: readonly string[]
  readonly noGroups: readonly string[]
  readonly stage?: Stage
}

export type ProjectHooks = {
  readonly path: string
  readonly hooks: readonly GitHook[]
  /** What its file names, also where nobody looked further. */
  readonly mentioned?: readonly Named[]
}

/** What a config file alone tells about a hook. */
export type Named = { readonly id: string; readonly alias?: string; readonly groups?: readonly string[] }

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
  if (named.length === 0 && !isAllSkipped(projects, wish)) return nothingLeft(stage, warnings)
  const isByGroup = hasGroupFilter(wish) && wish.stage === undefined
  if (isByGroup && !named.some(takesFiles)) return nothingLeft(stage, [...warnings, onlyMessages()])
  const fits = isByGroup ? takesFiles : (hook: GitHook) => hook.stages.includes(stage)
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
  const { include } = wish
  return (
    (include.length === 0 || include.some((selector) => selects(selector, path, hook))) &&
    isInGroups(hook.groups, wish)
  )
}

export function isInGroups(
  own: readonly string[],
  { groups, requireGroups, noGroups }: Pick<Wish, 'groups' | 'requireGroups' | 'noGroups'>,
): boolean {
  const isIn = (group: string): boolean => (group === UNGROUPED ? own.length === 0 : own.includes(group))
  return (groups.length === 0 || groups.some(isIn)) && requireGroups.every(isIn) && !noGroups.some(isIn)
}

/** Nothing but skips kept these from being looked at. */
function isAllSkipped(projects: readonly ProjectHooks[], { skip, include }: Wish): boolean {
  return (
    include.length === 0 &&
    projects.some(({ path, mentioned = [] }) =>
      mentioned.some((hook) => skip.some((selector) => selects(selector, path, hook))),
    )
  )
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

function onlyMessages(): Issue {
  return warning(
    'selector.messages',
    {},
    'All hooks of these groups need a commit message, and were not run.',
    'Run them with `--stage commit-msg` or `--stage prepare-commit-msg`.',
  )
}

function nothingLeft(stage: Stage, warnings: readonly Issue[]): Choice {
  const nothing = issue('selector.nothing', {}, 'No hooks found after filtering with the given selectors')
  return { projects: [], stage, warnings, nothing }
}

export function unusedSelectors(projects: readonly ProjectHooks[], wish: Wish): readonly Issue[] {
  const isUsed = (selector: Selector): boolean =>
    projects.some(
      ({ path, hooks, mentioned = [] }) =>
        selectsProject(selector, path) ||
        [...hooks, ...mentioned].some((hook) => selects(selector, path, hook)),
    )
  const all = projects.flatMap(({ hooks, mentioned = [] }) => [...hooks, ...mentioned])
  const isGroup = (name: string): boolean =>
    all.some(({ groups = [] }) => (name === UNGROUPED ? groups.length === 0 : groups.includes(name)))
  const groupsOf = (flag: string, names: readonly string[]): readonly string[] =>
    names.filter((name) => !isGroup(name)).map((name) => `group selector \`--${flag}=${name}\``)
  return [
    ...wish.include.filter((each) => !isUsed(each)).map(({ text }) => `selector \`${text}\``),
    ...wish.skip.filter((each) => !isUsed(each)).map(({ text }) => `selector \`${wish.skipsFrom}=${text}\``),
    ...groupsOf('group', wish.groups),
    ...groupsOf('require-group', wish.requireGroups),
    ...groupsOf('no-group', wish.noGroups),
  ].map((what) => warning('selector.unused', {}, `${what} did not match any hooks`))
}
