import type { Hook } from '../core/hook.ts'
import { notice, warning, type Issue, type Place } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { readBranches, type Branches } from './checked-out.ts'
import type { InspectContext } from './inspect-context.ts'

type Around = Pick<InspectContext, 'places' | 'files'> & { readonly dialects: ReadonlyMap<string, Dialect> }

/** One remark for each program that reads hook files from the default branch, whatever is checked out here. */
export function inspectBranch(hooks: readonly Hook[], around: Around): readonly Issue[] {
  const readers = new Map<string, Hook>()
  for (const hook of hooks) {
    const reader = around.dialects.get(hook.dialect)?.defaultBranchReader?.(hook)
    if (reader !== undefined && !readers.has(reader)) readers.set(reader, hook)
  }
  if (readers.size === 0) return []
  const { projectDir } = around.places
  const branches = readBranches(projectDir, around.files)
  return [...readers].map(([reader, { source }]) => {
    const rule = `${capital(reader)} reads hook files from the default branch only, as they were pushed.`
    return remark(rule, { file: source.file }, branches ?? projectDir)
  })
}

function remark(rule: string, place: Place, branches: Branches | string): Issue {
  if (typeof branches === 'string')
    return warning(CODE, place, `${rule} "${branches}" is not a git repository.`)
  const { current, origin } = branches
  const here = current === undefined ? 'HEAD names no branch' : `"${current}" is checked out`
  if (origin === undefined)
    return notice(
      CODE,
      place,
      `${rule} ${here}; git has not noted which branch is the default.`,
      'To note it: git remote set-head origin --auto',
    )
  if (origin === current)
    return notice(CODE, place, `${rule} ${here}, which is the default branch.`, 'Push what you change.')
  const hint = `Merge the hook files into "${origin}" and push it.`
  return warning(CODE, place, `${rule} ${here}, and the default branch is "${origin}".`, hint)
}

const CODE = 'config.default-branch'

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
