import { isIssue } from '../../core/issue.ts'
import { filterPaths, hasMatch } from '../select/filter.ts'
import { CONFIG_FILES, type MetaHook } from './meta.ts'

export const checkHooksApply: MetaHook = {
  id: 'check-hooks-apply',
  name: 'Check hooks apply',
  files: CONFIG_FILES,
  fixes: false,
  async run(names, { hooks, allFiles, project, tagger }) {
    if (names.length === 0) return { code: 0, output: '' }
    const files = await allFiles()
    if (isIssue(files)) return files
    const candidates = filterPaths(files, project)
    const idle = hooks.filter(
      (hook) => !hook.alwaysRun && hook.language !== 'fail' && !hasMatch(candidates, hook, tagger),
    )
    const output = idle.map(({ id }) => `${id} does not apply to this repository\n`).join('')
    return { code: idle.length === 0 ? 0 : 1, output }
  },
}
