import * as path from 'node:path'
import { foldersUp } from '../projects/look.ts'
import { hasSign, type Sign } from '../projects/signs.ts'
import { CHECK_KINDS, type Check, type CheckKind, type Project } from './check.ts'
import { compiledChecks, dotnetChecks, gradleChecks, pythonChecks } from './language-checks.ts'
import { packageChecks, taskChecks } from './task-checks.ts'

/** Which checks the options ask for. */
export type Wanted = {
  /** Kinds that are not looked for. */
  readonly off: ReadonlySet<CheckKind>
  /** Command lines in place of what is found, by kind. */
  readonly lines: Readonly<Record<CheckKind, readonly string[]>>
}

/** A repository without checks at its top has projects in folders; more than these are not looked at. */
const MOST_PROJECTS = 50
const MOST_FOLDERS = 60

/** Returns the checks of a repository in the order in which they run. `from`: the folder in which the commit is made. */
export function findChecks(top: Project, from: string, wanted: Wanted): readonly Check[] {
  const found = projectChecks(top, from)
  return CHECK_KINDS.flatMap((kind) => {
    if (wanted.off.has(kind)) return []
    const lines = wanted.lines[kind]
    if (lines.length > 0) return lines.map((line) => lineCheck(kind, line, top))
    return found.filter((check) => check.kind === kind)
  })
}

function projectChecks(top: Project, from: string): readonly Check[] {
  const checks = checksIn(top)
  if (checks.length > 0 && !isWorkspace(top)) return checks
  const kinds = new Set(checks.map(({ kind }) => kind))
  return [...checks, ...memberChecks(top, from).filter(({ kind }) => !kinds.has(kind))]
}

/** Files that say that the projects in folders belong together. Cargo and Go check all members from the top. */
const WORKSPACES: readonly Sign[] = [
  { packageKey: 'workspaces' },
  { file: 'pnpm-workspace.yaml' },
  { file: 'lerna.json' },
  { text: /^\[tool\.uv\.workspace\]/m, in: ['pyproject.toml'] },
]

function isWorkspace({ folder, look }: Project): boolean {
  return WORKSPACES.some((sign) => hasSign(folder, sign, look))
}

function memberChecks(top: Project, from: string): readonly Check[] {
  const around = foldersUp(from, top.folder)
    .filter((folder) => folder !== top.folder)
    .map((folder) => checksIn({ ...top, folder }))
  const nearest = around.find((each) => each.length > 0)
  return (
    nearest ??
    foldersBelow(top)
      .map((folder) => checksIn({ ...top, folder }))
      .filter((each) => each.length > 0)
      .slice(0, MOST_PROJECTS)
      .flat()
  )
}

/** The folders of the top and those in them. */
function foldersBelow({ folder, look }: Project): readonly string[] {
  const inside = (at: string): readonly string[] =>
    look
      .entries(at)
      .filter(
        ({ name, kind }) =>
          kind === 'directory' && !/^(?:\.|node_modules$|vendor$|target$|dist$|build$)/.test(name),
      )
      .slice(0, MOST_FOLDERS)
      .map(({ name }) => path.join(at, name))
      .toSorted()
  const first = inside(folder)
  return [...first, ...first.flatMap(inside)]
}

/**
 * What somebody wrote down wins over what a language brings along: a script of package.json over a target, and a target
 * over all languages, which it calls itself.
 */
function checksIn(project: Project): readonly Check[] {
  const scripts = packageChecks(project)
  const tasks = taskChecks(project)
  const languages = [compiledChecks, pythonChecks, dotnetChecks, gradleChecks].flatMap((find) =>
    find(project),
  )
  return CHECK_KINDS.flatMap((kind) => {
    const of = (checks: readonly Check[]): readonly Check[] => checks.filter((check) => check.kind === kind)
    if (of(scripts).length > 0) return [...of(scripts), ...of(languages)]
    return of(tasks).length > 0 ? of(tasks) : of(languages)
  })
}

/** Who writes a line of options writes it for a shell. */
function lineCheck(kind: CheckKind, line: string, { folder, context }: Project): Check {
  const words = context.platform === 'win32' ? ['cmd', '/d', '/s', '/c', line] : ['sh', '-c', line]
  return { kind, words, folder, shown: line }
}
