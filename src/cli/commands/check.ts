import { openWorkspace, type Workspace } from '../../compose.ts'
import { excerpt, placeIssue } from '../../config/locate.ts'
import type { Issue } from '../../core/issue.ts'
import { limits } from '../../engine/limits.ts'
import { readText, systemFiles } from '../../ports/files.ts'
import { EXIT, type Invocation } from '../command.ts'
import { inspectHook } from '../inspect.ts'
import { renderIssue } from '../render/issue.ts'
import { createStyle, type Style } from '../render/style.ts'
import { workspaceOptions } from '../workspace-options.ts'

/** Exit code 1 when there is an error, so that a script can rely on it. */
export async function check(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  const workspace = await openWorkspace(workspaceOptions(invocation))
  const issues = findIssues(workspace)
  const errors = issues.filter((problem) => problem.severity === 'error').length
  const files = workspace.loaded.files.map((file) => file.path)
  if (args.options.has('json')) io.out(`${JSON.stringify({ ok: errors === 0, files, issues })}\n`)
  else io.out(`${render(issues, workspace, createStyle(io.colour)).join('\n')}\n`)
  return errors === 0 ? EXIT.ok : EXIT.problem
}

function findIssues({ places, loaded, problems }: Workspace): readonly Issue[] {
  const hooks = loaded.hooks.flatMap((hook) => inspectHook(hook, { places, files: systemFiles }))
  return [...problems, ...loaded.issues, ...hooks.map(withPosition)]
}

function withPosition(problem: Issue): Issue {
  const text = problem.place.file === undefined ? undefined : textOf(problem.place.file)
  return text === undefined ? problem : placeIssue(problem, text)
}

function render(issues: readonly Issue[], { loaded, places }: Workspace, style: Style): readonly string[] {
  const shown = issues.flatMap((problem) => [...renderIssue(problem, excerptOf(problem), style), ''])
  return [
    ...shown,
    summary(issues, { files: loaded.files.length, hooks: loaded.hooks.length, startDir: places.startDir }),
  ]
}

function summary(
  issues: readonly Issue[],
  found: { files: number; hooks: number; startDir: string },
): string {
  if (found.files === 0 && issues.length === 0) return `No config file was found for ${found.startDir}.`
  const count = (severity: string): number => issues.filter((problem) => problem.severity === severity).length
  const plural = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`
  return `${plural(found.files, 'file')}, ${plural(found.hooks, 'hook')}: ${plural(count('error'), 'error')}, ${plural(count('warning'), 'warning')}.`
}

function excerptOf({ place }: Issue): readonly string[] {
  const { file, line, column, length } = place
  const text = file === undefined ? undefined : textOf(file)
  return text === undefined || line === undefined
    ? []
    : excerpt(text, { line, column: column ?? 1, ...(length !== undefined && { length }) })
}

function textOf(file: string): string | undefined {
  const text = readText(systemFiles, file, limits.configBytes)
  return typeof text === 'string' ? text : undefined
}
