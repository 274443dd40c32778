import { isIssue } from '../../core/issue.ts'
import type { GitHook, Pattern } from '../contracts/model.ts'
import { filterPaths } from '../select/filter.ts'
import type { Tagger } from '../select/tagger.ts'
import { CONFIG_FILES, type MetaContext, type MetaHook } from './meta.ts'

export const checkUselessExcludes: MetaHook = {
  id: 'check-useless-excludes',
  name: 'Check useless excludes',
  files: CONFIG_FILES,
  fixes: false,
  async run(names, context) {
    if (names.length === 0) return { code: 0, output: '' }
    const files = await context.allFiles()
    if (isIssue(files)) return files
    const lines = [...globalProblem(files, context.project.exclude), ...hookProblems(files, context)]
    return { code: lines.length === 0 ? 0 : 1, output: lines.map((line) => `${line}\n`).join('') }
  },
}

function globalProblem(files: readonly string[], exclude: Pattern | undefined): readonly string[] {
  if (exclude === undefined || files.some((name) => exclude.test(name))) return []
  return [`The global exclude pattern \`${shownPattern(exclude)}\` does not match any files`]
}

function hookProblems(files: readonly string[], { hooks, project, tagger }: MetaContext): readonly string[] {
  const candidates = filterPaths(files, project)
  return hooks.flatMap((hook) => {
    const { exclude, id } = hook
    if (exclude === undefined || excludesAny(candidates, { ...hook, exclude }, tagger)) return []
    return [`The exclude pattern \`${shownPattern(exclude)}\` for \`${id}\` does not match any files`]
  })
}

type Excluding = Pick<GitHook, 'files' | 'types' | 'typesOr' | 'excludeTypes'> & { readonly exclude: Pattern }

/** Whether one of the files the hook would get without its `exclude` is left out by it. */
function excludesAny(names: readonly string[], hook: Excluding, tagger: Tagger): boolean {
  const hasTags = tagger.matcher(hook)
  return names.some((name) => (hook.files?.test(name) ?? true) && hook.exclude.test(name) && hasTags(name))
}

function shownPattern({ kind, text }: Pattern): string {
  return kind === 'glob' ? `glob: [${text}]` : `regex: ${text}`
}
