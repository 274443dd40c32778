import { issue } from '../../core/issue.ts'
import type { LanguageName } from '../model.ts'
import type { Backend } from '../run/runnable.ts'
import { LANGUAGES } from './table.ts'

/** A language we know and cannot run. Its hooks stop the run: a check that is left out in silence is worse than none. */
export function createRefused(language: LanguageName): Backend {
  return {
    async prepare(hook) {
      const missing = LANGUAGES[language].missing ?? 'its tools'
      return issue(
        'language.unsupported',
        { ...hook.place, hook: hook.id },
        `Hook "${hook.id}" is written in language "${language}", which hookwright does not build, even with ${missing} installed.`,
        `Run it by prek or pre-commit, or install the tool yourself and use \`language: system\`. SKIP=${hook.id} leaves the hook out.`,
      )
    },
  }
}
