import { isAbsolute } from 'node:path'
import { join, normalize } from 'node:path/posix'
import { issue, type Issue } from '../../core/issue.ts'
import { nameBelow } from '../contracts/paths.ts'

/** A hook or project somebody named. */
export type Selector = {
  /** As it was written, for messages. */
  readonly text: string
  /** A project's path from the workspace root; empty: the root. Absent: every project. */
  readonly project?: string
  /** Absent: the project and those below it. */
  readonly id?: string
}

/** What the paths in selectors are relative to. */
export type SelectorBase = {
  /** The workspace root, for paths that are written in full. */
  readonly root: string
  /** The caller's directory from the workspace root, for all others. */
  readonly here: string
}

/** Reads a selector as people write it: `ID`, `PATH/`, `PATH:ID` or `:ID`. */
export function parseSelector(text: string, base: SelectorBase): Selector | Issue {
  if (text === '' || text === ':') return invalid(text, 'it names nothing')
  const colon = text.indexOf(':')
  if (colon === 0) return { text, id: text.slice(1) }
  if (colon > 0) return inProject(text, base, { path: text.slice(0, colon), id: text.slice(colon + 1) })
  return text.includes('/') || text === '.' ? inProject(text, base, { path: text }) : { text, id: text }
}

function inProject(
  text: string,
  base: SelectorBase,
  named: { readonly path: string; readonly id?: string },
): Selector | Issue {
  const project = projectPath(named.path, base)
  if (/^\.\.(?:\/|$)/.test(project)) return invalid(text, 'the path is outside the workspace')
  if (named.id === '') return invalid(text, 'no hook id follows the colon')
  return { text, project, ...(named.id !== undefined && { id: named.id }) }
}

/** From the workspace root; begins with `..` for a path outside of it. */
function projectPath(path: string, { root, here }: SelectorBase): string {
  const below = isAbsolute(path) ? nameBelow(root, path) : normalize(join(here, path))
  return below === '.' ? '' : below.replace(/^\.\/|\/$/g, '')
}

function invalid(text: string, why: string): Issue {
  return issue(
    'selector.invalid',
    {},
    `Invalid selector: \`${text}\`: ${why}.`,
    'Name a hook (`ID`), a project (`PATH/`), or a hook of a project (`PATH:ID`).',
  )
}

/** Whether a selector means this hook of this project. */
export function selects(
  selector: Selector,
  project: string,
  hook: { readonly id: string; readonly alias?: string },
): boolean {
  if (selector.id === undefined) return selectsProject(selector, project)
  const isNamed = hook.id === selector.id || (hook.alias !== '' && hook.alias === selector.id)
  return isNamed && (selector.project === undefined || selector.project === project)
}

/** Whether a selector means the whole project. */
export function selectsProject({ project: wanted, id }: Selector, project: string): boolean {
  if (wanted === undefined || id !== undefined) return false
  return wanted === '' || project === wanted || project.startsWith(`${wanted}/`)
}
